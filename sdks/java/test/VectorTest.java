import dev.extproto.protocol.ClientFrame;
import dev.extproto.protocol.DecodeException;
import dev.extproto.protocol.ExtensionFrame;
import dev.extproto.protocol.HostFrame;
import dev.extproto.protocol.Json;
import dev.extproto.protocol.ServerFrame;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Runs the generated types over all vectors: {@code java VectorTest schemas/vectors}. Prints one
 * line for each failure and the counts; exits with 1 if anything failed.
 */
public final class VectorTest {
  private record Result(String line, boolean unknown) {}

  private record Codec(Function<String, Result> again) {}

  private static final Map<String, Codec> CODECS =
      Map.of(
          "extproto.extension",
          new Codec(
              line -> {
                ExtensionFrame frame = ExtensionFrame.decode(line);
                return new Result(frame.encode(), frame instanceof ExtensionFrame.Unknown);
              }),
          "extproto.host",
          new Codec(
              line -> {
                HostFrame frame = HostFrame.decode(line);
                return new Result(frame.encode(), frame instanceof HostFrame.Unknown);
              }),
          "rpc.client",
          new Codec(
              line -> {
                ClientFrame frame = ClientFrame.decode(line);
                return new Result(frame.encode(), frame instanceof ClientFrame.Unknown);
              }),
          "rpc.server",
          new Codec(
              line -> {
                ServerFrame frame = ServerFrame.decode(line);
                return new Result(frame.encode(), frame instanceof ServerFrame.Unknown);
              }));

  private final List<String> failures = new ArrayList<>();
  private int roundTrips = 0;
  private int tolerated = 0;
  private int refused = 0;
  private int lines = 0;

  public static void main(String[] args) throws IOException {
    VectorTest test = new VectorTest();
    Path vectors = Path.of(args[0]);
    for (String protocol : List.of("extproto", "rpc")) {
      try (Stream<Path> files = Files.walk(vectors.resolve(protocol))) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          test.frames(file);
        }
      }
    }
    test.lines(vectors.resolve("lines.json"));
    test.failures.forEach(System.err::println);
    System.out.printf(
        "%d round trips, %d tolerated, %d refused, %d lines, %d failures%n",
        test.roundTrips, test.tolerated, test.refused, test.lines, test.failures.size());
    System.exit(test.failures.isEmpty() ? 0 : 1);
  }

  private void frames(Path file) throws IOException {
    Json.Obj content = (Json.Obj) Json.parse(Files.readString(file));
    String frame = text(content, "frame");
    Codec codec = CODECS.get(frame.substring(0, frame.lastIndexOf('.')));
    for (Json item : ((Json.Arr) content.fields().get("vectors")).items()) {
      Json.Obj vector = (Json.Obj) item;
      String name = frame + ": " + text(vector, "name") + ": ";
      Json value = vector.fields().get("value");
      boolean invalid = "invalid".equals(text(vector, "verdict"));
      try {
        String again = codec.again().apply(value.text()).line();
        if (!invalid) {
          roundTrips++;
          expect(same(value, Json.parse(again)), name + "came back as " + again);
        } else if ("valid".equals(text(vector, "accept"))) {
          tolerated++;
          String twice = codec.again().apply(again).line();
          expect(twice.equals(again), name + again + " came back as " + twice);
        } else {
          failures.add(name + "was not refused");
        }
      } catch (DecodeException error) {
        refused++;
        boolean right = invalid && "invalid".equals(text(vector, "accept"));
        expect(right, name + "was refused: " + error.getMessage());
        expect(!right || error.path().equals(text(vector, "path")), name + "at " + error.path());
        expect(frame.equals(error.frame()), name + "as " + error.frame());
      }
    }
  }

  private void lines(Path file) throws IOException {
    Json.Obj content = (Json.Obj) Json.parse(Files.readString(file));
    for (Json item : ((Json.Arr) content.fields().get("vectors")).items()) {
      Json.Obj vector = (Json.Obj) item;
      String name = "line: " + text(vector, "name") + ": ";
      lines++;
      try {
        Result result = CODECS.get("extproto.extension").again().apply(text(vector, "line"));
        String verdict = result.unknown() ? "unknown" : "valid";
        expect(verdict.equals(text(vector, "verdict")), name + verdict);
      } catch (DecodeException error) {
        expect(error.code().equals(text(vector, "code")), name + error.getMessage());
        expect(error.path().equals(text(vector, "path")), name + "at " + error.path());
      }
    }
  }

  private void expect(boolean holds, String otherwise) {
    if (!holds) {
      failures.add(otherwise);
    }
  }

  private static String text(Json.Obj object, String name) {
    return object.fields().get(name) instanceof Json.Str string ? string.value() : null;
  }

  /** Equal JSON: numbers by value, objects without regard to order. */
  private static boolean same(Json a, Json b) {
    if (a instanceof Json.Num left && b instanceof Json.Num right) {
      return new BigDecimal(left.text()).compareTo(new BigDecimal(right.text())) == 0;
    }
    if (a instanceof Json.Obj left && b instanceof Json.Obj right) {
      return left.fields().keySet().equals(right.fields().keySet())
          && left.fields().entrySet().stream()
              .allMatch(field -> same(field.getValue(), right.fields().get(field.getKey())));
    }
    if (a instanceof Json.Arr left && b instanceof Json.Arr right) {
      Iterator<Json> others = right.items().iterator();
      return left.items().size() == right.items().size()
          && left.items().stream().allMatch(item -> same(item, others.next()));
    }
    return a.equals(b);
  }
}
