/** The Java that does not depend on the model: JSON without a library, and reading with places in errors. */

/** Class name -> its body, from its comment on. */
export const support: Readonly<
  Record<string, { readonly imports: readonly string[]; readonly text: string }>
> = {
  Encodable: {
    imports: [],
    text: `/** What has a form in JSON. */
public interface Encodable {
  /** Its form in JSON. */
  Json toJson();
}
`,
  },
  DecodeException: {
    imports: [],
    text: `/** A line that is not a frame, with the place that is wrong. */
public final class DecodeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final String frame;
  private final String path;

  DecodeException(String code, String frame, String path, String message) {
    super((frame == null ? "" : frame + ": ") + (path.isEmpty() ? "" : path + " ") + message);
    this.code = code;
    this.frame = frame;
    this.path = path;
  }

  /** EXT_NOT_JSON, EXT_NOT_OBJECT, EXT_NO_TYPE or EXT_INVALID_FRAME. */
  public String code() {
    return code;
  }

  /** Qualified name of the frame; null where it is not known. */
  public String frame() {
    return frame;
  }

  /** JSON Pointer to the value, or to the place where it is missing. */
  public String path() {
    return path;
  }
}
`,
  },
  Place: {
    imports: [],
    text: `/** Where a reader is: the frame and the JSON Pointer. */
record Place(String frame, String path) {
  Place at(Object name) {
    return new Place(frame, path + "/" + name);
  }

  DecodeException expected(String what, Json actual) {
    String is = actual == null ? "missing" : brief(actual);
    return new DecodeException("EXT_INVALID_FRAME", frame, path, "is " + is + ": expected " + what);
  }

  private static String brief(Json value) {
    if (value instanceof Json.Obj) {
      return "an object";
    }
    if (value instanceof Json.Arr) {
      return "an array";
    }
    String text = value.text();
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }
}
`,
  },
  Read: {
    imports: ["java.math.BigDecimal", "java.util.ArrayList", "java.util.List", "java.util.function.Function"],
    text: `/** Reads one value; the value is null where there is none. */
@FunctionalInterface
interface Read<T> {
  T read(Json value, Place at);

  static String text(Json value, Place at) {
    if (value instanceof Json.Str string) {
      return string.value();
    }
    throw at.expected("a string", value);
  }

  static String nonEmpty(Json value, Place at) {
    if (value instanceof Json.Str string && !string.value().isEmpty()) {
      return string.value();
    }
    throw at.expected("a non-empty string", value);
  }

  static Long integer(Json value, Place at) {
    if (value instanceof Json.Num number) {
      try {
        return new BigDecimal(number.text()).longValueExact();
      } catch (ArithmeticException | NumberFormatException notAnInteger) {
        throw at.expected("an integer", value);
      }
    }
    throw at.expected("an integer", value);
  }

  static Double number(Json value, Place at) {
    if (value instanceof Json.Num number) {
      return Double.valueOf(number.text());
    }
    throw at.expected("a number", value);
  }

  static Boolean flag(Json value, Place at) {
    if (value instanceof Json.Bool bool) {
      return bool.value();
    }
    throw at.expected("true or false", value);
  }

  static Json any(Json value, Place at) {
    if (value != null) {
      return value;
    }
    throw at.expected("a JSON value", null);
  }

  static Json.Obj object(Json value, Place at) {
    if (value instanceof Json.Obj object) {
      return object;
    }
    throw at.expected("an object", value);
  }

  static Json objectOrNull(Json value, Place at) {
    if (value instanceof Json.Obj || value instanceof Json.Null) {
      return value;
    }
    throw at.expected("an object or null", value);
  }

  static <T> Read<T> open(Function<String, T> of) {
    return (value, at) -> of.apply(text(value, at));
  }

  static <T> Read<List<T>> list(Read<T> item) {
    return (value, at) -> {
      if (!(value instanceof Json.Arr array)) {
        throw at.expected("an array", value);
      }
      List<T> items = new ArrayList<>(array.items().size());
      for (Json element : array.items()) {
        items.add(item.read(element, at.at(items.size())));
      }
      return List.copyOf(items);
    };
  }
}
`,
  },
  ObjectReader: {
    imports: ["java.util.Collections", "java.util.LinkedHashMap", "java.util.Map"],
    text: `/** Takes the known fields out of an object; what is left are the unknown ones. */
final class ObjectReader {
  private final Map<String, Json> left;
  private final Place at;

  ObjectReader(Json value, Place at) {
    this.left = new LinkedHashMap<>(Read.object(value, at).fields());
    this.at = at;
  }

  <T> T required(String name, Read<T> read) {
    return read.read(left.remove(name), at.at(name));
  }

  <T> T optional(String name, Read<T> read) {
    Json value = left.remove(name);
    return value == null || value instanceof Json.Null ? null : read.read(value, at.at(name));
  }

  <T> T defaulted(String name, Read<T> read, String otherwise) {
    Json value = left.remove(name);
    boolean absent = value == null || value instanceof Json.Null;
    return read.read(absent ? Json.parse(otherwise) : value, at.at(name));
  }

  void constant(String name, Object expected) {
    Json value = left.remove(name);
    Json only = Json.of(expected);
    if (!only.equals(value)) {
      throw at.at(name).expected(only.text(), value);
    }
  }

  Map<String, Json> extra() {
    return Collections.unmodifiableMap(left);
  }
}
`,
  },
  ObjectWriter: {
    imports: ["java.util.Collections", "java.util.LinkedHashMap", "java.util.Map"],
    text: `/** Puts an object together; null is never written. */
final class ObjectWriter {
  private final Map<String, Json> fields = new LinkedHashMap<>();

  void put(String name, Object value) {
    if (value != null) {
      fields.put(name, Json.of(value));
    }
  }

  Json.Obj with(Map<String, Json> extra) {
    extra.forEach(fields::putIfAbsent);
    return new Json.Obj(Collections.unmodifiableMap(fields));
  }
}
`,
  },
};
