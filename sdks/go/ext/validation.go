package ext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const mostProblems = 5

// checkArguments says what is wrong with arguments, in one line. It knows the keywords of JSON Schema that schemas
// of tools are made of, and lets pass what it does not know ($ref, if, format, ...).
func checkArguments(rules any, args json.RawMessage) error {
	held, err := parseJSON(args)
	if err != nil {
		return fmt.Errorf("invalid arguments: %w", err)
	}
	problems := check(rules, held, "")
	if len(problems) == 0 {
		return nil
	}
	more := ""
	if count := len(problems) - mostProblems; count > 0 {
		problems, more = problems[:mostProblems], fmt.Sprintf("; and %d more", count)
	}
	return fmt.Errorf("invalid arguments: %s%s", strings.Join(problems, "; "), more)
}

// parseJSON keeps numbers as they are written.
func parseJSON(text []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var held any
	if err := decoder.Decode(&held); err != nil {
		return nil, err
	}
	if decoder.More() {
		return nil, fmt.Errorf("there is more after the value")
	}
	return held, nil
}

func check(rules, held any, path string) []string {
	words, ok := rules.(map[string]any)
	if !ok {
		if rules == false {
			return []string{place(path) + " is not allowed"}
		}
		return nil
	}
	if problem := checkType(words["type"], held, path); problem != "" {
		return []string{problem}
	}
	problems := checkChoice(words, held, path)
	switch held := held.(type) {
	case map[string]any:
		problems = append(problems, checkObject(words, held, path)...)
	case []any:
		problems = append(problems, checkBounds(words, "Items", len(held), path)...)
		if items, given := words["items"]; given {
			for index, item := range held {
				problems = append(problems, check(items, item, path+"/"+strconv.Itoa(index))...)
			}
		}
	case string:
		problems = append(problems, checkBounds(words, "Length", utf8.RuneCountInString(held), path)...)
		if source, given := words["pattern"].(string); given {
			if pattern, err := regexp.Compile(source); err == nil && !pattern.MatchString(held) {
				problems = append(problems, fmt.Sprintf("%s must fit the pattern %s", place(path), source))
			}
		}
	case json.Number:
		problems = append(problems, checkNumber(words, held, path)...)
	}
	return problems
}

func place(path string) string {
	if path == "" {
		return "the arguments"
	}
	return path
}

func checkType(allowed, held any, path string) string {
	var names []string
	switch allowed := allowed.(type) {
	case string:
		names = []string{allowed}
	case []any:
		for _, name := range allowed {
			if text, ok := name.(string); ok {
				names = append(names, text)
			}
		}
	}
	if len(names) == 0 || slices.ContainsFunc(names, func(name string) bool { return hasType(held, name) }) {
		return ""
	}
	return fmt.Sprintf("%s must be %s", place(path), strings.Join(names, " or "))
}

func hasType(held any, name string) bool {
	switch held := held.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	case json.Number:
		if name == "integer" {
			float, err := held.Float64()
			return err == nil && float == math.Trunc(float)
		}
		return name == "number"
	}
	return false
}

func checkChoice(words map[string]any, held any, path string) []string {
	var problems []string
	if values, given := words["enum"].([]any); given {
		if !slices.ContainsFunc(values, func(value any) bool { return equal(value, held) }) {
			shown, _ := json.Marshal(values)
			problems = append(problems, fmt.Sprintf("%s must be one of %s", place(path), shown))
		}
	}
	if value, given := words["const"]; given && !equal(value, held) {
		shown, _ := json.Marshal(value)
		problems = append(problems, fmt.Sprintf("%s must be %s", place(path), shown))
	}
	if all, given := words["allOf"].([]any); given {
		for _, rules := range all {
			problems = append(problems, check(rules, held, path)...)
		}
	}
	fitting := func(rules []any) int {
		count := 0
		for _, rule := range rules {
			if len(check(rule, held, path)) == 0 {
				count++
			}
		}
		return count
	}
	if some, given := words["anyOf"].([]any); given && fitting(some) == 0 {
		problems = append(problems, place(path)+" fits none of the forms that it may have")
	}
	if one, given := words["oneOf"].([]any); given && fitting(one) != 1 {
		problems = append(problems, place(path)+" does not fit exactly one of the forms that it may have")
	}
	return problems
}

// equal compares JSON values: numbers by value.
func equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		if !ok {
			return false
		}
		left, _ := a.Float64()
		right, _ := b.Float64()
		return a == b || left == right
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name, value := range a {
			if other, there := b[name]; !there || !equal(value, other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	}
	if _, composite := b.(map[string]any); composite {
		return false
	}
	if _, composite := b.([]any); composite {
		return false
	}
	return a == b
}

func checkObject(words map[string]any, held map[string]any, path string) []string {
	var problems []string
	if names, given := words["required"].([]any); given {
		for _, name := range names {
			if key, ok := name.(string); ok {
				if _, there := held[key]; !there {
					problems = append(problems, path+"/"+key+" is missing")
				}
			}
		}
	}
	properties, _ := words["properties"].(map[string]any)
	others, restricted := words["additionalProperties"]
	keys := make([]string, 0, len(held))
	for key := range held {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		if rules, known := properties[key]; known {
			problems = append(problems, check(rules, held[key], path+"/"+key)...)
		} else if restricted {
			problems = append(problems, check(others, held[key], path+"/"+key)...)
		}
	}
	return problems
}

func checkBounds(words map[string]any, of string, length int, path string) []string {
	var problems []string
	unit := map[string]string{"Length": "characters", "Items": "items"}[of]
	if least, given := numberOf(words["min"+of]); given && float64(length) < least {
		problems = append(problems, fmt.Sprintf("%s must have at least %v %s", place(path), least, unit))
	}
	if most, given := numberOf(words["max"+of]); given && float64(length) > most {
		problems = append(problems, fmt.Sprintf("%s must have at most %v %s", place(path), most, unit))
	}
	return problems
}

func checkNumber(words map[string]any, held json.Number, path string) []string {
	number, _ := held.Float64()
	var problems []string
	for _, rule := range []struct {
		word  string
		says  string
		holds func(bound float64) bool
	}{
		{"minimum", "at least", func(bound float64) bool { return number >= bound }},
		{"maximum", "at most", func(bound float64) bool { return number <= bound }},
		{"exclusiveMinimum", "more than", func(bound float64) bool { return number > bound }},
		{"exclusiveMaximum", "less than", func(bound float64) bool { return number < bound }},
	} {
		if bound, given := numberOf(words[rule.word]); given && !rule.holds(bound) {
			problems = append(problems, fmt.Sprintf("%s must be %s %v", place(path), rule.says, bound))
		}
	}
	return problems
}

func numberOf(held any) (float64, bool) {
	number, ok := held.(json.Number)
	if !ok {
		return 0, false
	}
	float, err := number.Float64()
	return float, err == nil
}
