/** Tools and commands that an extension registers when the plan is made already. */
import type { ActorContext, Observed, Overlooked } from "../../run/contract.js";
import { checkFileName } from "./check-file/load.js";
import type { Discovery } from "./discover.js";

/** Looks for them in every run. */
export interface LateWatch {
  watched(context: ActorContext): ActorContext;
  readonly overlooked: () => readonly Overlooked[];
}

/** A map, since the type of a frame may be any text, also the name of something that every object has. */
const kinds: ReadonlyMap<unknown, Overlooked["kind"]> = new Map([
  ["register_tool", "tool"],
  ["register_command", "command"],
]);

/** Begins to look. Nothing is late for an extension of which nothing is known. */
export function createLateWatch(known: Discovery | undefined): LateWatch {
  const late = new Map<string, Overlooked>();
  const names = {
    tool: new Set(known?.tools.map(({ name }) => name)),
    command: new Set(known?.commands.map(({ name }) => name)),
  };
  const look = (event: Observed): void => {
    if (event.kind !== "received" || event.frame === undefined) return;
    const { type, name } = event.frame;
    const kind = kinds.get(type);
    if (kind === undefined || typeof name !== "string" || name === "" || names[kind].has(name)) return;
    const allow = `allow_${kind}s: [${name}]`;
    const why = `the ${kind} ${name} was registered after the kit had looked for what there is; name it in ${checkFileName} (${allow}), and it is waited for`;
    late.set(`${kind} ${name}`, { kind, name, why });
  };
  return {
    watched: (context) => ({
      ...context,
      emit(event) {
        look(event);
        context.emit(event);
      },
    }),
    overlooked: () => (known?.greeting.ok === true ? [...late.values()] : []),
  };
}
