/** The runner's end of the probes' socket: who has connected, what they report, what they are ordered. */
import { createServer, type Socket } from "node:net";
import type { ProbeOrder, ProbeReport } from "./messages.js";

/** One probe process that has connected. */
export interface ProbeConnection {
  readonly name: string;
  readonly started: Extract<ProbeReport, { kind: "started" }>;
  order(order: ProbeOrder): void;
}

/** What the hub tells the runner. */
export interface ProbeHubEvents {
  readonly onStarted: (probe: ProbeConnection) => void;
  readonly onReport: (probe: ProbeConnection, report: Exclude<ProbeReport, { kind: "started" }>) => void;
  /** The process has ended: its socket is closed. */
  readonly onGone: (probe: ProbeConnection) => void;
}

/** Listens for probes until it is closed; closing ends every probe that is still connected. */
export interface ProbeHub {
  readonly socketPath: string;
  close(): Promise<void>;
}

/** Opens the socket. The path has to be short: systems allow about 100 bytes. */
export async function openProbeHub(socketPath: string, events: ProbeHubEvents): Promise<ProbeHub> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    serve(socket, events);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketPath, resolve);
  });
  return {
    socketPath,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function serve(socket: Socket, events: ProbeHubEvents): void {
  let connection: ProbeConnection | undefined;
  let unread = "";
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    const lines = (unread + text).split("\n");
    unread = lines.pop() ?? "";
    for (const line of lines) take(JSON.parse(line) as ProbeReport);
  });
  // A probe that was killed resets the connection; that it is gone is all there is to know.
  socket.on("error", () => {});
  socket.on("close", () => {
    if (connection !== undefined) events.onGone(connection);
  });

  function take(report: ProbeReport): void {
    if (report.kind === "started") {
      connection = {
        name: report.name,
        started: report,
        order: (order) => {
          if (!socket.destroyed) socket.write(`${JSON.stringify(order)}\n`);
        },
      };
      events.onStarted(connection);
    } else if (connection !== undefined) {
      events.onReport(connection, report);
    }
  }
}
