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

/** The keys that a command has after overrides. */
export function keysOf(command: Command, overrides: Overrides): readonly string[] {
  return overrides[command.id] ?? command.keys;
}

export function keymapOf(commands: readonly Command[], overrides: Overrides = {}): Keymap {
  const keymap = new Map<Context, Node>();
  for (const command of commands) {
    for (const where of command.where) {
      for (const keys of keysOf(command, overrides)) bind(keymap, where, keys, command);
    }
  }
  return keymap;
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

const places: readonly (readonly [Context, string])[] = [
  ["list", "in a list"],
  ["reader", "in a conversation"],
  ["sidebar", "in the sidebar"],
  ["composer", "while writing"],
];

/** The command that hears these strokes in another context, and the name of that place; undefined: none does. */
export function boundElsewhere(
  keymap: Keymap,
  where: Context,
  keys: string,
): { readonly command: Command; readonly place: string } | undefined {
  for (const [context, place] of places) {
    if (context === where) continue;
    const node = strokesOf(keys).reduce<Node | undefined>(
      (at, stroke) => at?.next.get(stroke),
      keymap.get(context),
    );
    if (node?.command !== undefined) return { command: node.command, place };
  }
  return undefined;
}
