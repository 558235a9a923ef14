/** The Rust that does not depend on the model: reading with places in errors, writing on one line. */

/** `codec.rs`. It is printed as it stands here. */
export const codec = String.raw`
//! Reading with places in errors, writing on one line.
// Which of these are used depends on the protocols that were generated.
#![allow(dead_code)]

use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Why a line is no frame, with the place that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct DecodeError {
    /// EXT_NOT_JSON, EXT_NOT_OBJECT, EXT_NO_TYPE or EXT_INVALID_FRAME.
    pub code: &'static str,
    /// The qualified name of the frame; empty where it is not known.
    pub frame: String,
    /// The JSON Pointer to the value, or to the place where it is missing.
    pub path: String,
    /// What is wrong there.
    pub problem: String,
    /// The line, where it is an object.
    pub object: Option<Object>,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.frame.is_empty() {
            write!(f, "{}: ", self.frame)?;
        }
        if !self.path.is_empty() {
            write!(f, "{} ", self.path)?;
        }
        f.write_str(&self.problem)
    }
}

impl std::error::Error for DecodeError {}

/// A frame of a type, or of a variant of a known type, that this version does not know.
#[derive(Clone, Debug, PartialEq)]
pub struct Unknown {
    /// The value of the field type.
    pub kind: String,
    /// What told the variant; none where the type itself is unknown.
    pub variant: Option<String>,
    /// The line as it came.
    pub raw: String,
}

/// Fields that this version does not know, in the order in which they came.
pub type Extra = Vec<(String, Json)>;

/// Any JSON value, kept as the text that it came as.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Json(Box<RawValue>);

impl Json {
    /// Makes one of anything that can be JSON.
    pub fn new<T: serde::Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        serde_json::value::to_raw_value(value).map(Self)
    }

    /// The text.
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// Reads it as a type. Half of a surrogate pair, which Rust cannot hold, is read as U+FFFD.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&whole_pairs(self.get()))
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.get())
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl From<serde_json::Value> for Json {
    fn from(value: serde_json::Value) -> Self {
        Self(raw(value.to_string()))
    }
}

impl From<Object> for Json {
    fn from(object: Object) -> Self {
        Self(object.0)
    }
}

/// Any JSON object, kept as the text that it came as.
#[derive(Clone, serde::Serialize)]
#[serde(transparent)]
pub struct Object(Box<RawValue>);

impl Object {
    /// Makes one of anything that is a JSON object.
    pub fn new<T: serde::Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        Self::of(serde_json::value::to_raw_value(value)?)
    }

    /// The text.
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// Reads it as a type. Half of a surrogate pair, which Rust cannot hold, is read as U+FFFD.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&whole_pairs(self.get()))
    }

    /// A field as a type. What cannot be read as the type is an error, and so is a field that is missing, unless
    /// the type is an [Option]: nothing that is there passes for missing.
    pub fn field<T: DeserializeOwned>(&self, name: &str) -> Result<T, DecodeError> {
        let place = Place::Field(&Place::Line, name);
        let fault = |problem: String| place.fault("EXT_INVALID_FRAME", problem);
        let unread = |error: serde_json::Error| fault(format!("cannot be read: {}", said(&error)));
        let entries: Entries<'_> = serde_json::from_str(self.get()).map_err(unread)?;
        match entries.0.iter().rev().find(|(own, _)| own == name) {
            Some((_, value)) => serde_json::from_str(&whole_pairs(value.get())).map_err(unread),
            None => serde_json::from_str("null").map_err(|_| fault("is missing".to_owned())),
        }
    }

    /// The object with one field changed or added; everything else stays as it is.
    pub fn with(&self, name: &str, value: impl Into<serde_json::Value>) -> Self {
        let value = value.into().to_string();
        let entries: Entries<'_> = serde_json::from_str(self.get()).expect("an object has fields");
        let mut fields: Vec<(&str, &str)> = Vec::new();
        for (own, text) in &entries.0 {
            fields.retain(|(earlier, _)| earlier != own);
            fields.push((own, text.get()));
        }
        match fields.iter_mut().find(|(own, _)| *own == name) {
            Some(field) => field.1 = &value,
            None => fields.push((name, &value)),
        }
        let mut out = String::from("{");
        for (index, (name, text)) in fields.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            write_text(&mut out, name);
            out.push(':');
            out.push_str(text);
        }
        out.push('}');
        Self(raw(out))
    }

    fn of(value: Box<RawValue>) -> Result<Self, serde_json::Error> {
        if value.get().starts_with('{') {
            Ok(Self(value))
        } else {
            let problem = format!("{} is not a JSON object", brief(Some(&value)));
            Err(serde::de::Error::custom(problem))
        }
    }
}

impl Default for Object {
    fn default() -> Self {
        Self(raw("{}".to_owned()))
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.get())
    }
}

impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Box::<RawValue>::deserialize(deserializer)?;
        Self::of(value).map_err(serde::de::Error::custom)
    }
}

impl From<serde_json::Map<String, serde_json::Value>> for Object {
    fn from(map: serde_json::Map<String, serde_json::Value>) -> Self {
        Self(raw(serde_json::Value::Object(map).to_string()))
    }
}

impl TryFrom<serde_json::Value> for Object {
    type Error = serde_json::Error;

    fn try_from(value: serde_json::Value) -> Result<Self, Self::Error> {
        Self::new(&value)
    }
}

/// What an error says, without the place in the text, which nobody sees.
fn said(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    text[..end].to_owned()
}

/// JSON with U+FFFD for every half of a surrogate pair that stands alone: serde_json refuses to read one as a
/// string. Backslashes stand in strings only.
fn whole_pairs(json: &str) -> Cow<'_, str> {
    let unit = |at: usize| {
        let digits = json.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut out = String::new();
    let (mut copied, mut at) = (0, 0);
    while let Some(found) = json.get(at..).and_then(|rest| rest.find('\\')) {
        let escape = at + found;
        at = match (unit(escape), unit(escape + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => escape + 12,
            (Some(0xd800..=0xdfff), _) => {
                out.push_str(&json[copied..escape]);
                out.push_str("\\ufffd");
                copied = escape + 6;
                copied
            }
            _ => escape + 2,
        };
    }
    if copied == 0 {
        return Cow::Borrowed(json);
    }
    out.push_str(&json[copied..]);
    Cow::Owned(out)
}

fn raw(text: String) -> Box<RawValue> {
    RawValue::from_string(text).expect("a JSON value prints as JSON")
}

/// Where a reader is.
pub(super) enum Place<'a> {
    Line,
    Field(&'a Place<'a>, &'a str),
    Item(&'a Place<'a>, usize),
}

impl Place<'_> {
    fn path(&self) -> String {
        match self {
            Self::Line => String::new(),
            Self::Field(parent, name) => format!("{}/{name}", parent.path()),
            Self::Item(parent, index) => format!("{}/{index}", parent.path()),
        }
    }

    fn expected(&self, what: &str, actual: Option<&RawValue>) -> DecodeError {
        let problem = format!("is {}: expected {what}", brief(actual));
        self.fault("EXT_INVALID_FRAME", problem)
    }

    fn fault(&self, code: &'static str, problem: impl Into<String>) -> DecodeError {
        DecodeError {
            code,
            frame: String::new(),
            path: self.path(),
            problem: problem.into(),
            object: None,
        }
    }
}

fn brief(value: Option<&RawValue>) -> String {
    match value.map(RawValue::get) {
        None => "missing".to_owned(),
        Some(text) if text.starts_with('{') => "an object".to_owned(),
        Some(text) if text.starts_with('[') => "an array".to_owned(),
        Some(text) if text.chars().nth(60).is_some() => {
            let start: String = text.chars().take(57).collect();
            format!("{start}...")
        }
        Some(text) => text.to_owned(),
    }
}

/// What a field can hold.
pub(super) trait Value: Sized {
    fn read(value: Option<&RawValue>, at: &Place<'_>) -> Result<Self, DecodeError>;
    fn write(&self, out: &mut String);
}

/// An object with known fields.
pub(super) trait Record: Sized {
    fn read(input: &mut Reader<'_>) -> Result<Self, DecodeError>;
    fn write(&self, out: &mut Fields<'_>);
}

/// Names and values of an object, in their order. Half a surrogate pair in a name is replaced.
struct Entries<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(Text(name)) = map.next_key()? {
                    entries.push((name, map.next_value()?));
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(Members)
    }
}

/// A string. JSON can hold half a surrogate pair, Rust cannot: it becomes U+FFFD.
struct Text<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;

        impl<'de> Visitor<'de> for Bytes {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_bytes<E>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
                Ok(Text(match std::str::from_utf8(bytes) {
                    Ok(text) => Cow::Borrowed(text),
                    Err(_) => Cow::Owned(without_halves(bytes.to_vec())),
                }))
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(without_halves(bytes.to_vec()))))
            }
        }

        deserializer.deserialize_bytes(Bytes)
    }
}

fn without_halves(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let mut bytes = error.into_bytes();
        // A half is three bytes, as is U+FFFD; nothing else of UTF-8 begins so.
        for at in 0..bytes.len().saturating_sub(2) {
            if bytes[at] == 0xed && bytes[at + 1] >= 0xa0 {
                bytes[at..at + 3].copy_from_slice("\u{fffd}".as_bytes());
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

struct Entry<'a> {
    name: Cow<'a, str>,
    value: &'a RawValue,
    taken: bool,
}

/// Takes the known fields out of an object.
pub(super) struct Reader<'a> {
    text: &'a str,
    entries: Vec<Entry<'a>>,
    at: &'a Place<'a>,
    /// The tag that was taken as its default.
    assumed: Option<&'static str>,
}

impl<'a> Reader<'a> {
    /// Opens a value that has to be an object.
    pub(super) fn open(
        value: Option<&'a RawValue>,
        at: &'a Place<'a>,
    ) -> Result<Self, DecodeError> {
        match value.map(RawValue::get) {
            Some(text) if text.starts_with('{') => Self::parse(text, at),
            _ => Err(at.expected("an object", value)),
        }
    }

    fn parse(text: &'a str, at: &'a Place<'a>) -> Result<Self, DecodeError> {
        let parsed: Entries<'a> = serde_json::from_str(text).map_err(|error| {
            match serde_json::from_str::<serde::de::IgnoredAny>(text) {
                Ok(_) => at.fault("EXT_NOT_OBJECT", "is not a JSON object"),
                Err(_) => at.fault("EXT_NOT_JSON", format!("is not JSON: {error}")),
            }
        })?;
        let entries = parsed.0.into_iter().map(|(name, value)| Entry {
            name,
            value,
            taken: false,
        });
        Ok(Self {
            text,
            entries: entries.collect(),
            at,
            assumed: None,
        })
    }

    /// The last of a name counts.
    fn peek(&self, name: &str) -> Option<&'a RawValue> {
        let entry = self.entries.iter().rev().find(|entry| entry.name == name)?;
        Some(entry.value)
    }

    fn take(&mut self, name: &str) -> Option<&'a RawValue> {
        let value = self.peek(name);
        for entry in &mut self.entries {
            entry.taken |= entry.name == name;
        }
        value
    }

    fn take_present(&mut self, name: &str) -> Option<&'a RawValue> {
        self.take(name).filter(|value| value.get() != "null")
    }

    pub(super) fn is(&self, name: &str, literal: &str) -> bool {
        self.peek(name).is_some_and(|value| value.get() == literal)
    }

    /// The field that tells which shape it is.
    pub(super) fn tag(&self, name: &str) -> Result<String, DecodeError> {
        String::read(self.peek(name), &Place::Field(self.at, name))
    }

    /// Takes a tag that is missing or empty as the given one.
    pub(super) fn tag_or(
        &mut self,
        name: &'static str,
        otherwise: &str,
    ) -> Result<String, DecodeError> {
        let absent = self
            .peek(name)
            .is_none_or(|value| matches!(value.get(), "null" | "\"\""));
        if !absent {
            return self.tag(name);
        }
        self.assumed = Some(name);
        Ok(otherwise.to_owned())
    }

    pub(super) fn unknown(&self, kind: &str, variant: Option<String>) -> Unknown {
        Unknown {
            kind: kind.to_owned(),
            variant,
            raw: self.text.to_owned(),
        }
    }

    pub(super) fn constant(&mut self, name: &str, expected: &str) -> Result<(), DecodeError> {
        let at = Place::Field(self.at, name);
        let value = self.take(name);
        if self.assumed == Some(name) {
            return Ok(());
        }
        if String::read(value, &at)? == expected {
            return Ok(());
        }
        Err(at.expected(&format!("{expected:?}"), value))
    }

    pub(super) fn flag(&mut self, name: &str, expected: bool) -> Result<(), DecodeError> {
        let value = self.take(name);
        if value.is_some_and(|value| value.get() == if expected { "true" } else { "false" }) {
            return Ok(());
        }
        Err(Place::Field(self.at, name).expected(&expected.to_string(), value))
    }

    pub(super) fn required<T: Value>(&mut self, name: &str) -> Result<T, DecodeError> {
        T::read(self.take(name), &Place::Field(self.at, name))
    }

    pub(super) fn non_empty(&mut self, name: &str) -> Result<String, DecodeError> {
        let value = self.take(name);
        let at = Place::Field(self.at, name);
        match String::read(value, &at) {
            Ok(text) if !text.is_empty() => Ok(text),
            _ => Err(at.expected("a non-empty string", value)),
        }
    }

    /// Null is a value of its own here.
    pub(super) fn nullable<T: Value>(&mut self, name: &str) -> Result<Option<T>, DecodeError> {
        let value = self.take(name);
        if value.is_some_and(|value| value.get() == "null") {
            return Ok(None);
        }
        T::read(value, &Place::Field(self.at, name)).map(Some)
    }

    pub(super) fn optional<T: Value>(&mut self, name: &str) -> Result<Option<T>, DecodeError> {
        match self.take_present(name) {
            None => Ok(None),
            value => T::read(value, &Place::Field(self.at, name)).map(Some),
        }
    }

    pub(super) fn defaulted<T: Value>(
        &mut self,
        name: &str,
        otherwise: &'static str,
    ) -> Result<T, DecodeError> {
        let value = match self.take_present(name) {
            None => serde_json::from_str(otherwise).ok(),
            value => value,
        };
        T::read(value, &Place::Field(self.at, name))
    }

    /// The fields that nobody took.
    pub(super) fn extra(&self) -> Extra {
        let mut extra = Extra::new();
        for entry in self.entries.iter().filter(|entry| !entry.taken) {
            let value = Json(entry.value.to_owned());
            match extra.iter_mut().find(|(name, _)| *name == entry.name) {
                Some((_, earlier)) => *earlier = value,
                None => extra.push((entry.name.clone().into_owned(), value)),
            }
        }
        extra
    }
}

/// Reads a line as far as its type, and hands the rest over.
pub(super) fn decode_line<T>(
    side: &str,
    line: &str,
    read: impl FnOnce(&str, &mut Reader<'_>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    let mut input = Reader::parse(line, &Place::Line)?;
    let blame = |mut error: DecodeError| {
        let text = line.trim_matches([' ', '\t', '\r', '\n']).to_owned();
        error.object = RawValue::from_string(text).ok().map(Object);
        error
    };
    let at = Place::Field(&Place::Line, "type");
    let kind = String::read(input.peek("type"), &at).map_err(|_| {
        let problem = "is not a string that names the frame";
        blame(at.fault("EXT_NO_TYPE", problem))
    })?;
    read(&kind, &mut input).map_err(|mut error| {
        error.frame = format!("{side}.{kind}");
        blame(error)
    })
}

/// Writes the fields of an object.
pub(super) struct Fields<'a> {
    out: &'a mut String,
    names: Vec<&'static str>,
    empty: bool,
}

impl Fields<'_> {
    fn name(&mut self, name: &str) {
        if !self.empty {
            self.out.push(',');
        }
        self.empty = false;
        write_text(self.out, name);
        self.out.push(':');
    }

    pub(super) fn constant(&mut self, name: &'static str, value: &str) {
        self.names.push(name);
        self.name(name);
        write_text(self.out, value);
    }

    pub(super) fn field<T: Value>(&mut self, name: &'static str, value: &T) {
        self.names.push(name);
        self.name(name);
        value.write(self.out);
    }

    pub(super) fn optional<T: Value>(&mut self, name: &'static str, value: &Option<T>) {
        match value {
            Some(value) => self.field(name, value),
            None => self.names.push(name),
        }
    }

    pub(super) fn nullable<T: Value>(&mut self, name: &'static str, value: &Option<T>) {
        match value {
            Some(value) => self.field(name, value),
            None => {
                self.names.push(name);
                self.name(name);
                self.out.push_str("null");
            }
        }
    }

    /// One with the name of a known field is left out.
    pub(super) fn extra(&mut self, extra: &Extra) {
        for (name, value) in extra {
            if !self.names.contains(&name.as_str()) {
                self.name(name);
                value.write(self.out);
            }
        }
    }
}

/// A record as text on one line.
pub(super) fn encode_record<T: Record>(record: &T) -> String {
    let mut out = String::new();
    Value::write(record, &mut out);
    out
}

/// A string in quotes.
pub(super) fn write_text(out: &mut String, text: &str) {
    out.push_str(&serde_json::to_string(text).expect("a string prints as JSON"));
}

/// Line feeds stand between the tokens of JSON only, never inside.
fn write_raw(out: &mut String, value: &RawValue) {
    out.extend(value.get().split(['\n', '\r']));
}

impl<T: Record> Value for T {
    fn read(value: Option<&RawValue>, at: &Place<'_>) -> Result<Self, DecodeError> {
        <T as Record>::read(&mut Reader::open(value, at)?)
    }

    fn write(&self, out: &mut String) {
        out.push('{');
        let mut fields = Fields {
            out,
            names: Vec::new(),
            empty: true,
        };
        <T as Record>::write(self, &mut fields);
        out.push('}');
    }
}

impl Value for String {
    fn read(value: Option<&RawValue>, at: &Place<'_>) -> Result<Self, DecodeError> {
        match value.map(RawValue::get) {
            Some(text) if text.starts_with('"') => match serde_json::from_str::<Text<'_>>(text) {
                Ok(Text(text)) => Ok(text.into_owned()),
                Err(_) => Err(at.expected("a string", value)),
            },
            _ => Err(at.expected("a string", value)),
        }
    }

    fn write(&self, out: &mut String) {
        write_text(out, self);
    }
}

impl Value for bool {
    fn read(value: Option<&RawValue>, at: &Place<'_>) -> Result<Self, DecodeError> {
        match value.map(RawValue::get) {
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            _ => Err(at.expected("true or false", value)),
        }
    }

    fn write(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

fn number(value: Option<&RawValue>) -> Option<f64> {
    let text = value?.get();
    if !text.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

impl Value for i64 {
    /// 1.0 and 1e2 are integers as well: they have no fraction.
    fn read(value: Option<&RawValue>, at: &Place<'_>) -> Result<Self, DecodeError> {
        if let Some(whole) = value.and_then(|value| value.get().parse().ok()) {
            return Ok(whole);
        }
        match number(value) {
            Some(number) if number.fract() == 0.0 && number.abs() < 9e18 => Ok(number as i64),
            _ => Err(at.expected("an integer", value)),
        }
    }

    fn write(&self, out: &mut String) {
        out.push_str(&self.to_string());
    }
}

impl Value for f64 {
    /// A number that is too large is taken as the largest there is.
    fn read(value: Option<&RawValue>, at: &Place<'_>) -> Result<Self, DecodeError> {
        match number(value) {
            Some(number) => Ok(number.clamp(f64::MIN, f64::MAX)),
            None => Err(at.expected("a number", value)),
        }
    }

    fn write(&self, out: &mut String) {
        let number = if self.is_nan() {
            0.0
        } else {
            self.clamp(f64::MIN, f64::MAX)
        };
        out.push_str(&serde_json::to_string(&number).expect("a finite number prints as JSON"));
    }
}

impl Value for Json {
    fn read(value: Option<&RawValue>, at: &Place<'_>) -> Result<Self, DecodeError> {
        match value {
            Some(value) => Ok(Self(value.to_owned())),
            None => Err(at.expected("a JSON value", value)),
        }
    }

    fn write(&self, out: &mut String) {
        write_raw(out, &self.0);
    }
}

impl Value for Object {
    fn read(value: Option<&RawValue>, at: &Place<'_>) -> Result<Self, DecodeError> {
        match value {
            Some(value) if value.get().starts_with('{') => Ok(Self(value.to_owned())),
            _ => Err(at.expected("an object", value)),
        }
    }

    fn write(&self, out: &mut String) {
        write_raw(out, &self.0);
    }
}

impl<T: Value> Value for Vec<T> {
    fn read(value: Option<&RawValue>, at: &Place<'_>) -> Result<Self, DecodeError> {
        let items: Vec<&RawValue> = match value.map(|value| serde_json::from_str(value.get())) {
            Some(Ok(items)) => items,
            _ => return Err(at.expected("an array", value)),
        };
        let read = |(index, item)| T::read(Some(item), &Place::Item(at, index));
        items.into_iter().enumerate().map(read).collect()
    }

    fn write(&self, out: &mut String) {
        out.push('[');
        for (index, item) in self.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            item.write(out);
        }
        out.push(']');
    }
}
`;
