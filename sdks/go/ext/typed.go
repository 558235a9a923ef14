package ext

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// AddTool offers a tool whose arguments are a struct. Its schema is inferred from the struct:
//
//   - A field has the name of its json tag; without one its own name with a small letter first.
//   - It is required unless it is a pointer or has omitempty or omitzero.
//   - The tag doc (or desc) describes it; enum lists the values that it may have, with commas between them; min
//     and max bound a number, the length of a text or the length of a list.
//   - Structs, slices, maps, time.Time and types that read themselves from text may be nested.
//
// Arguments are checked before the handler is called; what is wrong with them is told to the model. The handler
// answers a string, a ToolContent, a []ToolContent, a ToolResult, or anything else, which is sent as JSON; an error
// becomes an error result. CallOf(ctx) reports progress.
//
// It panics where a type has no schema. The error is that of ToolFunc.
func AddTool[In, Out any](e *Extension, name, description string, handler func(ctx context.Context, in In) (Out, error)) error {
	kind := reflect.TypeFor[In]()
	schema, err := schemaOf(kind)
	if err != nil {
		panic(fmt.Sprintf("the tool %s: %v", name, err))
	}
	rules, err := parseJSON(schema)
	if err != nil {
		panic(err)
	}
	typed := func(ctx context.Context, args json.RawMessage) (ToolResult, error) {
		in, err := decodeArguments[In](kind, rules, args)
		if err != nil {
			return ToolResult{}, err
		}
		answer, err := handler(ctx, in)
		if err != nil {
			return ToolResult{}, err
		}
		return resultOf(answer)
	}
	return e.offerTool(tool{name: name, description: description, schema: schema, handler: typed, checksItself: true})
}

func decodeArguments[In any](kind reflect.Type, rules any, args json.RawMessage) (in In, err error) {
	if err := checkArguments(rules, args); err != nil {
		return in, err
	}
	held, err := parseJSON(args)
	if err == nil && dropOtherCases(kind, held) {
		args, err = json.Marshal(held)
	}
	if err == nil {
		err = json.Unmarshal(wholeNumbers(args), &in)
	}
	if err != nil {
		return in, fmt.Errorf("invalid arguments: %w", withoutTypes(err))
	}
	return in, nil
}

// withoutTypes is an error without the names of Go's types, which say nothing to a model.
func withoutTypes(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err
	}
	path := ""
	if wrong.Field != "" {
		path = "/" + strings.ReplaceAll(wrong.Field, ".", "/")
	}
	return fmt.Errorf("%s cannot be %s", place(path), wrong.Value)
}

// dropOtherCases removes what only differs from a field in the case of its letters: encoding/json would take it
// for the field, and nobody has checked it.
func dropOtherCases(kind reflect.Type, held any) bool {
	for kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	dropped := false
	switch kind.Kind() {
	case reflect.Struct:
		object, ok := held.(map[string]any)
		if !ok || readsItself(kind) {
			return false
		}
		fields := fieldsOf(kind)
		for key := range object {
			for _, field := range fields {
				if field.name == key {
					dropped = dropOtherCases(field.kind, object[key]) || dropped
				} else if _, exact := find(fields, key); !exact && strings.EqualFold(field.name, key) {
					delete(object, key)
					dropped = true
				}
			}
		}
	case reflect.Slice, reflect.Array:
		items, _ := held.([]any)
		for _, item := range items {
			dropped = dropOtherCases(kind.Elem(), item) || dropped
		}
	case reflect.Map:
		object, _ := held.(map[string]any)
		for _, item := range object {
			dropped = dropOtherCases(kind.Elem(), item) || dropped
		}
	}
	return dropped
}
