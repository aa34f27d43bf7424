/**
 * From strokes to commands: sequences such as `g g`, counts such as `5 j`, and which context hears a key.
 *
 * Built from the table of commands and the person's overrides; nothing else knows which key does what.
 */
import type { Command, Context, Keys } from "./command.ts";

type Node = { command: Command | undefined; readonly next: Map<string, Node> };

export type Keymap = ReadonlyMap<Context, Node>;

/** Command IDs and the keys that they have instead of their own. */
export type Overrides = Keys["overrides"];

export type Press =
  | { readonly kind: "run"; readonly command: Command; readonly count: number }
  /** The beginning of a sequence, or a count: what is typed so far, to be handed in with the next stroke. */
  | { readonly kind: "pending"; readonly pending: string }
  /** No command of this context hears it. */
  | { readonly kind: "none" };

const mostOften = 999;

/** Strokes of a sequence as it is written in the table. */
export function strokesOf(keys: string): readonly string[] {
  return keys.split(" ");
}

/** The keys that a command has after overrides, in that context; without one, where it has no keys for one alone. */
export function keysOf(command: Command, overrides: Overrides, where?: Context): readonly string[] {
  return overrides[overrideKey(command.id, where)] ?? overrides[command.id] ?? command.keys;
}

/** How keys for one context alone are named: `reader.triage.done`. */
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

/**
 * Every key of a context. Of the same key twice the later one counts: the commands' own come first, then the overrides in
 * the order in which they were made.
 */
export function boundIn(
  commands: readonly Command[],
  overrides: Overrides,
  where: Context,
): readonly { readonly command: Command; readonly keys: string }[] {
  const ranks = new Map(Object.keys(overrides).map((name, at) => [name, at]));
  const rank = ({ id }: Command) => ranks.get(overrideKey(id, where)) ?? ranks.get(id) ?? -1;
  return commands
    .filter((command) => command.where.includes(where))
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((command) => keysOf(command, overrides, where).map((keys) => ({ command, keys })));
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

/** Where digits are text. */
const writing: ReadonlySet<Context> = new Set([
  "composer",
  "bar",
  "find",
  "search",
  "filter",
  "dialog",
  "form",
]);

/** What `stroke` does after `pending`, in a context where keys may be letters only if nothing is written there. */
export function press(keymap: Keymap, where: Context, pending: string, stroke: string): Press {
  const [, digits = "", rest = ""] = /^(\d*) ?(.*)$/.exec(pending) ?? [];
  const takesCounts = !writing.has(where);
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
    return { kind: "run", command: node.command, count: Math.min(mostOften, Number(digits) || 1) };
  }
  return { kind: "pending", pending: [digits, ...before, stroke].join(" ").trim() };
}

/** Every context, as a person calls it. */
export const contextNames: Readonly<Record<Context, string>> = {
  list: "in a list",
  reader: "in a conversation",
  sidebar: "in the sidebar",
  composer: "while writing",
  bar: "in the sidebar's filter",
  filter: "in a list's filter",
  find: "while finding",
  hits: "among the hits",
  search: "while searching",
  dialog: "in dialogs",
  form: "in forms",
  card: "on cards",
  help: "in the list of keys",
  info: "in details",
};

/** Where else a key is looked for. */
const places = ["list", "reader", "sidebar", "composer"] as const;

/** The command that hears these strokes in another context, and the name of that place; undefined: none does. */
export function boundElsewhere(
  keymap: Keymap,
  where: Context,
  keys: string,
): { readonly command: Command; readonly place: string } | undefined {
  for (const context of places) {
    if (context === where) continue;
    const node = strokesOf(keys).reduce<Node | undefined>(
      (at, stroke) => at?.next.get(stroke),
      keymap.get(context),
    );
    if (node?.command !== undefined) return { command: node.command, place: contextNames[context] };
  }
  return undefined;
}
