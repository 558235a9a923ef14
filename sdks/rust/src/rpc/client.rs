//! The commands of a host.

use super::error::Error;
use super::events::Events;
use super::options::Options;
use super::process::Process;
use crate::protocol::client::{
    Clear, GetMessages, GetModels, GetState, Hello, InvokeCommand, ListCommands, ListExtensions,
    PanelClose, PanelKey, Ping, Prompt, ReloadExtensions, SetModel, ToolApproval,
};
use crate::protocol::constants::PROTOCOL_VERSION;
use crate::protocol::server::{Frame, Response};
use crate::protocol::types::{
    CommandAction, CommandInfo, ExtensionInfo, HelloData, Image, Message, Model, PanelKeyName,
    ReloadData, StateData,
};
use std::sync::{mpsc, Arc};

/// A host that is running. Clones are the same host, so that a thread can abort what another one asked for.
#[derive(Clone)]
pub struct Client {
    pub(super) process: Arc<Process>,
    info: Arc<HelloData>,
}

/// Sends a command and takes the response to it.
macro_rules! ask {
    ($process:expr, $name:literal, $frame:expr, $variant:ident) => {{
        let mut frame = $frame;
        let answer = $process.request($name, None, move |id| {
            frame.id = Some(id);
            frame.into()
        });
        match answer? {
            Response::$variant(response) => response,
            _ => {
                return Err(Error::BadResponse {
                    command: $name.to_owned(),
                    message: "it answers another command".to_owned(),
                })
            }
        }
    }};
}

impl Client {
    /// Starts a host and greets it; one that cannot be greeted is ended. A list of program and arguments will do
    /// as options.
    pub fn start(options: impl Into<Options>) -> Result<Self, Error> {
        let options = options.into();
        let token = options.token.clone();
        let process = Process::start(options)?;
        let greet = Hello {
            token,
            ..Hello::default()
        };
        let hello =
            || -> Result<HelloData, Error> { Ok(ask!(process, "hello", greet, Hello).data) };
        let info = match hello() {
            Ok(info) => info,
            Err(error) => {
                process.kill();
                process.wait();
                return Err(error);
            }
        };
        let version = info.protocol_version;
        let info = Arc::new(info);
        let client = Self { process, info };
        if version == PROTOCOL_VERSION {
            return Ok(client);
        }
        client.close()?;
        Err(Error::HostGone {
            message: format!("the host speaks version {version} of the protocol"),
            status: None,
        })
    }

    /// What the host said of itself.
    pub fn info(&self) -> &HelloData {
        &self.info
    }

    /// Whether the host offers a capability.
    pub fn offers(&self, capability: &str) -> bool {
        let offered = self.info.capabilities.as_deref().unwrap_or_default();
        offered.iter().any(|name| name == capability)
    }

    /// Submits a prompt. Its events come until its end; further prompts wait for their turn in the host. A
    /// refused prompt gives an error in place of its first event.
    pub fn prompt(&self, message: impl Into<String>) -> Events {
        self.prompt_with_images(message, Vec::new())
    }

    /// Submits a prompt with pictures.
    pub fn prompt_with_images(&self, message: impl Into<String>, images: Vec<Image>) -> Events {
        let mut frame = Prompt::new(message);
        frame.images = (!images.is_empty()).then_some(images);
        let (sender, receiver) = mpsc::channel();
        let submitted = self.process.submit("prompt", Some(sender.clone()), |id| {
            frame.id = Some(id);
            frame.into()
        });
        if let Err(error) = submitted {
            let _ = sender.send(Err(error));
        }
        Events(receiver)
    }

    /// Submits a prompt and gives the text of the answer. An error of the host is an error.
    pub fn ask(&self, message: impl Into<String>) -> Result<String, Error> {
        let mut answer = String::new();
        let mut failed = None;
        for event in self.prompt(message) {
            match event? {
                Frame::TextDelta(text) => answer.push_str(&text.delta),
                Frame::Error(error) => failed = Some(error.message),
                _ => {}
            }
        }
        match failed {
            None => Ok(answer),
            Some(message) => Err(Error::CommandFailed {
                command: "prompt".to_owned(),
                message,
            }),
        }
    }

    /// What the host is doing, and with which model.
    pub fn get_state(&self) -> Result<StateData, Error> {
        Ok(ask!(self.process, "get_state", GetState::default(), GetState).data)
    }

    /// The conversation.
    pub fn get_messages(&self) -> Result<Vec<Message>, Error> {
        let frame = GetMessages::default();
        Ok(ask!(self.process, "get_messages", frame, GetMessages)
            .data
            .messages)
    }

    /// Forgets the conversation.
    pub fn clear(&self) -> Result<(), Error> {
        ask!(self.process, "clear", Clear::default(), Clear);
        Ok(())
    }

    /// Changes the model.
    pub fn set_model(&self, model: impl Into<String>) -> Result<(), Error> {
        ask!(self.process, "set_model", SetModel::new(model), SetModel);
        Ok(())
    }

    /// The models that the host knows.
    pub fn get_models(&self) -> Result<Vec<Model>, Error> {
        Ok(
            ask!(self.process, "get_models", GetModels::default(), GetModels)
                .data
                .models,
        )
    }

    /// Whether the host is there.
    pub fn ping(&self) -> Result<(), Error> {
        ask!(self.process, "ping", Ping::default(), Ping);
        Ok(())
    }

    /// The slash commands; in hosts that offer `slash_commands`.
    pub fn list_commands(&self) -> Result<Vec<CommandInfo>, Error> {
        let frame = ListCommands::default();
        Ok(ask!(self.process, "list_commands", frame, ListCommands)
            .data
            .commands)
    }

    /// Runs a slash command; in hosts that offer `slash_commands`.
    pub fn invoke_command(&self, name: &str, args: &str) -> Result<CommandAction, Error> {
        let mut frame = InvokeCommand::new(name);
        frame.args = (!args.is_empty()).then(|| args.to_owned());
        Ok(ask!(self.process, "invoke_command", frame, InvokeCommand)
            .data
            .action)
    }

    /// Presses a key in a panel; in hosts that offer `panels`.
    pub fn panel_key(
        &self,
        panel: &str,
        key: PanelKeyName,
        text: Option<&str>,
    ) -> Result<(), Error> {
        let mut frame = PanelKey::new(panel, key);
        frame.text = text.map(str::to_owned);
        ask!(self.process, "panel_key", frame, PanelKey);
        Ok(())
    }

    /// Closes a panel; in hosts that offer `panels`.
    pub fn close_panel(&self, panel: &str) -> Result<(), Error> {
        ask!(
            self.process,
            "panel_close",
            PanelClose::new(panel),
            PanelClose
        );
        Ok(())
    }

    /// The extensions; in hosts that offer `extensions`.
    pub fn list_extensions(&self) -> Result<Vec<ExtensionInfo>, Error> {
        let frame = ListExtensions::default();
        Ok(ask!(self.process, "list_extensions", frame, ListExtensions)
            .data
            .extensions)
    }

    /// Loads the extensions again; in hosts that offer `extensions`.
    pub fn reload_extensions(&self) -> Result<ReloadData, Error> {
        let frame = ReloadExtensions::default();
        Ok(ask!(self.process, "reload_extensions", frame, ReloadExtensions).data)
    }

    /// Answers a `tool_approval_request`; in hosts that offer `tool_approval`.
    pub fn approve_tool(
        &self,
        approval: &str,
        allow: bool,
        reason: Option<&str>,
    ) -> Result<(), Error> {
        let mut frame = ToolApproval::new(approval, allow);
        frame.reason = reason.map(str::to_owned);
        ask!(self.process, "tool_approval", frame, ToolApproval);
        Ok(())
    }

    /// Lets the host finish its work and ends it; gives its exit status, where it has one. What the host writes
    /// meanwhile goes to the prompts that are open.
    pub fn close(&self) -> Result<Option<i32>, Error> {
        self.process.close_input();
        Ok(self.process.wait())
    }

    /// Ends the host at once.
    pub fn kill(&self) -> Option<i32> {
        self.process.kill();
        self.process.wait()
    }
}
