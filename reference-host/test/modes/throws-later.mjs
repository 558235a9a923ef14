// Loaded into the host by a test: throws, outside of everybody's care, when the test says so.
if (process.argv[1]?.endsWith("extproto-host.mjs")) {
  process.on("SIGUSR2", () => {
    throw new Error("thrown by the test");
  });
}
