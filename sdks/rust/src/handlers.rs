//! What an extension hands over, and what its handlers are given.

use crate::answers::{CommandAnswer, Decision, ToolAnswer};
use crate::context::{Context, ToolContext};
use crate::protocol::host::{
    Event, EventInterceptAssistantMessage, EventInterceptToolCall, EventInterceptTurnStart,
    HelloAck,
};
use crate::protocol::types::{EventName, FailurePolicy, InterceptName};
use crate::protocol::Object;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// What the host said of itself.
#[derive(Clone, Debug)]
pub struct Host {
    /// Its version.
    pub version: String,
    /// The provider of the model.
    pub provider: String,
    /// The model.
    pub model: String,
    /// The project's folder.
    pub cwd: PathBuf,
    /// The extension's own folder.
    pub extension_dir: Option<PathBuf>,
    /// Where state is kept: the data folder, or the extension's own where the host has none.
    pub data_dir: Option<PathBuf>,
    /// What the host can do.
    pub capabilities: BTreeSet<String>,
}

impl Host {
    /// Whether the host offers a capability.
    pub fn offers(&self, capability: &str) -> bool {
        self.capabilities.contains(capability)
    }

    pub(crate) fn of(ack: HelloAck) -> Self {
        let extension_dir = ack.extension_dir.map(PathBuf::from);
        Self {
            version: ack.zot_version,
            provider: ack.provider,
            model: ack.model,
            cwd: ack.cwd.into(),
            data_dir: ack.data_dir.map(PathBuf::from).or(extension_dir.clone()),
            extension_dir,
            capabilities: ack.capabilities.unwrap_or_default().into_iter().collect(),
        }
    }
}

/// What a panel shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PanelContent {
    /// Above the lines.
    pub title: Option<String>,
    /// The lines.
    pub lines: Option<Vec<String>>,
    /// Below the lines.
    pub footer: Option<String>,
}

impl PanelContent {
    /// A panel with lines.
    pub fn new(lines: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let lines = Some(lines.into_iter().map(Into::into).collect());
        Self {
            lines,
            ..Self::default()
        }
    }

    /// With a title above the lines.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// With a footer below the lines.
    pub fn footer(mut self, footer: impl Into<String>) -> Self {
        self.footer = Some(footer.into());
        self
    }
}

pub(crate) type ToolHandler = Arc<dyn Fn(Value, &ToolContext) -> ToolAnswer + Send + Sync>;
pub(crate) type CommandHandler = Arc<dyn Fn(&str, &Context) -> CommandAnswer + Send + Sync>;
pub(crate) type EventHandler = Arc<dyn Fn(&Event, &Context) + Send + Sync>;
pub(crate) type InterceptHandler<Question> =
    Arc<dyn Fn(&Question, &Context) -> Decision + Send + Sync>;

/// A tool.
#[derive(Clone)]
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) schema: Arc<Value>,
    pub(crate) text: Object,
    pub(crate) handler: ToolHandler,
}

/// A slash command.
#[derive(Clone)]
pub(crate) struct Command {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) handler: CommandHandler,
}

/// Everything that an extension offers.
#[derive(Default)]
pub(crate) struct Offer {
    pub(crate) unchecked: bool,
    pub(crate) tools: Vec<Tool>,
    pub(crate) commands: Vec<Command>,
    pub(crate) events: Vec<(EventName, EventHandler)>,
    pub(crate) tool_call: Option<InterceptHandler<EventInterceptToolCall>>,
    pub(crate) turn_start: Option<InterceptHandler<EventInterceptTurnStart>>,
    pub(crate) assistant_message: Option<InterceptHandler<EventInterceptAssistantMessage>>,
    /// In the order in which they were added.
    pub(crate) intercepts: Vec<InterceptName>,
    pub(crate) panels: Vec<crate::panel::Panel>,
    pub(crate) on_failure: Option<FailurePolicy>,
}

impl Offer {
    /// Adds a tool, or puts it in the place of the one of that name.
    pub(crate) fn put_tool(&mut self, tool: Tool) {
        match self.tools.iter_mut().find(|own| own.name == tool.name) {
            Some(own) => *own = tool,
            None => self.tools.push(tool),
        }
    }

    pub(crate) fn subscribes(&self) -> bool {
        !self.events.is_empty() || !self.intercepts.is_empty()
    }
}
