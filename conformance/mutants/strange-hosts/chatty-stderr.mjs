// Writes to its standard error all the time, and at first more than a pipe holds.
const chatter = `extproto-host: ${"nothing to report. ".repeat(10)}\n`;
process.stderr.write(chatter.repeat(500));
setInterval(() => process.stderr.write(chatter), 3).unref();
