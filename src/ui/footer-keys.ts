/** Which keys the footer names, and in which order: the next thing to do first, help last. */
import type { Context, Keys } from "#commands/command.ts";
import { isEditable, isRemovable } from "#commands/lists/list-commands.ts";
import { sourceOf } from "#commands/lists/sources.ts";
import { hasSpoilers, messageAtCursor } from "#commands/message-actions.ts";
import { contextOf } from "#commands/screen.ts";
import { filesAmong } from "#commands/viewing.ts";
import { isList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { type Hint, hintsOf } from "./hints.ts";
import type { MessageBodies } from "./message-bodies.ts";

/** By commands; the others of the context follow in the order of the table. What does not fit is left out. */
const order: Readonly<Partial<Record<Context, readonly string[]>>> = {
  list: [
    "list.open",
    "list.edit",
    "list.delete",
    "triage.done",
    "triage.undo",
    "list.mark",
    "list.next-filter",
    "triage.next",
  ],
  reader: [
    "reader.page",
    "triage.done",
    "triage.undo",
    "message.reply",
    "message.open-link",
    "message.view",
    "message.spoiler",
    "message.emoji",
  ],
  sidebar: ["sidebar.open", "triage.done", "triage.undo", "sidebar.filter", "sidebar.fold"],
};

type Linked = Pick<MessageBodies, "linksOf">;

/** Commands that only some messages and some lists have a use for. */
const occasional: Readonly<Record<string, (state: State, bodies: Linked) => boolean>> = {
  "message.open-link": (state, bodies) => {
    const message = messageAtCursor(state);
    return message !== undefined && bodies.linksOf(state.view, message).length > 0;
  },
  "list.edit": ({ screen }) => isEditable(screen),
  "message.view": (state, bodies) => {
    const message = messageAtCursor(state);
    if (message === undefined) return false;
    return filesAmong(state.view, bodies.linksOf(state.view, message)).length > 0;
  },
  "list.delete": ({ screen }) => isRemovable(screen),
  "triage.done": ({ screen }) =>
    contextOf(screen) !== "list" ||
    !isList(screen.place) ||
    sourceOf(screen.place).conversationsOf !== undefined,
  "message.spoiler": (state) => {
    const message = messageAtCursor(state);
    return message !== undefined && hasSpoilers(message);
  },
};

/** The ids of the occasional commands that are of use now, divided by blanks. */
export function occasionsIn(state: State, bodies: Linked): string {
  return Object.keys(occasional)
    .filter((id) => occasional[id]?.(state, bodies))
    .join(" ");
}

/** `occasions` as `occasionsIn` gives them. */
export function footerHints(keys: Keys, where: Context, occasions: string): readonly Hint[] {
  const wanted = order[where] ?? [];
  const now = new Set(occasions.split(" "));
  const rank = ({ id }: { readonly id: string }) => {
    const at = wanted.indexOf(id);
    return at < 0 ? wanted.length : at;
  };
  const commands = keys.commands
    .filter(({ id }) => occasional[id] === undefined || now.has(id))
    .toSorted((a, b) => rank(a) - rank(b));
  return hintsOf({ ...keys, commands }, where);
}
