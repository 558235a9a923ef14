package ext

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
)

type base struct {
	ID   string `json:"id"`
	Note string `json:"note,omitempty"`
}

type everything struct {
	base
	Name     string            `json:"name" doc:"Whose it is."`
	Level    string            `json:"level" enum:"low, high" desc:"How much."`
	Count    int               `json:"count,omitempty" min:"1" max:"9"`
	Size     *uint8            `json:"size"`
	Share    float64           `json:"share"`
	Tags     []string          `json:"tags" min:"1"`
	Labels   map[string]bool   `json:"labels"`
	Inner    struct{ URL any } `json:"inner"`
	When     time.Time         `json:"when"`
	Bytes    []byte            `json:"bytes"`
	Raw      json.RawMessage   `json:"raw"`
	Quoted   int               `json:"quoted,string"`
	Hidden   string            `json:"-"`
	private  string
	HTTPPort int
}

func TestSchemaIsInferredFromAStruct(t *testing.T) {
	got, err := schemaOf(reflect.TypeFor[everything]())
	want := `{"type":"object","properties":{` +
		`"name":{"type":"string","description":"Whose it is."},` +
		`"level":{"type":"string","enum":["low","high"],"description":"How much."},` +
		`"count":{"type":"integer","minimum":1,"maximum":9},` +
		`"size":{"type":"integer","minimum":0},` +
		`"share":{"type":"number"},` +
		`"tags":{"type":"array","items":{"type":"string"},"minItems":1},` +
		`"labels":{"type":"object","additionalProperties":{"type":"boolean"}},` +
		`"inner":{"type":"object","properties":{"url":{}},"required":["url"]},` +
		`"when":{"type":"string","format":"date-time"},` +
		`"bytes":{"type":"string","contentEncoding":"base64"},` +
		`"raw":{},` +
		`"quoted":{"type":"string"},` +
		`"httpPort":{"type":"integer"},` +
		`"id":{"type":"string"},` +
		`"note":{"type":"string"}},` +
		`"required":["name","level","share","tags","labels","inner","when","bytes","raw","quoted","httpPort","id"]}`
	if err != nil || string(got) != want {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
}

type loop struct{ Next *loop }

func TestTypesWithoutASchemaAreRefused(t *testing.T) {
	for _, c := range []struct {
		kind reflect.Type
		part string
	}{
		{reflect.TypeFor[string](), "a struct"},
		{reflect.TypeFor[struct{ C chan int }](), "no JSON Schema"},
		{reflect.TypeFor[struct{ M map[int]int }](), "keys"},
		{reflect.TypeFor[loop](), "contains itself"},
		{reflect.TypeFor[struct {
			N int `enum:"a"`
		}](), "enum"},
		{reflect.TypeFor[struct {
			N int `min:"few"`
		}](), "not a number"},
	} {
		if _, err := schemaOf(c.kind); err == nil || !strings.Contains(err.Error(), c.part) {
			t.Errorf("%s: %v", c.kind, err)
		}
	}
}

func TestArgumentsAreCheckedAndTheFieldsNamed(t *testing.T) {
	rules := `{"type":"object","required":["a","b"],"additionalProperties":false,"properties":{
		"a":{"type":["string","null"],"minLength":2,"pattern":"^x"},
		"b":{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":10},
		"c":{"enum":[1,"two",{"k":[1]}]},
		"d":{"const":true},
		"e":{"type":"array","maxItems":1,"items":{"type":"number"}},
		"f":{"anyOf":[{"type":"string"},{"type":"number"}]},
		"g":{"oneOf":[{"type":"integer"},{"type":"number"}]},
		"h":{"allOf":[{"minimum":1},{"maximum":2}]}}}`
	parsed, err := parseJSON([]byte(rules))
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		`{"a":"xy","b":1.0,"c":{"k":[1.0]},"d":true,"e":[1],"f":"s","g":1.5,"h":2}`: "",
		`{"a":null,"b":9,"c":"two"}`:   "",
		`{"b":1}`:                      "/a is missing",
		`{"a":"x","b":1}`:              "/a must have at least 2 characters",
		`{"a":"yy","b":1}`:             "/a must fit the pattern ^x",
		`{"a":1,"b":1.5}`:              "/a must be string or null; /b must be integer",
		`{"a":"xx","b":0}`:             "/b must be more than 0",
		`{"a":"xx","b":10}`:            "/b must be less than 10",
		`{"a":"xx","b":1,"c":2}`:       `/c must be one of [1,"two",{"k":[1]}]`,
		`{"a":"xx","b":1,"d":false}`:   "/d must be true",
		`{"a":"xx","b":1,"e":[1,"2"]}`: "/e must have at most 1 items; /e/1 must be number",
		`{"a":"xx","b":1,"f":true}`:    "/f fits none of the forms that it may have",
		`{"a":"xx","b":1,"g":1}`:       "/g does not fit exactly one of the forms that it may have",
		`{"a":"xx","b":1,"h":3}`:       "/h must be at most 2",
		`{"a":"xx","b":1,"z":3}`:       "/z is not allowed",
	} {
		got := ""
		if err := checkArguments(parsed, json.RawMessage(args)); err != nil {
			got = strings.TrimPrefix(err.Error(), "invalid arguments: ")
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", args, got, want)
		}
	}
}
