/** An RPC client: one host process, its commands and its events. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { LineReader } from "../line-reader.js";
import {
  type ClientFrame,
  type CommandInfo,
  decodeServerFrame,
  type ExtensionInfo,
  encodeClientFrame,
  type HelloData,
  type Message,
  type Model,
  PROTOCOL_VERSION,
  type ReloadData,
  type ServerResponse,
  type ServerResponseData,
  type StateData,
} from "../protocol/index.js";
import { Compaction } from "./compaction.js";
import { CommandFailed, HostGone } from "./errors.js";
import { EventQueue, type PromptOptions, type RpcEvent } from "./events.js";

/** How a host is started. */
export interface RpcClientOptions {
  /** Program and arguments; `extproto-host rpc` unless given. */
  readonly command?: readonly string[];
  readonly cwd?: string;
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The token that the host asks for: a random one unless given; false for none. */
  readonly token?: string | false;
  /** Takes every event, also those that belong to no prompt. */
  readonly onEvent?: (event: RpcEvent) => void;
  /** Takes what the host writes to its standard error; this process's own standard error unless given. */
  readonly onStderr?: (text: string) => void;
}

type CommandName = keyof ServerResponseData;
type FieldsOf<Name extends CommandName> = Omit<Extract<ClientFrame, { readonly type: Name }>, "type" | "id">;

interface Pending {
  readonly command: string;
  settle(response: ServerResponse): void;
  fail(error: Error): void;
}

/** A line of a host may be as long as its messages; there has to be some bound. */
const longestLine = 256 * 1024 * 1024;
const lastWords = 2_000;

/** Starts a host and greets it. Where that fails, the process that was started is ended before the error is thrown. */
export async function startHost(options: RpcClientOptions = {}): Promise<RpcClient> {
  const client = new RpcClient(options);
  try {
    await client.greet();
  } catch (error) {
    await client.discard();
    throw error;
  }
  return client;
}

/** A host that is running. Made by {@link startHost}. */
export class RpcClient {
  readonly #options: RpcClientOptions;
  readonly #process: ChildProcess;
  readonly #token: string | undefined;
  readonly #pending = new Map<string, Pending>();
  readonly #prompts: EventQueue<RpcEvent>[] = [];
  readonly #compaction = new Compaction();
  readonly #ended: Promise<number | string | null>;
  #gone: HostGone | undefined;
  #stderr = "";
  #ids = 0;
  #info: HelloData | undefined;

  /** @internal */
  constructor(options: RpcClientOptions) {
    this.#options = options;
    const [program = "", ...args] = options.command ?? ["extproto-host", "rpc"];
    this.#token = options.token === false ? undefined : (options.token ?? randomBytes(16).toString("hex"));
    this.#process = spawn(program, args, {
      stdio: ["pipe", "pipe", "pipe"],
      env: {
        ...process.env,
        ...options.env,
        ...(this.#token === undefined ? {} : { ZOTCORE_RPC_TOKEN: this.#token }),
      },
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    this.#ended = this.#listen(program);
  }

  /** What the host said of itself. */
  get info(): HelloData {
    if (this.#info === undefined) throw new Error("the host has not greeted yet");
    return this.#info;
  }

  /** @internal */
  async greet(): Promise<void> {
    const fields = this.#token === undefined ? {} : { token: this.#token };
    this.#info = await this.request("hello", fields);
    if (this.#info.protocol_version === PROTOCOL_VERSION) return;
    throw new HostGone(`the host speaks version ${this.#info.protocol_version} of the protocol`, null);
  }

  /** Sends any command and gives the data of its response. */
  async request<Name extends CommandName>(
    type: Name,
    fields: FieldsOf<Name>,
  ): Promise<ServerResponseData[Name]> {
    const response = await this.#send(type, fields);
    return ("data" in response ? response.data : undefined) as ServerResponseData[Name];
  }

  /**
   * Submits a prompt. Its events come until its end; further prompts wait for their turn in the host. A refused
   * prompt fails at the first event. Leaving the loop early does not abort the prompt: call {@link abort}.
   */
  prompt(message: string, { images }: PromptOptions = {}): AsyncIterable<RpcEvent> {
    const events = new EventQueue<RpcEvent>();
    const fields = { message, ...(images === undefined ? {} : { images }) };
    // The events follow the response in the same read, so they are tied to it as it is read.
    this.#send("prompt", fields, () => this.#prompts.push(events)).catch((error: Error) => events.end(error));
    return events;
  }

  /** Submits a prompt and gives the text of the answer. An error of the host is thrown. */
  async ask(message: string, options: PromptOptions = {}): Promise<string> {
    let answer = "";
    let failure: string | undefined;
    for await (const event of this.prompt(message, options)) {
      if (event.type === "text_delta" && "delta" in event) answer += event.delta;
      if (event.type === "error" && "message" in event) failure = event.message;
    }
    if (failure !== undefined) throw new CommandFailed("prompt", failure);
    return answer;
  }

  /** Ends the prompt or compaction that is running. */
  async abort(): Promise<void> {
    await this.request("abort", {});
    void this.#compaction.aborted(async () => (await this.getState()).busy);
  }

  /** Replaces the conversation by its summary, and gives the summary. One at a time: a second is refused. */
  compact(): Promise<string> {
    return this.#compaction.run(() => this.request("compact", {}));
  }

  /** What the host is doing, and with which model. */
  getState(): Promise<StateData> {
    return this.request("get_state", {});
  }

  /** The conversation. */
  async getMessages(): Promise<readonly Message[]> {
    return (await this.request("get_messages", {})).messages;
  }

  /** Forgets the conversation. */
  async clear(): Promise<void> {
    await this.request("clear", {});
  }

  /** Changes the model. */
  async setModel(model: string): Promise<void> {
    await this.request("set_model", { model });
  }

  /** The models that the host knows. */
  async getModels(): Promise<readonly Model[]> {
    return (await this.request("get_models", {})).models;
  }

  /** Whether the host is there. */
  async ping(): Promise<void> {
    await this.request("ping", {});
  }

  /** The slash commands; in hosts that offer `slash_commands`. */
  async listCommands(): Promise<readonly CommandInfo[]> {
    return (await this.request("list_commands", {})).commands;
  }

  /** Runs a slash command; in hosts that offer `slash_commands`. */
  invokeCommand(name: string, args?: string): Promise<ServerResponseData["invoke_command"]> {
    return this.request("invoke_command", { name, ...(args === undefined ? {} : { args }) });
  }

  /** Presses a key in a panel; in hosts that offer `panels`. */
  async panelKey(panelId: string, key: string, text?: string): Promise<void> {
    await this.request("panel_key", { panel_id: panelId, key, ...(text === undefined ? {} : { text }) });
  }

  /** Closes a panel; in hosts that offer `panels`. */
  async closePanel(panelId: string): Promise<void> {
    await this.request("panel_close", { panel_id: panelId });
  }

  /** The extensions; in hosts that offer `extensions`. */
  async listExtensions(): Promise<readonly ExtensionInfo[]> {
    return (await this.request("list_extensions", {})).extensions;
  }

  /** Loads the extensions again; in hosts that offer `extensions`. */
  reloadExtensions(): Promise<ReloadData> {
    return this.request("reload_extensions", {});
  }

  /** Answers a `tool_approval_request`; in hosts that offer `tool_approval`. */
  async approveTool(approvalId: string, allow: boolean, reason?: string): Promise<void> {
    await this.request("tool_approval", {
      approval_id: approvalId,
      allow,
      ...(reason === undefined ? {} : { reason }),
    });
  }

  /** Lets the host finish its work and ends it; gives its exit status. */
  close(): Promise<number | string | null> {
    this.#process.stdin?.end();
    return this.#ended;
  }

  /** Ends the host at once. */
  kill(): Promise<number | string | null> {
    this.#process.kill("SIGKILL");
    return this.#ended;
  }

  /** @internal Ends the host and forgets its pipes, which a process that it leaves behind could hold open for ever. */
  discard(): Promise<number | string | null> {
    const { stdin, stdout, stderr } = this.#process;
    for (const stream of [stdin, stdout, stderr]) stream?.destroy();
    return this.kill();
  }

  #listen(program: string): Promise<number | string | null> {
    const { stdin, stdout, stderr } = this.#process;
    const reader = new LineReader({
      limit: longestLine,
      onLine: (line) => this.#line(line),
      onOverlong: () => this.#fail(new HostGone("the host wrote a line without an end", null)),
    });
    stdin?.on("error", () => {});
    stdout?.on("data", (bytes: Buffer) => reader.push(bytes));
    stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-lastWords);
      if (this.#options.onStderr === undefined) process.stderr.write(text);
      else this.#options.onStderr(text);
    });
    return new Promise((resolve) => {
      const finish = (status: number | string | null, why: string): void => {
        const words = this.#stderr.trim();
        this.#fail(new HostGone(words === "" ? why : `${why}: ${words}`, status));
        resolve(status);
      };
      this.#process.once("error", (error) => finish(null, `${program} cannot be started: ${error.message}`));
      this.#process.once("close", (code, signal) =>
        finish(signal ?? code, `the host has ended (${signal ?? code})`),
      );
    });
  }

  #send(type: CommandName, fields: object, onAccepted?: () => void): Promise<ServerResponse> {
    if (this.#gone !== undefined) return Promise.reject(this.#gone);
    this.#ids += 1;
    const id = String(this.#ids);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, {
        command: type,
        settle: (response) => {
          if (response.success) {
            onAccepted?.();
            resolve(response);
          } else reject(new CommandFailed(type, response.error));
        },
        fail: reject,
      });
      this.#process.stdin?.write(`${encodeClientFrame({ type, id, ...fields } as ClientFrame)}\n`);
    });
  }

  #line(line: string): void {
    const decoded = decodeServerFrame(line);
    if (decoded.kind === "invalid") {
      // A line that is no frame is none of a client's business, unless it is what somebody waits for.
      if (decoded.value?.type === "response") this.#badResponse(decoded.value.id, decoded.error.message);
      return;
    }
    if (decoded.kind === "unknown") {
      if (decoded.type !== "response") this.#event(decoded);
      else this.#badResponse(decoded.value.id, `it answers a command that is not known, ${decoded.variant}`);
      return;
    }
    if (decoded.frame.type === "response") this.#response(decoded.frame);
    else this.#event(decoded.frame);
  }

  #response(response: ServerResponse): void {
    const pending = this.#answered(response.id);
    if (pending === undefined) return;
    if (response.success && response.command !== pending.command)
      pending.fail(badResponse(pending, `it answers ${response.command}`));
    else pending.settle(response);
  }

  #badResponse(id: unknown, why: string): void {
    const pending = this.#answered(id);
    pending?.fail(badResponse(pending, why));
  }

  /** Who waits for the response with this id; from now on nobody does. */
  #answered(id: unknown): Pending | undefined {
    if (typeof id !== "string") return undefined;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #event(event: RpcEvent): void {
    this.#options.onEvent?.(event);
    const current = this.#prompts[0];
    if (current !== undefined) {
      current.push(event);
      if (event.type !== "done") return;
      this.#prompts.shift();
      current.end();
    } else this.#compaction.event(event);
  }

  #fail(error: HostGone): void {
    this.#gone ??= error;
    for (const { fail } of this.#pending.values()) fail(error);
    this.#pending.clear();
    for (const events of this.#prompts.splice(0)) events.end(error);
    this.#compaction.fail(error);
  }
}

function badResponse({ command }: Pending, why: string): CommandFailed {
  return new CommandFailed(command, `the response is not valid: ${why}`);
}
