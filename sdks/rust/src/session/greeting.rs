//! The greeting: what the extension says of itself, and what it registers once the host has answered.

use super::Session;
use crate::handlers::Host;
use crate::protocol::constants::PROTOCOL_VERSION;
use crate::protocol::extension::{Hello, Ready, RegisterCommand, Subscribe};
use crate::protocol::host::HelloAck;
use crate::protocol::types::FailurePolicy;
use std::sync::Arc;

impl Session {
    /// Greets the host.
    pub(crate) fn greet(self: &Arc<Self>) {
        let offer = self.shared.offer();
        let mut capabilities = Vec::new();
        let mut add = |condition: bool, names: &[&str]| {
            if condition {
                capabilities.extend(names.iter().map(|&name| name.to_owned()));
            }
        };
        add(!offer.commands.is_empty(), &["commands"]);
        add(
            !offer.tools.is_empty(),
            &["tools", "tool_cancel", "tool_progress"],
        );
        add(offer.subscribes(), &["events"]);
        add(!offer.panels.is_empty(), &["panels"]);
        add(true, &["dynamic_tools"]);
        for panel in &offer.panels {
            panel.attach(self);
        }
        let mut hello = Hello::new(&self.shared.name, &self.shared.version);
        hello.capabilities = Some(capabilities);
        self.queue(hello.into());
    }

    pub(super) fn greeted(&self, ack: HelloAck) {
        if self.host().is_some() {
            return;
        }
        if ack.protocol_version != PROTOCOL_VERSION {
            self.log(format!(
                "the host speaks version {} of the protocol, this extension {PROTOCOL_VERSION}",
                ack.protocol_version
            ));
            self.end(1);
            return;
        }
        let _ = self.host.set(Host::of(ack));
        let offer = self.shared.offer();
        for command in &offer.commands {
            let mut frame = RegisterCommand::new(&command.name);
            frame.description = Some(command.description.clone());
            self.queue(frame.into());
        }
        for tool in &offer.tools {
            self.register_tool(tool);
        }
        if offer.subscribes() {
            let honoured = self.offers("on_failure");
            if offer.on_failure == Some(FailurePolicy::Block) && !honoured {
                self.log("the host does not offer on_failure: where this extension fails, the host goes on");
            }
            let events = offer.events.iter().map(|(name, _)| name.clone());
            let frame = Subscribe {
                events: Some(events.collect()),
                intercept: Some(offer.intercepts.clone()),
                on_failure: offer.on_failure.clone().filter(|_| honoured),
                ..Subscribe::default()
            };
            self.queue(frame.into());
        }
        self.queue(Ready::default().into());
    }
}
