//! What handlers answer.

use crate::handlers::PanelContent;
use crate::panel::Panel;
use crate::protocol::types::{ContentBlock, ImageBlock, TextBlock};
use crate::protocol::Object;
use serde::Serialize;
use std::fmt::Display;

/// A block of text in a tool's answer.
pub fn text(value: impl Into<String>) -> ContentBlock {
    TextBlock::new(value).into()
}

/// A picture in a tool's answer, from its bytes.
pub fn image(mime_type: impl Into<String>, bytes: impl AsRef<[u8]>) -> ContentBlock {
    ImageBlock::new(mime_type, base64(bytes.as_ref())).into()
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let group = at(0) << 16 | at(1) << 8 | at(2);
        for letter in 0..4 {
            out.push(if letter <= chunk.len() {
                char::from(LETTERS[(group >> (18 - 6 * letter)) as usize & 63])
            } else {
                '='
            });
        }
    }
    out
}

/// What a tool answers: made from a text, a block or several, nothing, or a `Result` of these.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolAnswer {
    /// What the model sees.
    pub content: Vec<ContentBlock>,
    /// The model sees it as an error.
    pub is_error: bool,
}

impl From<()> for ToolAnswer {
    fn from((): ()) -> Self {
        Self::default()
    }
}

impl From<String> for ToolAnswer {
    fn from(value: String) -> Self {
        text(value).into()
    }
}

impl From<&str> for ToolAnswer {
    fn from(value: &str) -> Self {
        text(value).into()
    }
}

impl From<ContentBlock> for ToolAnswer {
    fn from(block: ContentBlock) -> Self {
        vec![block].into()
    }
}

impl From<Vec<ContentBlock>> for ToolAnswer {
    fn from(content: Vec<ContentBlock>) -> Self {
        let is_error = false;
        Self { content, is_error }
    }
}

impl<T: Into<ToolAnswer>, E: Display> From<Result<T, E>> for ToolAnswer {
    fn from(result: Result<T, E>) -> Self {
        match result {
            Ok(answer) => answer.into(),
            Err(error) => failure(error).into(),
        }
    }
}

/// An answer that something went wrong, for tools and commands. An `Err` says the same.
pub fn failure(message: impl Display) -> Failure {
    Failure(message_of(message))
}

/// Something went wrong. Made by [`failure`].
#[derive(Clone, Debug, PartialEq)]
pub struct Failure(String);

impl From<Failure> for ToolAnswer {
    fn from(Failure(message): Failure) -> Self {
        let content = vec![text(message)];
        Self {
            content,
            is_error: true,
        }
    }
}

/// A text is never empty, so that there is something to see.
pub(crate) fn message_of(error: impl Display) -> String {
    let message = error.to_string();
    if message.is_empty() {
        "failed without a message".to_owned()
    } else {
        message
    }
}

/// What a command answers: made by [`prompt`], [`insert`], [`display`], [`open_panel`] or [`failure`], from
/// `()` where there is nothing to be done, or from a `Result` of these.
#[derive(Clone, Debug, Default)]
pub enum CommandAnswer {
    /// Nothing is to be done.
    #[default]
    Nothing,
    /// Submits a text to the model.
    Prompt(String),
    /// Puts a text where the user types.
    Insert(String),
    /// Shows a text.
    Display(String),
    /// Opens a panel.
    OpenPanel(Panel, PanelContent),
    /// Something went wrong.
    Failed(String),
}

impl From<()> for CommandAnswer {
    fn from((): ()) -> Self {
        Self::Nothing
    }
}

impl From<Failure> for CommandAnswer {
    fn from(Failure(message): Failure) -> Self {
        Self::Failed(message)
    }
}

impl<T: Into<CommandAnswer>, E: Display> From<Result<T, E>> for CommandAnswer {
    fn from(result: Result<T, E>) -> Self {
        match result {
            Ok(answer) => answer.into(),
            Err(error) => failure(error).into(),
        }
    }
}

/// Submits a text to the model as if the user had typed it.
pub fn prompt(value: impl Into<String>) -> CommandAnswer {
    CommandAnswer::Prompt(value.into())
}

/// Puts a text where the user types.
pub fn insert(value: impl Into<String>) -> CommandAnswer {
    CommandAnswer::Insert(value.into())
}

/// Shows a text to the user.
pub fn display(value: impl Into<String>) -> CommandAnswer {
    CommandAnswer::Display(value.into())
}

/// Opens a panel.
pub fn open_panel(panel: &Panel, content: PanelContent) -> CommandAnswer {
    CommandAnswer::OpenPanel(panel.clone(), content)
}

/// What an interceptor answers: made by [`allow`], [`block`], [`rewrite`] or [`replace`]; from `()`, which
/// allows; from an `Option` of a text, which is the reason to block; or from a `Result` of these, whose error
/// blocks.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Decision {
    /// Lets it happen as it is.
    #[default]
    Allow,
    /// Stops it; the reason is shown.
    Block(String),
    /// Goes on with other arguments: for tool calls.
    Rewrite(Object),
    /// Shows another text: for the assistant's messages.
    Replace(String),
}

impl Decision {
    pub(crate) fn failed(error: impl Display) -> Self {
        Self::Block(format!("interceptor failed: {}", message_of(error)))
    }
}

impl From<()> for Decision {
    fn from((): ()) -> Self {
        Self::Allow
    }
}

impl From<Option<String>> for Decision {
    fn from(reason: Option<String>) -> Self {
        reason.map_or(Self::Allow, Self::Block)
    }
}

impl From<Option<&str>> for Decision {
    fn from(reason: Option<&str>) -> Self {
        reason.map(str::to_owned).into()
    }
}

impl<T: Into<Decision>, E: Display> From<Result<T, E>> for Decision {
    fn from(result: Result<T, E>) -> Self {
        match result {
            Ok(decision) => decision.into(),
            Err(error) => Self::failed(error),
        }
    }
}

/// Lets it happen as it is.
pub fn allow() -> Decision {
    Decision::Allow
}

/// Stops it; the reason is shown.
pub fn block(reason: impl Into<String>) -> Decision {
    Decision::Block(reason.into())
}

/// Lets a tool run with other arguments: anything that is a JSON object. What is none blocks.
pub fn rewrite(args: impl Serialize) -> Decision {
    Object::new(&args).map_or_else(Decision::failed, Decision::Rewrite)
}

/// Shows another text than the assistant's. An empty one changes nothing.
pub fn replace(value: impl Into<String>) -> Decision {
    let value = value.into();
    if value.is_empty() {
        Decision::Allow
    } else {
        Decision::Replace(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_base64() {
        for (bytes, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
        ] {
            assert_eq!(base64(bytes.as_bytes()), expected);
        }
        assert_eq!(base64(&[0xff, 0xfe, 0xfd]), "//79");
    }

    #[test]
    fn what_is_no_object_cannot_replace_arguments() {
        assert!(matches!(rewrite([1]), Decision::Block(reason) if reason.contains("object")));
    }
}
