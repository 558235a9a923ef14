package ext

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

var (
	timeType        = reflect.TypeFor[time.Time]()
	rawType         = reflect.TypeFor[json.RawMessage]()
	jsonUnmarshaler = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// schemaOf infers the JSON Schema of a tool's arguments.
func schemaOf(kind reflect.Type) (json.RawMessage, error) {
	for kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	if kind == rawType {
		return json.RawMessage(`{"type":"object"}`), nil
	}
	if (kind.Kind() != reflect.Struct || readsItself(kind)) && kind.Kind() != reflect.Map {
		return nil, fmt.Errorf("the arguments of a tool are a struct, not %s", kind)
	}
	made, err := infer(kind, nil)
	if err != nil {
		return nil, err
	}
	return json.Marshal(made)
}

// schema is an object whose keys stay in order.
type schema []keyword

type keyword struct {
	name  string
	value any
}

// MarshalJSON writes the keywords in order.
func (s schema) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for index, word := range s {
		if index > 0 {
			out.WriteByte(',')
		}
		name, err := json.Marshal(word.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(word.value)
		if err != nil {
			return nil, err
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

func typed(name string, more ...keyword) schema {
	return append(schema{{"type", name}}, more...)
}

// infer describes a type; within are the structs that it is a part of.
func infer(kind reflect.Type, within []reflect.Type) (schema, error) {
	switch {
	case kind == timeType:
		return typed("string", keyword{"format", "date-time"}), nil
	case kind == rawType || kind.Kind() == reflect.Interface:
		return schema{}, nil
	case reflect.PointerTo(kind).Implements(jsonUnmarshaler):
		return schema{}, nil
	case reflect.PointerTo(kind).Implements(textUnmarshaler):
		return typed("string"), nil
	}
	switch kind.Kind() {
	case reflect.Pointer:
		return infer(kind.Elem(), within)
	case reflect.Bool:
		return typed("boolean"), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return typed("integer"), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return typed("integer", keyword{"minimum", 0}), nil
	case reflect.Float32, reflect.Float64:
		return typed("number"), nil
	case reflect.String:
		return typed("string"), nil
	case reflect.Slice, reflect.Array:
		if kind.Kind() == reflect.Slice && kind.Elem().Kind() == reflect.Uint8 {
			return typed("string", keyword{"contentEncoding", "base64"}), nil
		}
		items, err := infer(kind.Elem(), within)
		return typed("array", keyword{"items", items}), err
	case reflect.Map:
		if kind.Key().Kind() != reflect.String {
			return nil, fmt.Errorf("%s has no JSON Schema: the keys of a map are strings", kind)
		}
		values, err := infer(kind.Elem(), within)
		return typed("object", keyword{"additionalProperties", values}), err
	case reflect.Struct:
		if slices.Contains(within, kind) {
			return nil, fmt.Errorf("%s contains itself: give its schema to ToolFunc", kind)
		}
		return inferStruct(kind, append(slices.Clip(within), kind))
	}
	return nil, fmt.Errorf("%s has no JSON Schema", kind)
}

func inferStruct(kind reflect.Type, within []reflect.Type) (schema, error) {
	properties := schema{}
	required := []string{}
	for _, field := range fieldsOf(kind) {
		made, err := infer(field.kind, within)
		if err == nil && field.quoted {
			made = typed("string")
		}
		if err == nil {
			made, err = withTags(made, field)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", field.name, err)
		}
		properties = append(properties, keyword{field.name, made})
		if !field.optional {
			required = append(required, field.name)
		}
	}
	made := typed("object", keyword{"properties", properties})
	if len(required) > 0 {
		made = append(made, keyword{"required", required})
	}
	return made, nil
}

// structField is a field as it stands in JSON.
type structField struct {
	name     string
	kind     reflect.Type
	tag      reflect.StructTag
	optional bool
	// quoted: the option string of the json tag.
	quoted bool
}

func find(fields []structField, name string) (structField, bool) {
	index := slices.IndexFunc(fields, func(field structField) bool { return field.name == name })
	if index < 0 {
		return structField{}, false
	}
	return fields[index], true
}

// fieldsOf lists the fields that encoding/json sees, those of embedded structs included; an outer one hides an
// inner one of the same name.
func fieldsOf(kind reflect.Type) []structField {
	fields := []structField{}
	var embedded []structField
	for index := range kind.NumField() {
		field := kind.Field(index)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" && options == "" {
			continue
		}
		inner := field.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		if field.Anonymous && name == "" && inner.Kind() == reflect.Struct && !readsItself(inner) {
			embedded = append(embedded, fieldsOf(inner)...)
			continue
		}
		if !field.IsExported() {
			continue
		}
		if name == "" {
			name = smallFirst(field.Name)
		}
		chosen := strings.Split(options, ",")
		fields = append(fields, structField{
			name: name,
			kind: field.Type,
			tag:  field.Tag,
			optional: field.Type.Kind() == reflect.Pointer ||
				slices.Contains(chosen, "omitempty") || slices.Contains(chosen, "omitzero"),
			quoted: slices.Contains(chosen, "string"),
		})
	}
	for _, field := range embedded {
		if _, hidden := find(fields, field.name); !hidden {
			fields = append(fields, field)
		}
	}
	return fields
}

// readsItself: how it looks in JSON is not told by its fields.
func readsItself(kind reflect.Type) bool {
	pointer := reflect.PointerTo(kind)
	return pointer.Implements(jsonUnmarshaler) || pointer.Implements(textUnmarshaler)
}

// smallFirst: Name -> name, ID -> id, URLPath -> urlPath. Only the case changes, so encoding/json knows the field
// by either name.
func smallFirst(name string) string {
	letters := []rune(name)
	for index, letter := range letters {
		if !unicode.IsUpper(letter) || index > 0 && index+1 < len(letters) && unicode.IsLower(letters[index+1]) {
			break
		}
		letters[index] = unicode.ToLower(letter)
	}
	return string(letters)
}

func withTags(made schema, field structField) (schema, error) {
	if values, given := field.tag.Lookup("enum"); given {
		list, err := enumOf(field, strings.Split(values, ","))
		if err != nil {
			return nil, err
		}
		made = append(made, keyword{"enum", list})
	}
	for _, bound := range []string{"min", "max"} {
		text, given := field.tag.Lookup(bound)
		if !given {
			continue
		}
		number, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("the tag %s is %q, not a number", bound, text)
		}
		word, fits := boundOf(made, bound)
		if !fits {
			return nil, fmt.Errorf("the tag %s is for numbers, texts and lists", bound)
		}
		made = slices.DeleteFunc(made, func(held keyword) bool { return held.name == word })
		made = append(made, keyword{word, number})
	}
	for _, tag := range []string{"doc", "desc"} {
		if text := field.tag.Get(tag); text != "" {
			return append(made, keyword{"description", text}), nil
		}
	}
	return made, nil
}

// boundOf names the keyword of a bound: minimum, minLength or minItems.
func boundOf(made schema, bound string) (string, bool) {
	if len(made) == 0 {
		return "", false
	}
	switch made[0].value {
	case "integer", "number":
		return bound + "imum", true
	case "string":
		return bound + "Length", true
	case "array":
		return bound + "Items", true
	}
	return "", false
}

// enumOf gives the values of an enum the type of the field.
func enumOf(field structField, texts []string) ([]any, error) {
	kind := field.kind
	for kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	values := make([]any, 0, len(texts))
	for _, text := range texts {
		text = strings.TrimSpace(text)
		if kind.Kind() == reflect.String {
			values = append(values, text)
			continue
		}
		number := json.Number(text)
		if _, err := number.Float64(); err != nil {
			return nil, fmt.Errorf("the tag enum has %q, which is no value of %s", text, kind)
		}
		values = append(values, number)
	}
	return values, nil
}
