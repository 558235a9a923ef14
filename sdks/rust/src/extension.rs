//! An extension as its author writes it: what it offers, then `run`.

use crate::answers::{failure, CommandAnswer, Decision, ToolAnswer};
use crate::arguments;
use crate::context::{Context, ToolContext};
use crate::handlers::{Command, EventHandler, Host, Offer, Tool};
use crate::output::Output;
use crate::panel::Panel;
use crate::programming_errors as expect;
use crate::protocol::extension::UnregisterTool;
use crate::protocol::host::{
    Event, EventAssistantMessage, EventInterceptAssistantMessage, EventInterceptToolCall,
    EventInterceptTurnStart, EventSessionStart, EventToolCall, EventTurnEnd, EventTurnStart,
    PanelKey,
};
use crate::protocol::types::{EventName, FailurePolicy, InterceptName, NoteLevel};
use crate::session::Session;
use crate::standard_streams;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::{self, Display};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// An extension. The name has to be that of the manifest. Clones are the same extension.
///
/// ```no_run
/// use extproto::{allow, block, DecodeError, Extension};
///
/// Extension::new("guard", "1.0.0")
///     .intercept_tool_call(|call, _| {
///         // An error blocks: what cannot be read is not let through.
///         let command: Option<String> = call.tool_args.field("command")?;
///         Ok::<_, DecodeError>(match command {
///             Some(command) if command.contains("rm -rf") => block("not on my watch"),
///             _ => allow(),
///         })
///     })
///     .run();
/// ```
#[derive(Clone)]
pub struct Extension(Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) name: String,
    pub(crate) version: String,
    offer: Mutex<Offer>,
    session: OnceLock<Arc<Session>>,
}

impl Shared {
    pub(crate) fn offer(&self) -> MutexGuard<'_, Offer> {
        self.offer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn unchecked(&self) -> bool {
        self.offer().unchecked
    }

    pub(crate) fn tool(&self, name: &str) -> Option<Tool> {
        let tools = &self.offer().tools;
        tools.iter().find(|tool| tool.name == name).cloned()
    }

    pub(crate) fn command(&self, name: &str) -> Option<Command> {
        let commands = &self.offer().commands;
        commands.iter().find(|own| own.name == name).cloned()
    }

    pub(crate) fn event(&self, name: &EventName) -> Option<EventHandler> {
        let events = &self.offer().events;
        let (_, handler) = events.iter().find(|(own, _)| own == name)?;
        Some(handler.clone())
    }

    pub(crate) fn panel(&self, id: &str) -> Option<Panel> {
        let panels = &self.offer().panels;
        panels.iter().find(|panel| panel.id() == id).cloned()
    }
}

/// The host does not offer what is needed for this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotOffered {
    /// The capability that is missing.
    pub capability: &'static str,
    deed: String,
}

impl Display for NotOffered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { capability, deed } = self;
        write!(f, "cannot {deed}: the host does not offer {capability}")
    }
}

impl std::error::Error for NotOffered {}

macro_rules! events {
    ($($(#[$doc:meta])* $method:ident, $name:ident, $frame:ident;)*) => {$(
        $(#[$doc])*
        /// Events are handled one at a time, in order.
        pub fn $method(self, handler: impl Fn(&$frame, &Context) + Send + Sync + 'static) -> Self {
            let handler = move |event: &Event, context: &Context| {
                if let Event::$name(event) = event {
                    handler(event, context);
                }
            };
            let mut offer = self.before_start("an event");
            offer.events.retain(|(name, _)| *name != EventName::$name);
            offer.events.push((EventName::$name, Arc::new(handler)));
            drop(offer);
            self
        }
    )*};
}

macro_rules! intercepts {
    ($($(#[$doc:meta])* $method:ident, $slot:ident, $name:ident, $frame:ident;)*) => {$(
        $(#[$doc])*
        /// An `Err` or a panic blocks.
        pub fn $method<D: Into<Decision>>(
            self,
            handler: impl Fn(&$frame, &Context) -> D + Send + Sync + 'static,
        ) -> Self {
            let mut offer = self.before_start("an interception");
            if offer.$slot.is_none() {
                offer.intercepts.push(InterceptName::$name);
            }
            offer.$slot = Some(Arc::new(move |asked: &$frame, context: &Context| {
                handler(asked, context).into()
            }));
            drop(offer);
            self
        }
    )*};
}

impl Extension {
    /// Begins an extension.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self(Arc::new(Shared {
            name: name.into(),
            version: version.into(),
            offer: Mutex::default(),
            session: OnceLock::new(),
        }))
    }

    pub(crate) fn of(shared: Arc<Shared>) -> Self {
        Self(shared)
    }

    /// Offers a tool to the model. Its arguments are checked against the JSON Schema, whose type is `object`,
    /// before the handler is called.
    ///
    /// # Panics
    ///
    /// Where the name is none that a tool can have, where the type of the schema is not `object`; and once the extension runs, where [`Extension::add_tool`] fails.
    pub fn tool<A: Into<ToolAnswer>>(
        self,
        name: impl Into<String>,
        description: impl Into<String>,
        schema: Value,
        handler: impl Fn(Value, &ToolContext) -> A + Send + Sync + 'static,
    ) -> Self {
        if let Err(error) = self.add_tool(name, description, schema, handler) {
            panic!("{error}");
        }
        self
    }

    /// Offers a tool whose handler takes its arguments as a type. With the feature `schema` the schema can be
    /// that of the type: `schema_of::<Args>()`.
    ///
    /// # Panics
    ///
    /// As [`Extension::tool`] does.
    pub fn tool_typed<T: DeserializeOwned, A: Into<ToolAnswer>>(
        self,
        name: impl Into<String>,
        description: impl Into<String>,
        schema: Value,
        handler: impl Fn(T, &ToolContext) -> A + Send + Sync + 'static,
    ) -> Self {
        // Read from the text: there large numbers have all their digits.
        self.tool(name, description, schema, move |_, context| {
            match context.readable_args().parse::<T>() {
                Ok(args) => handler(args, context).into(),
                Err(error) => failure(arguments::unreadable(&error)).into(),
            }
        })
    }

    /// Adds or replaces a tool. Once the extension runs this needs a host that offers `dynamic_tools`.
    ///
    /// # Panics
    ///
    /// Where the name is none that a tool can have, or the type of the schema is not `object`.
    pub fn add_tool<A: Into<ToolAnswer>>(
        &self,
        name: impl Into<String>,
        description: impl Into<String>,
        schema: Value,
        handler: impl Fn(Value, &ToolContext) -> A + Send + Sync + 'static,
    ) -> Result<(), NotOffered> {
        let name = name.into();
        let text = expect::tool(&name, &schema);
        let session = self.dynamic(|| format!("register the tool {name} now"))?;
        let tool = Tool {
            name,
            description: description.into(),
            schema: Arc::new(schema),
            text,
            handler: Arc::new(move |args, context| handler(args, context).into()),
        };
        let mut offer = self.0.offer();
        offer.put_tool(tool.clone());
        if let Some(session) = session {
            session.register_tool(&tool);
        }
        Ok(())
    }

    /// Withdraws a tool. Once the extension runs this needs a host that offers `dynamic_tools`.
    pub fn remove_tool(&self, name: &str) -> Result<(), NotOffered> {
        let session = self.dynamic(|| format!("withdraw the tool {name}"))?;
        let mut offer = self.0.offer();
        let before = offer.tools.len();
        offer.tools.retain(|tool| tool.name != name);
        if let Some(session) = session.filter(|_| offer.tools.len() < before) {
            session.queue(UnregisterTool::new(name).into());
        }
        Ok(())
    }

    /// The session, where there is one and its host takes new tools.
    fn dynamic(&self, deed: impl Fn() -> String) -> Result<Option<&Arc<Session>>, NotOffered> {
        let session = self.0.session.get();
        let capability = "dynamic_tools";
        match session {
            Some(session) if !session.offers(capability) => Err(NotOffered {
                capability,
                deed: deed(),
            }),
            session => Ok(session),
        }
    }

    /// Offers a slash command to the user. The name has no slash and no upper-case letters.
    ///
    /// # Panics
    ///
    /// Where the name is none that a command can have.
    pub fn command<A: Into<CommandAnswer>>(
        self,
        name: impl Into<String>,
        description: impl Into<String>,
        handler: impl Fn(&str, &Context) -> A + Send + Sync + 'static,
    ) -> Self {
        let command = Command {
            name: name.into(),
            description: description.into(),
            handler: Arc::new(move |args: &str, context: &Context| handler(args, context).into()),
        };
        expect::command(&command.name);
        let mut offer = self.before_start("a command");
        offer.commands.retain(|own| own.name != command.name);
        offer.commands.push(command);
        drop(offer);
        self
    }

    events! {
        /// Is told that a session begins.
        on_session_start, SessionStart, EventSessionStart;
        /// Is told that a model is called.
        on_turn_start, TurnStart, EventTurnStart;
        /// Is told that a model's answer is complete.
        on_turn_end, TurnEnd, EventTurnEnd;
        /// Is told that a tool is called.
        on_tool_call, ToolCall, EventToolCall;
        /// Is told what the assistant said.
        on_assistant_message, AssistantMessage, EventAssistantMessage;
    }

    intercepts! {
        /// Is asked before a tool runs: allows it, blocks it, or rewrites its arguments.
        intercept_tool_call, tool_call, ToolCall, EventInterceptToolCall;
        /// Is asked before a model is called: allows or blocks it.
        intercept_turn_start, turn_start, TurnStart, EventInterceptTurnStart;
        /// Is asked before the assistant's words are shown: allows, blocks or replaces them.
        intercept_assistant_message, assistant_message, AssistantMessage, EventInterceptAssistantMessage;
    }

    /// What the host does where this extension does not answer an interception: go on, or refuse what was
    /// guarded. It holds for all interceptions, in a host that offers `on_failure`.
    ///
    /// # Panics
    ///
    /// Where the policy is one that the protocol does not know.
    pub fn on_failure(self, policy: FailurePolicy) -> Self {
        expect::policy(&policy);
        self.before_start("a policy").on_failure = Some(policy);
        self
    }

    /// Gives arguments to handlers without a look at the schema.
    pub fn without_checks(self) -> Self {
        self.before_start("a setting").unchecked = true;
        self
    }

    /// Makes a panel; a command opens it with [`open_panel`](crate::open_panel). Keys come one after the other,
    /// in order.
    pub fn panel(
        &self,
        id: impl Into<String>,
        on_key: impl Fn(&PanelKey, &Panel) + Send + Sync + 'static,
        on_close: impl Fn(&Panel) + Send + Sync + 'static,
    ) -> Panel {
        let panel = Panel::new(id.into(), Box::new(on_key), Box::new(on_close));
        let mut offer = self.0.offer();
        offer.panels.retain(|own| own.id() != panel.id());
        offer.panels.push(panel.clone());
        if let Some(session) = self.0.session.get() {
            panel.attach(session);
        }
        panel
    }

    /// Shows a note to the user. Before the start nobody is there to see it.
    ///
    /// # Panics
    ///
    /// Where the level is one that the protocol does not know.
    pub fn notify(&self, level: NoteLevel, message: impl Into<String>) {
        expect::level(&level);
        match self.0.session.get() {
            Some(session) => session.notify(level, message.into()),
            None => self.log("a note was lost: the extension does not run yet"),
        }
    }

    /// Writes to standard error, which the host keeps in the extension's log.
    pub fn log(&self, message: impl Display) {
        match self.0.session.get() {
            Some(session) => session.log(message),
            None => eprintln!("[{}] {message}", self.0.name),
        }
    }

    /// What the host said of itself; none until it has greeted.
    pub fn host(&self) -> Option<Host> {
        self.0.session.get()?.host().cloned()
    }

    /// Runs until the host ends the extension; the process ends with it.
    pub fn run(self) -> ! {
        standard_streams::run(&self)
    }

    pub(crate) fn start(&self, output: Arc<dyn Output>) -> Arc<Session> {
        let session = Session::new(self.0.clone(), output);
        if self.0.session.set(session.clone()).is_err() {
            panic!("the extension {} is running already", self.0.name);
        }
        session.greet();
        session
    }

    fn before_start(&self, what: &str) -> MutexGuard<'_, Offer> {
        let started = self.0.session.get().is_some();
        assert!(!started, "{what} cannot be added once the extension runs");
        self.0.offer()
    }
}

impl fmt::Debug for Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shared { name, version, .. } = &*self.0;
        write!(f, "Extension({name} {version})")
    }
}
