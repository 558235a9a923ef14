/** `Json.java` and its parser: values that keep the text of numbers and the order of keys. */

/** Class name -> its body, from its comment on. */
export const jsonSupport: Readonly<
  Record<string, { readonly imports: readonly string[]; readonly text: string }>
> = {
  Json: {
    imports: ["java.util.List", "java.util.Map"],
    text: `/** A JSON value. Numbers keep their text and objects the order of their keys. */
public sealed interface Json {
  /** An object. */
  record Obj(Map<String, Json> fields) implements Json {}

  /** An array. */
  record Arr(List<Json> items) implements Json {}

  /** A string. */
  record Str(String value) implements Json {}

  /** A number, as it was written. */
  record Num(String text) implements Json {}

  /** True or false. */
  record Bool(boolean value) implements Json {}

  /** Null. */
  record Null() implements Json {}

  /** Parses text that is one JSON value; fails with a DecodeException. */
  static Json parse(String text) {
    return new JsonParser(text).parse();
  }

  /** The JSON form of a string, a number, a boolean, a list or an Encodable. */
  static Json of(Object value) {
    if (value instanceof Json json) {
      return json;
    }
    if (value instanceof Encodable encodable) {
      return encodable.toJson();
    }
    if (value instanceof String string) {
      return new Str(string);
    }
    if (value instanceof Boolean bool) {
      return new Bool(bool);
    }
    if (value instanceof Number number) {
      return new Num(number.toString());
    }
    if (value instanceof List<?> list) {
      return new Arr(list.stream().map(Json::of).toList());
    }
    throw new IllegalArgumentException("has no form in JSON: " + value);
  }

  /** The value on one line. */
  default String text() {
    StringBuilder out = new StringBuilder();
    write(out, this);
    return out.toString();
  }

  private static void write(StringBuilder out, Json value) {
    if (value instanceof Obj object) {
      String separator = "{";
      for (Map.Entry<String, Json> field : object.fields().entrySet()) {
        out.append(separator);
        quote(out, field.getKey());
        out.append(':');
        write(out, field.getValue());
        separator = ",";
      }
      out.append(object.fields().isEmpty() ? "{}" : "}");
    } else if (value instanceof Arr array) {
      String separator = "[";
      for (Json item : array.items()) {
        out.append(separator);
        write(out, item);
        separator = ",";
      }
      out.append(array.items().isEmpty() ? "[]" : "]");
    } else if (value instanceof Str string) {
      quote(out, string.value());
    } else if (value instanceof Num number) {
      out.append(number.text());
    } else if (value instanceof Bool bool) {
      out.append(bool.value());
    } else {
      out.append("null");
    }
  }

  private static void quote(StringBuilder out, String text) {
    out.append('"');
    for (int index = 0; index < text.length(); index++) {
      char c = text.charAt(index);
      if (c == '"' || c == '\\\\') {
        out.append('\\\\').append(c);
      } else if (c < 0x20 || isLoneSurrogate(text, index)) {
        out.append(String.format("\\\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  /** Half of a pair cannot be written in UTF-8. */
  private static boolean isLoneSurrogate(String text, int index) {
    char c = text.charAt(index);
    if (Character.isHighSurrogate(c)) {
      return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
    }
    return Character.isLowSurrogate(c)
        && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
  }
}
`,
  },
  JsonParser: {
    imports: [
      "java.util.ArrayList",
      "java.util.Collections",
      "java.util.LinkedHashMap",
      "java.util.List",
      "java.util.Map",
      "java.util.regex.Matcher",
      "java.util.regex.Pattern",
    ],
    text: `/** Parses JSON as RFC 8259 has it, and nothing else. */
final class JsonParser {
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");
  private static final int DEEPEST = 1000;

  private final String text;
  private int next = 0;
  private int depth = 0;

  JsonParser(String text) {
    this.text = text;
  }

  Json parse() {
    Json value = value();
    space();
    if (next != text.length()) {
      throw fault("there is more after the value");
    }
    return value;
  }

  private Json value() {
    space();
    switch (peek()) {
      case '{':
        return object();
      case '[':
        return array();
      case '"':
        return new Json.Str(string());
      case 't':
        return word("true", new Json.Bool(true));
      case 'f':
        return word("false", new Json.Bool(false));
      case 'n':
        return word("null", new Json.Null());
      default:
        return number();
    }
  }

  private Json object() {
    enter();
    Map<String, Json> fields = new LinkedHashMap<>();
    if (!closes('}')) {
      do {
        space();
        String name = string();
        space();
        take(':');
        fields.put(name, value());
      } while (another('}'));
    }
    depth--;
    return new Json.Obj(Collections.unmodifiableMap(fields));
  }

  private Json array() {
    enter();
    List<Json> items = new ArrayList<>();
    if (!closes(']')) {
      do {
        items.add(value());
      } while (another(']'));
    }
    depth--;
    return new Json.Arr(Collections.unmodifiableList(items));
  }

  private void enter() {
    next++;
    if (++depth > DEEPEST) {
      throw fault("nested more than " + DEEPEST + " deep");
    }
  }

  private boolean closes(char end) {
    space();
    if (peek() != end) {
      return false;
    }
    next++;
    return true;
  }

  private boolean another(char end) {
    if (closes(end)) {
      return false;
    }
    take(',');
    return true;
  }

  private String string() {
    take('"');
    StringBuilder out = new StringBuilder();
    while (true) {
      char c = peek();
      if (c < 0x20) {
        throw fault(next == text.length() ? "cut off" : "a control character in a string");
      }
      next++;
      if (c == '"') {
        return out.toString();
      }
      out.append(c == '\\\\' ? escape() : c);
    }
  }

  private char escape() {
    char c = peek();
    next++;
    switch (c) {
      case '"', '\\\\', '/':
        return c;
      case 'b':
        return '\\b';
      case 'f':
        return '\\f';
      case 'n':
        return '\\n';
      case 'r':
        return '\\r';
      case 't':
        return '\\t';
      case 'u':
        return unicode();
      default:
        throw fault("an unknown escape");
    }
  }

  private char unicode() {
    int code = 0;
    for (int digit = 0; digit < 4; digit++) {
      char c = peek();
      int value = c < 0x80 ? Character.digit(c, 16) : -1;
      if (value < 0) {
        throw fault("an escape without four digits");
      }
      code = code * 16 + value;
      next++;
    }
    return (char) code;
  }

  private Json number() {
    Matcher matcher = NUMBER.matcher(text).region(next, text.length());
    if (!matcher.lookingAt()) {
      throw fault(next == text.length() ? "cut off" : "not a value");
    }
    next = matcher.end();
    return new Json.Num(matcher.group());
  }

  private Json word(String word, Json value) {
    if (!text.startsWith(word, next)) {
      throw fault("not a value");
    }
    next += word.length();
    return value;
  }

  private void take(char expected) {
    if (peek() != expected) {
      throw fault("expected " + expected);
    }
    next++;
  }

  private void space() {
    while (next < text.length() && " \\t\\n\\r".indexOf(text.charAt(next)) >= 0) {
      next++;
    }
  }

  /** The next character; NUL, which no value starts with, at the end. */
  private char peek() {
    return next < text.length() ? text.charAt(next) : '\\0';
  }

  private DecodeException fault(String what) {
    return new DecodeException(
        "EXT_NOT_JSON", null, "", "is not JSON at character " + next + ": " + what);
  }
}
`,
  },
};
