/** The Go that does not depend on the model: reading with places in errors, writing on one line. */

/** `decoding.go`. */
export const decoding = {
  imports: ["bytes", "encoding/json", "fmt", "math", "strconv"],
  text: String.raw`
// DecodeError is why a line is no frame, with the place that is wrong.
type DecodeError struct {
	// Code is EXT_NOT_JSON, EXT_NOT_OBJECT, EXT_NO_TYPE or EXT_INVALID_FRAME.
	Code string
	// Frame is the qualified name of the frame; empty where it is not known.
	Frame string
	// Path is the JSON Pointer to the value, or to the place where it is missing.
	Path string
	// Problem is what is wrong there.
	Problem string
	// Object has the fields of the line; nil where it is no object.
	Object map[string]json.RawMessage
}

// Error is one line with the frame, the place and the problem.
func (e *DecodeError) Error() string {
	text := e.Problem
	if e.Path != "" {
		text = e.Path + " " + text
	}
	if e.Frame != "" {
		text = e.Frame + ": " + text
	}
	return text
}

// Frame is what all frames can do.
type Frame interface {
	json.Marshaler
	// FrameType is the value of the field type.
	FrameType() string
}

// UnknownFrame is a frame of a type, or of a variant of a known type, that this version does not know.
type UnknownFrame struct {
	// Type is the value of the field type.
	Type string
	// Variant is what told the variant; empty where the type itself is unknown.
	Variant string
	// Raw is the line as it came.
	Raw json.RawMessage
}

// FrameType is the value of the field type.
func (f UnknownFrame) FrameType() string {
	return f.Type
}

// MarshalJSON gives the line as it came.
func (f UnknownFrame) MarshalJSON() ([]byte, error) {
	return f.Raw, nil
}

// place is where a reader is: the frame and the JSON Pointer.
type place struct {
	frame string
	path  string
}

func (p place) at(name string) place {
	return place{p.frame, p.path + "/" + name}
}

func (p place) expected(what string, actual json.RawMessage) *DecodeError {
	return p.fault("EXT_INVALID_FRAME", "is "+brief(actual)+": expected "+what)
}

func (p place) fault(code, problem string) *DecodeError {
	return &DecodeError{Code: code, Frame: p.frame, Path: p.path, Problem: problem}
}

func brief(value json.RawMessage) string {
	switch {
	case len(value) == 0:
		return "missing"
	case value[0] == '{':
		return "an object"
	case value[0] == '[':
		return "an array"
	case len(value) > 60:
		return string(bytes.ToValidUTF8(value[:57], nil)) + "..."
	}
	return string(value)
}

// reader takes the known fields out of an object; the first fault is kept, and nothing is read after it.
type reader struct {
	at     place
	raw    []byte
	fields map[string]json.RawMessage
	known  []string
	err    *DecodeError
}

// openObject reads an object; the value is nil where there is none.
func openObject(value json.RawMessage, at place) *reader {
	in := &reader{at: at, raw: value}
	if len(value) == 0 || value[0] != '{' {
		in.err = at.expected("an object", value)
	} else if err := json.Unmarshal(value, &in.fields); err != nil {
		in.err = at.fault("EXT_NOT_JSON", "is not JSON: "+err.Error())
	}
	return in
}

// openFrame reads a line as far as its type.
func openFrame(side string, line []byte) (*reader, string) {
	in := &reader{raw: line}
	if err := json.Unmarshal(line, &in.fields); err != nil {
		if fields, depth := outerStrings(line); depth > deepest {
			in.fields = fields
			in.fail(in.at.fault("EXT_NOT_JSON", "is nested too deeply to be read"))
		} else if json.Valid(line) {
			in.err = in.at.fault("EXT_NOT_OBJECT", "is not a JSON object")
		} else {
			in.err = in.at.fault("EXT_NOT_JSON", "is not JSON: "+err.Error())
		}
		return in, ""
	}
	if in.fields == nil {
		in.err = in.at.fault("EXT_NOT_OBJECT", "is not a JSON object")
		return in, ""
	}
	kind, fault := readText[string](in.fields["type"], in.at)
	if fault != nil {
		in.fail(in.at.at("type").fault("EXT_NO_TYPE", "is not a string that names the frame"))
		return in, ""
	}
	in.at.frame = side + "." + kind
	return in, kind
}

// deepest is how many levels encoding/json reads.
const deepest = 10_000

// outerStrings finds the fields of an object that are strings, however deep the others are: they may tell which
// request it was. It also gives the number of levels.
func outerStrings(line []byte) (map[string]json.RawMessage, int) {
	fields := map[string]json.RawMessage{}
	name, depth, levels, isValue := "", 0, 0, false
	for at := 0; at < len(line); at++ {
		switch line[at] {
		case '{', '[':
			depth++
			levels = max(levels, depth)
		case '}', ']':
			depth--
		case ':', ',':
			if depth == 1 {
				isValue = line[at] == ':'
			}
		case '"':
			start := at
			for at++; at < len(line) && line[at] != '"'; at++ {
				if line[at] == '\\' {
					at++
				}
			}
			if depth == 1 && at < len(line) {
				text := line[start : at+1]
				if isValue {
					fields[name] = text
				} else if json.Unmarshal(text, &name) != nil {
					name = ""
				}
			}
		}
	}
	return fields, levels
}

func (in *reader) fail(err *DecodeError) {
	if in.err == nil && err != nil {
		err.Object = in.fields
		in.err = err
	}
}

func (in *reader) take(name string) json.RawMessage {
	value, there := in.fields[name]
	if there {
		in.known = append(in.known, name)
	}
	return value
}

func (in *reader) is(name, literal string) bool {
	return string(in.fields[name]) == literal
}

// tag looks at the field that tells which shape it is.
func (in *reader) tag(name string) string {
	if in.err != nil {
		return ""
	}
	tag, err := readText[string](in.fields[name], in.at.at(name))
	in.fail(err)
	return tag
}

// tagOr takes a tag that is missing or empty as the given one.
func (in *reader) tagOr(name, otherwise string) string {
	if value := in.fields[name]; in.err == nil && (isAbsent(value) || string(value) == "\"\"") {
		in.fields[name] = json.RawMessage(strconv.Quote(otherwise))
	}
	return in.tag(name)
}

func (in *reader) unknown(kind, variant string) UnknownFrame {
	return UnknownFrame{Type: kind, Variant: variant, Raw: bytes.Clone(in.raw)}
}

func (in *reader) constant(name, expected string) {
	value := in.take(name)
	text, err := readText[string](value, in.at.at(name))
	if err == nil && text != expected {
		err = in.at.at(name).expected(strconv.Quote(expected), value)
	}
	in.fail(err)
}

func (in *reader) constantFlag(name string, expected bool) {
	value := in.take(name)
	if literal := strconv.FormatBool(expected); string(value) != literal {
		in.fail(in.at.at(name).expected(literal, value))
	}
}

// extra has the fields that nobody took; nil where there are none.
func (in *reader) extra() map[string]json.RawMessage {
	if in.err != nil || len(in.known) == len(in.fields) {
		return nil
	}
	extra := make(map[string]json.RawMessage, len(in.fields)-len(in.known))
	for name, value := range in.fields {
		extra[name] = value
	}
	for _, name := range in.known {
		delete(extra, name)
	}
	return extra
}

func isAbsent(value json.RawMessage) bool {
	return len(value) == 0 || string(value) == "null"
}

func required[T any](in *reader, name string, read func(json.RawMessage, place) (T, *DecodeError)) T {
	value, err := read(in.take(name), in.at.at(name))
	in.fail(err)
	return value
}

func optional[T any](in *reader, name string, read func(json.RawMessage, place) (T, *DecodeError)) T {
	value := in.take(name)
	var result T
	if isAbsent(value) {
		return result
	}
	result, err := read(value, in.at.at(name))
	in.fail(err)
	return result
}

func pointer[T any](in *reader, name string, read func(json.RawMessage, place) (T, *DecodeError)) *T {
	value := in.take(name)
	if isAbsent(value) {
		return nil
	}
	result, err := read(value, in.at.at(name))
	in.fail(err)
	return &result
}

func defaulted[T any](in *reader, name string, read func(json.RawMessage, place) (T, *DecodeError), otherwise string) T {
	value := in.take(name)
	if isAbsent(value) {
		value = json.RawMessage(otherwise)
	}
	result, err := read(value, in.at.at(name))
	in.fail(err)
	return result
}

func readText[T ~string](value json.RawMessage, at place) (T, *DecodeError) {
	var text string
	if len(value) == 0 || value[0] != '"' || json.Unmarshal(value, &text) != nil {
		return "", at.expected("a string", value)
	}
	return T(text), nil
}

func readNonEmpty(value json.RawMessage, at place) (string, *DecodeError) {
	text, err := readText[string](value, at)
	if err != nil || text == "" {
		return "", at.expected("a non-empty string", value)
	}
	return text, nil
}

func isNumber(value json.RawMessage) bool {
	return len(value) > 0 && (value[0] == '-' || value[0] >= '0' && value[0] <= '9')
}

// readInteger takes 1.0 and 1e2 as well: they have no fraction.
func readInteger(value json.RawMessage, at place) (int64, *DecodeError) {
	if isNumber(value) {
		if whole, err := strconv.ParseInt(string(value), 10, 64); err == nil {
			return whole, nil
		}
		float, err := strconv.ParseFloat(string(value), 64)
		if err == nil && float == math.Trunc(float) && math.Abs(float) < 1<<63 {
			return int64(float), nil
		}
	}
	return 0, at.expected("an integer", value)
}

// readNumber takes a number that is too large as the largest there is.
func readNumber(value json.RawMessage, at place) (float64, *DecodeError) {
	if !isNumber(value) {
		return 0, at.expected("a number", value)
	}
	float, err := strconv.ParseFloat(string(value), 64)
	if err != nil && math.IsInf(float, 0) {
		return math.Copysign(math.MaxFloat64, float), nil
	}
	return float, nil
}

func readFlag(value json.RawMessage, at place) (bool, *DecodeError) {
	if text := string(value); text != "true" && text != "false" {
		return false, at.expected("true or false", value)
	}
	return string(value) == "true", nil
}

func readAny(value json.RawMessage, at place) (json.RawMessage, *DecodeError) {
	if len(value) == 0 {
		return nil, at.expected("a JSON value", value)
	}
	return value, nil
}

func readObject(value json.RawMessage, at place) (json.RawMessage, *DecodeError) {
	if len(value) == 0 || value[0] != '{' {
		return nil, at.expected("an object", value)
	}
	return value, nil
}

func readObjectOrNull(value json.RawMessage, at place) (json.RawMessage, *DecodeError) {
	if string(value) == "null" {
		return value, nil
	}
	if len(value) == 0 || value[0] != '{' {
		return nil, at.expected("an object or null", value)
	}
	return value, nil
}

func readList[T any](read func(json.RawMessage, place) (T, *DecodeError)) func(json.RawMessage, place) ([]T, *DecodeError) {
	return func(value json.RawMessage, at place) ([]T, *DecodeError) {
		var items []json.RawMessage
		if len(value) == 0 || value[0] != '[' || json.Unmarshal(value, &items) != nil {
			return nil, at.expected("an array", value)
		}
		list := make([]T, 0, len(items))
		for index, item := range items {
			element, err := read(item, at.at(fmt.Sprint(index)))
			if err != nil {
				return nil, err
			}
			list = append(list, element)
		}
		return list, nil
	}
}

// readable is a pointer to a struct that reads itself.
type readable[T any] interface {
	*T
	read(in *reader)
}

func readFrame[T any, P readable[T]](in *reader) T {
	var result T
	if in.err == nil {
		P(&result).read(in)
	}
	return result
}

func readRecord[T any, P readable[T]](value json.RawMessage, at place) (T, *DecodeError) {
	in := openObject(value, at)
	result := readFrame[T, P](in)
	return result, in.err
}

func unmarshal(text []byte, name string, read func(in *reader)) error {
	in := openObject(bytes.TrimSpace(text), place{frame: name})
	if in.err == nil {
		read(in)
	}
	if in.err != nil {
		return in.err
	}
	return nil
}
`,
} as const;

/** `encoding.go`. */
export const encoding = {
  imports: ["bytes", "encoding/json", "errors", "fmt", "slices", "strconv", "unicode/utf8"],
  text: String.raw`
// Ptr gives a pointer to a value, for fields that are optional.
func Ptr[T any](value T) *T {
	return &value
}

// writer puts JSON together, on one line; the first fault is kept.
type writer struct {
	text []byte
	err  error
}

func marshal(write func(out *writer)) ([]byte, error) {
	out := &writer{}
	write(out)
	return out.text, out.err
}

func (out *writer) open() {
	out.text = append(out.text, '{')
}

func (out *writer) field(name string) *writer {
	if out.text[len(out.text)-1] != '{' {
		out.text = append(out.text, ',')
	}
	writeText(out, name)
	out.text = append(out.text, ':')
	return out
}

// close writes the unknown fields, in the order of their names. One with the name of a known field is left out.
func (out *writer) close(extra map[string]json.RawMessage, known ...string) {
	names := make([]string, 0, len(extra))
	for name := range extra {
		if !slices.Contains(known, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		writeAny(out.field(name), extra[name])
	}
	out.text = append(out.text, '}')
}

func (out *writer) fail(err error) {
	if out.err == nil {
		out.err = err
	}
}

const hexDigits = "0123456789abcdef"

// writeText escapes what JSON asks for and nothing else; what is not UTF-8 becomes U+FFFD.
func writeText[T ~string](out *writer, value T) {
	text := string(value)
	out.text = append(out.text, '"')
	from := 0
	for index := 0; index < len(text); {
		char, size := rune(text[index]), 1
		if char >= utf8.RuneSelf {
			char, size = utf8.DecodeRuneInString(text[index:])
		}
		switch {
		case char == '"' || char == '\\':
			out.text = append(append(out.text, text[from:index]...), '\\', byte(char))
		case char < ' ':
			out.text = append(append(out.text, text[from:index]...), '\\', 'u', '0', '0', hexDigits[char>>4], hexDigits[char&15])
		case char == utf8.RuneError && size == 1:
			out.text = append(append(out.text, text[from:index]...), "\uFFFD"...)
		default:
			index += size
			continue
		}
		index += size
		from = index
	}
	out.text = append(append(out.text, text[from:]...), '"')
}

func writeInteger(out *writer, value int64) {
	out.text = strconv.AppendInt(out.text, value, 10)
}

func writeNumber(out *writer, value float64) {
	text, err := json.Marshal(value)
	if err != nil {
		out.fail(err)
	}
	out.text = append(out.text, text...)
}

func writeFlag(out *writer, value bool) {
	out.text = strconv.AppendBool(out.text, value)
}

// writeAny writes free-form JSON; nil is null.
func writeAny(out *writer, value json.RawMessage) {
	if value == nil {
		out.text = append(out.text, "null"...)
		return
	}
	var line bytes.Buffer
	if err := json.Compact(&line, value); err != nil {
		out.fail(fmt.Errorf("free-form JSON is not JSON: %w", err))
	}
	out.text = append(out.text, bytes.ToValidUTF8(line.Bytes(), []byte("\uFFFD"))...)
}

// writeObject writes a free-form object; nil is an empty one.
func writeObject(out *writer, value json.RawMessage) {
	if value == nil {
		out.text = append(out.text, "{}"...)
		return
	}
	if trimmed := bytes.TrimSpace(value); len(trimmed) == 0 || trimmed[0] != '{' {
		out.fail(errors.New("free-form JSON is not an object"))
	}
	writeAny(out, value)
}

func writeList[T any](write func(out *writer, value T)) func(out *writer, values []T) {
	return func(out *writer, values []T) {
		out.text = append(out.text, '[')
		for index, value := range values {
			if index > 0 {
				out.text = append(out.text, ',')
			}
			write(out, value)
		}
		out.text = append(out.text, ']')
	}
}

func writeMember[T interface{ write(out *writer) }](out *writer, value T) {
	if any(value) == nil {
		out.fail(errors.New("a member of a union is nil"))
		return
	}
	value.write(out)
}
`,
} as const;
