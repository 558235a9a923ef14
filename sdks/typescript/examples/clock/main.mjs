import { display, extension, Type } from "@extproto/sdk";

const time = (timeZone = "UTC") => new Date().toLocaleTimeString("en-GB", { timeZone, timeStyle: "short" });
const schema = Type.Object({
  zone: Type.Optional(Type.String({ description: "A time zone, Asia/Tokyo for one." })),
});

extension("clock", "1.0.0")
  .tool("clock", "Tells the time.", schema, ({ zone }) => time(zone))
  .command("clock", "shows the time", (zone) => display(`It is ${time(zone || undefined)}.`))
  .run();
