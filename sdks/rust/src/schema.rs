//! Schemas from types, with the feature `schema`.

use schemars::{generate::SchemaSettings, JsonSchema};
use serde_json::Value;

/// The schema of a type, for [`Extension::tool_typed`](crate::Extension::tool_typed). Needs the feature `schema`.
pub fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    settings.into_generator().into_root_schema_for::<T>().into()
}
