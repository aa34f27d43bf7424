/**
 * From strokes to commands: sequences such as `g g`, counts such as `5 j`, and contexts.
 *
 * Built from the command table and the user's overrides; nothing else maps keys to commands.
 */
import { type Command, type Context, chainOf, type Keys, worksIn } from "#commands/command.ts";

type Node = { command: Command | undefined; readonly next: Map<string, Node> };

export type Keymap = ReadonlyMap<Context, Node>;

/** Command IDs and the keys that replace their default ones. */
export type Overrides = Keys["overrides"];

export type KeyResult =
  | { readonly kind: "run"; readonly command: Command; readonly count: number }
  /** An incomplete sequence or count, to be passed in with the next stroke. */
  | { readonly kind: "pending"; readonly pending: string }
  /** No command of this context has this key. */
  | { readonly kind: "none" };

const maxCount = 999;

/** The strokes of a sequence in the notation of the table. */
export function strokesOf(keys: string): readonly string[] {
  return keys.split(" ");
}

/** A command's keys in that context after overrides; without a context, those that are not limited to one. */
export function keysOf(command: Command, overrides: Overrides, where?: Context): readonly string[] {
  return overrides[overrideIn(command, overrides, where) ?? command.id] ?? command.keys;
}

/** The name of the override for that context, or for the nearest of its parents. */
function overrideIn(
  { id }: Command,
  overrides: Overrides,
  where: Context | undefined,
): string | undefined {
  if (where === undefined || Object.keys(overrides).length === 0) return undefined;
  const names = chainOf(where).map((each) => overrideKey(id, each));
  return names.find((name) => overrides[name] !== undefined);
}

/** The configuration name of keys for one context: `reader.triage.done`. */
export function overrideKey(id: string, where: Context | undefined): string {
  return where === undefined ? id : `${where}.${id}`;
}

export function keymapOf(commands: readonly Command[], overrides: Overrides = {}): Keymap {
  const keymap = new Map<Context, Node>();
  for (const where of Object.keys(contextNames) as Context[])
    for (const { command, keys } of boundIn(commands, overrides, where))
      bind(keymap, where, keys, command);
  return keymap;
}

type Binding = {
  readonly command: Command;
  readonly keys: string;
  /**
   * Among the bindings of a context, a default one counts less than any configured one, and then the farther parent's. The
   * keys of the user's own commands count most: they are written where the command is.
   */
  readonly rank: number;
};

/** All bindings of a context and its parents. A later binding of the same key wins: that with the higher rank. */
export function boundIn(
  commands: readonly Command[],
  overrides: Overrides,
  where: Context,
): readonly Binding[] {
  const configured = Object.keys(overrides);
  const chain = chainOf(where);
  const rankOf = (command: Command) => {
    const at = configured.indexOf(overrideIn(command, overrides, where) ?? command.id);
    if (at < 0 && command.custom !== undefined) return configured.length;
    return at < 0 ? -1 - chain.findIndex((each) => command.where.includes(each)) : at;
  };
  return commands
    .filter((command) => worksIn(command, where))
    .flatMap((command) => {
      const rank = rankOf(command);
      return keysOf(command, overrides, where).map((keys) => ({ command, keys, rank }));
    })
    .toSorted((a, b) => a.rank - b.rank);
}

function bind(keymap: Map<Context, Node>, where: Context, keys: string, command: Command): void {
  let node = keymap.get(where);
  if (node === undefined) {
    node = { command: undefined, next: new Map() };
    keymap.set(where, node);
  }
  for (const stroke of strokesOf(keys)) {
    const next: Node = node.next.get(stroke) ?? { command: undefined, next: new Map() };
    node.next.set(stroke, next);
    node = next;
  }
  node.command = command;
}

/** Contexts in which digits are text. */
const writing: readonly Context[] = ["composer", "dialog"];

/** What `stroke` does after `pending`, in a context where unmodified keys work only while nothing is typed. */
export function press(keymap: Keymap, where: Context, pending: string, stroke: string): KeyResult {
  const [, digits = "", rest = ""] = /^(\d*) ?(.*)$/.exec(pending) ?? [];
  const takesCounts = !chainOf(where).some((each) => writing.includes(each));
  if (takesCounts && rest === "" && /^\d$/.test(stroke) && !(stroke === "0" && digits === "")) {
    return { kind: "pending", pending: (digits + stroke).slice(-3) };
  }
  const before = rest === "" ? [] : strokesOf(rest);
  const node = [...before, stroke].reduce<Node | undefined>(
    (at, each) => at?.next.get(each),
    keymap.get(where),
  );
  if (node === undefined) return { kind: "none" };
  if (node.command !== undefined) {
    return { kind: "run", command: node.command, count: Math.min(maxCount, Number(digits) || 1) };
  }
  return { kind: "pending", pending: [digits, ...before, stroke].join(" ").trim() };
}

/** The display names of contexts. */
export const contextNames: Readonly<Record<Context, string>> = {
  list: "in a list",
  reader: "in a conversation",
  sidebar: "in the sidebar",
  composer: "in the composer",
  bar: "in the sidebar's filter",
  filter: "in a list's filter",
  find: "while finding",
  hits: "while stepping through matches",
  search: "while searching",
  dialog: "in dialogs",
  input: "in a line of text",
  form: "in forms",
  menu: "in menus",
  card: "on cards",
  info: "in details",
};

/** The contexts that are searched for a key that is unbound in the current one. */
const places = ["list", "reader", "sidebar", "composer"] as const;

/**
 * The name of the place where the command does something; undefined if it does here, or if nobody looks for it by name: it
 * edits a line, or acts on a dialog.
 */
export function placeElsewhere(command: Command, here: Context): string | undefined {
  if (worksIn(command, here)) return undefined;
  const place = places.find((each) => command.where.includes(each));
  return place && contextNames[place];
}

/**
 * The command that these strokes run or begin in another context, and that context's name. First in the one `below` the
 * open dialog or the composer, which is the same without one.
 */
export function boundElsewhere(
  keymap: Keymap,
  { where, below }: { readonly where: Context; readonly below: Context },
  keys: string,
): { readonly command: Command; readonly place: string } | undefined {
  for (const context of [below, ...places]) {
    if (context === where) continue;
    const node = strokesOf(keys).reduce<Node | undefined>(
      (at, stroke) => at?.next.get(stroke),
      keymap.get(context),
    );
    const command = node && firstCommand(node);
    if (command === undefined) continue;
    return { command, place: context === below ? "when this is closed" : contextNames[context] };
  }
  return undefined;
}

function firstCommand({ command, next }: Node): Command | undefined {
  if (command !== undefined) return command;
  const [first] = next.values();
  return first && firstCommand(first);
}
