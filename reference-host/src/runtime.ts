/** Agent, provider, tools and extensions, joined. */
import { resolve } from "node:path";
import { builtinCommands, type ServerEvent } from "@extproto/schemas";
import { createAgent } from "./agent/agent.js";
import type { PromptInput } from "./agent/contract.js";
import { EmptyPromptError } from "./agent/errors.js";
import { toWireMessage, toWireModel } from "./agent/wire-form.js";
import type { ReloadReport } from "./extensions/contract.js";
import { createExtensionManager, zotHome } from "./extensions/index.js";
import { keyVariables } from "./providers/index.js";
import { createAnnouncer } from "./runtime/announcer.js";
import { createApprovals } from "./runtime/approvals.js";
import type { Problem, Runtime, RuntimeOptions } from "./runtime/contract.js";
import { RuntimeError } from "./runtime/errors.js";
import { toServerEvent } from "./runtime/extension-events.js";
import { extensionTools } from "./runtime/extension-tools.js";
import { extensionHooks } from "./runtime/hooks.js";
import { createOperations } from "./runtime/operations.js";
import { keepSession } from "./runtime/session-keeper.js";
import { modelsOf, requireDirectory, skillsOf, systemPromptOf, toolsOf } from "./runtime/setup.js";
import { hostVersion } from "./version.js";

/**
 * Makes a runtime: the whole agent, in this process.
 *
 * Nothing is started before the first prompt or `start()`, and nothing reaches the network unless a provider
 * that needs it was chosen or has a key in the environment. Call `close()` at the end: it stops the
 * extensions. A ProviderSetupError or RuntimeError says what is wrong with the options.
 *
 * @example
 * ```ts
 * const runtime = await createRuntime({ provider: "scripted" });
 * for await (const event of runtime.prompt("say hello")) {
 *   if (event.type === "text_delta") process.stdout.write(event.delta);
 * }
 * await runtime.close();
 * ```
 */
export async function createRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const env = options.env ?? process.env;
  const cwd = resolve(options.cwd ?? process.cwd());
  requireDirectory(cwd);
  const home = resolve(options.home ?? zotHome({ env }));
  const version = hostVersion();
  const models = await modelsOf(options, { cwd, home, env });
  const skills = await skillsOf(options, { cwd, home, env });
  const tools = toolsOf(options, { skills, env });

  const told = createAnnouncer<ServerEvent>();
  const problems = createAnnouncer<Problem>();
  const warn = (message: string) => problems.tell({ extension: undefined, message });
  for (const warning of [...models.warnings, ...(skills?.problems ?? [])]) warn(warning);
  const system = systemPromptOf(options, { cwd, home, skills, warn });

  let extensionPace: () => Promise<void> | undefined = () => undefined;
  const operations = createOperations(() => start());
  const announce = (event: ServerEvent) => {
    if (!operations.offer(event)) told.tell(event);
  };
  const approvals = createApprovals(announce);
  const { keeper, restored } = keepSession(options.session, {
    home,
    cwd,
    version,
    provider: models.provider.name,
    model: models.initial.id,
    onProblem: warn,
  });

  const manager = createExtensionManager({
    home,
    cwd,
    env,
    explicit: options.extensions?.explicit ?? [],
    discover: options.extensions?.discover ?? true,
    deadlines: options.extensions?.deadlines ?? {},
    facts: () => ({ version, provider: models.provider.name, model: agent.model.id, cwd }),
    builtinTools: () => new Set(tools.map(({ name }) => name)),
    builtinCommands: () => new Set([...builtinCommands, ...(options.reservedCommands ?? [])]),
    secrets: Object.values(keyVariables).flat(),
    ...(options.trace === undefined ? {} : { trace: options.trace }),
  });
  manager.onEvent((event) => {
    const shown = toServerEvent(event);
    if (shown !== undefined) announce(shown);
    else if (event.type === "problem") problems.tell({ extension: event.extension, message: event.message });
    return operations.room() ?? extensionPace();
  });

  const agent = createAgent({
    provider: models.provider,
    model: models.initial,
    cwd,
    system,
    tools: () => [...tools, ...extensionTools(manager)],
    hooks: extensionHooks(manager, announce),
    onTranscript: keeper.record,
    onRetry: warn,
    ...(options.reasoning === undefined ? {} : { reasoning: options.reasoning }),
    ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
    ...(options.approvals === true ? { approve: approvals.ask } : {}),
  });
  if (restored !== undefined) agent.restore(restored.messages, restored.cumulative);

  let closed: Promise<void> | undefined;
  function start(): Promise<ReloadReport> {
    refuseWhenClosed();
    return manager.start();
  }

  function refuseWhenClosed(): void {
    if (closed !== undefined)
      throw new RuntimeError("RUNTIME_CLOSED", "the runtime is closed; make a new one");
  }

  async function close(): Promise<void> {
    await operations.end();
    await manager.stop();
  }

  return {
    start,
    prompt(given, runOptions) {
      refuseWhenClosed();
      const input: PromptInput = typeof given === "string" ? { text: given } : given;
      if (input.text === "" && (input.images ?? []).length === 0) throw new EmptyPromptError();
      return operations.run("prompt", (signal) => agent.prompt(input, signal), runOptions);
    },
    compact(runOptions) {
      refuseWhenClosed();
      return operations.run("compact", (signal) => agent.compact(signal), runOptions);
    },
    cancel: operations.cancel,
    setModel(id) {
      refuseWhenClosed();
      operations.refuseWhileBusy("change the model");
      agent.setModel(models.find(id));
    },
    clear() {
      refuseWhenClosed();
      operations.refuseWhileBusy("clear the transcript");
      agent.clear();
    },
    state: () => ({
      provider: models.provider.name,
      model: agent.model.id,
      cwd,
      messageCount: agent.messages().length,
      busy: operations.busy,
      usage: agent.usage(),
      sessionFile: keeper.path,
    }),
    messages: () => agent.messages().map(toWireMessage),
    cost: () => agent.usage(),
    listModels: () => models.list().map(toWireModel),
    listSkills: () => skills?.list ?? [],
    listSessions: keeper.list,
    openSession(session) {
      refuseWhenClosed();
      operations.refuseWhileBusy("change the session");
      const { messages, cumulative } = keeper.open(session);
      agent.restore(messages, cumulative);
    },
    listCommands: () =>
      manager.commands().map(({ name, description, extension }) => {
        return { name, ...(description === undefined ? {} : { description }), extension };
      }),
    async invokeCommand(name, args) {
      await start();
      return manager.invokeCommand(name, args.trim(), { signal: new AbortController().signal });
    },
    listExtensions: () => manager.list(),
    async reloadExtensions() {
      refuseWhenClosed();
      operations.refuseWhileBusy("reload the extensions");
      return manager.reload();
    },
    panelKey: (panelId, key, text) => manager.panelKey(panelId, key, text),
    closePanel: (panelId) => manager.closePanel(panelId),
    answerApproval: approvals.answer,
    paceExtensions(pace) {
      extensionPace = pace;
    },
    onEvent: told.listen,
    onProblem: problems.listen,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}
