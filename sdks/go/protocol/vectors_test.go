package protocol_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/extproto/extproto/sdks/go/protocol"
)

// The vectors of the schemas decide whether the generated types are right. They lie beside the SDKs in the
// repository; a copy of this module by itself has none.
const vectors = "../../../schemas/vectors"

type vector struct {
	Name    string
	Verdict string
	Accept  string
	Path    string
	Code    string
	Line    string
	Value   json.RawMessage
}

// codec decodes a line of a side and encodes it again.
type codec func(line []byte) (again string, unknown bool, err error)

func codecOf[F protocol.Frame](decode func(line []byte) (F, error)) codec {
	return func(line []byte) (string, bool, error) {
		frame, err := decode(line)
		if err != nil {
			return "", false, err
		}
		text, err := frame.MarshalJSON()
		_, unknown := any(frame).(protocol.UnknownFrame)
		return string(text), unknown, err
	}
}

var codecs = map[string]codec{
	"extproto.extension": codecOf(protocol.DecodeExtensionFrame),
	"extproto.host":      codecOf(protocol.DecodeHostFrame),
	"rpc.client":         codecOf(protocol.DecodeClientFrame),
	"rpc.server":         codecOf(protocol.DecodeServerFrame),
}

func TestVectors(t *testing.T) {
	if _, err := os.Stat(vectors); err != nil {
		t.Skip("the vectors are in the repository, not in the module")
	}
	var roundTrips, tolerated, refused int
	for _, folder := range []string{"extproto", "rpc"} {
		err := filepath.WalkDir(filepath.Join(vectors, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			var file struct {
				Frame   string
				Vectors []vector
			}
			read(t, path, &file)
			run := codecs[file.Frame[:strings.LastIndex(file.Frame, ".")]]
			for _, v := range file.Vectors {
				name := file.Frame + ": " + v.Name
				again, _, err := run(v.Value)
				switch {
				case v.Verdict != "invalid":
					roundTrips++
					if err != nil || !same(t, v.Value, []byte(again)) {
						t.Errorf("%s: came back as %s, %v", name, again, err)
					}
				case v.Accept == "valid":
					tolerated++
					twice, _, second := run([]byte(again))
					if err != nil || second != nil || twice != again {
						t.Errorf("%s: %s came back as %s, %v, %v", name, again, twice, err, second)
					}
				default:
					refused++
					var fault *protocol.DecodeError
					if !errors.As(err, &fault) {
						t.Errorf("%s: was not refused but %q, %v", name, again, err)
					} else if fault.Path != v.Path || fault.Frame != file.Frame {
						t.Errorf("%s: refused at %q as %q, not at %q", name, fault.Path, fault.Frame, v.Path)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	var file struct{ Vectors []vector }
	read(t, filepath.Join(vectors, "lines.json"), &file)
	for _, v := range file.Vectors {
		again, unknown, err := codecs["extproto.extension"]([]byte(v.Line))
		var fault *protocol.DecodeError
		switch {
		case errors.As(err, &fault):
			if v.Verdict != "invalid" || fault.Code != v.Code || fault.Path != v.Path {
				t.Errorf("line: %s: %s at %q", v.Name, fault.Code, fault.Path)
			}
		case unknown != (v.Verdict == "unknown") || v.Verdict == "invalid" || !same(t, []byte(v.Line), []byte(again)):
			t.Errorf("line: %s: came back as %s", v.Name, again)
		}
	}
	t.Logf("%d round trips, %d tolerated, %d refused, %d lines", roundTrips, tolerated, refused, len(file.Vectors))
}

func read(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// same says whether two texts are equal JSON: numbers by value, objects without regard to order.
func same(t *testing.T, a, b []byte) bool {
	t.Helper()
	return equal(parse(t, a), parse(t, b))
}

func parse(t *testing.T, text []byte) any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Errorf("%s: %v", text, err)
	}
	return value
}

func equal(a, b any) bool {
	switch a := a.(type) {
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
	case json.Number:
		b, ok := b.(json.Number)
		left, _ := new(big.Rat).SetString(a.String())
		right, _ := new(big.Rat).SetString(b.String())
		return ok && left.Cmp(right) == 0
	}
	return a == b
}

func TestPassthroughKeepsNumbersAndOrder(t *testing.T) {
	line := `{"type":"tool_call","id":"1","name":"n","args":{"z":12345678901234567890.10,"a":[1e400,"\ud800"]},"later":{"b":1,"a":2}}`
	frame, err := protocol.DecodeHostFrame([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	text, err := frame.MarshalJSON()
	if err != nil || string(text) != line {
		t.Errorf("came back as %s, %v", text, err)
	}
}

func TestEncodingStaysOnOneLineAndRefusesWhatIsNoJSON(t *testing.T) {
	tool := protocol.ExtensionRegisterTool{Name: "t", Schema: json.RawMessage("{\n  \"type\": \"object\"\n}")}
	text, err := tool.MarshalJSON()
	if want := `{"type":"register_tool","name":"t","description":"","schema":{"type":"object"}}`; err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
	tool.Schema = json.RawMessage("[1]")
	if _, err := tool.MarshalJSON(); err == nil {
		t.Error("an array passed as an object")
	}
	note, err := protocol.ExtensionNotify{Level: "info", Message: "<\"\\\n\u2028\xff>"}.MarshalJSON()
	if want := "{\"type\":\"notify\",\"level\":\"info\",\"message\":\"<\\\"\\\\\\u000a\u2028\uFFFD>\"}"; err != nil || string(note) != want {
		t.Errorf("%s, %v", note, err)
	}
}

func TestUnmarshalJSONReadsWhatMarshalJSONWrites(t *testing.T) {
	panel := protocol.Panel{ID: "p", Title: protocol.Ptr("T"), Lines: []string{}}
	text, err := json.Marshal(panel)
	if err != nil {
		t.Fatal(err)
	}
	var again protocol.Panel
	if err := json.Unmarshal(text, &again); err != nil || again.ID != "p" || *again.Title != "T" || again.Lines == nil || again.Footer != nil {
		t.Errorf("%s became %+v, %v", text, again, err)
	}
	var fault *protocol.DecodeError
	if err := json.Unmarshal([]byte(`{"id":7}`), &again); !errors.As(err, &fault) || fault.Path != "/id" {
		t.Errorf("%v", err)
	}
}
