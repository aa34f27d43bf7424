/**
 * Determines what has not been announced yet. Everything that the screen would show is announced once, in order, and a
 * row of the pane again if its line changes.
 */

import { plain, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { hourMinute } from "#base/time.ts";
import { arrivalsIn, filterOf } from "#commands/lists/list.ts";
import { definitionOf } from "#commands/lists/table.ts";
import { openReader } from "#commands/screen.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation, type Narrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { composerEditor, recipientOf } from "#store/composer.ts";
import { isList, listOf } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { withSigns } from "#ui/bars/footer.ts";
import { listNameSpans } from "#ui/lists/list-title.ts";
import { conversationSpans, narrowSpans } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import type { Panes } from "#ui/panes.ts";
import { span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { listSpeaker, messageSpeaker, type SpokenRow, textOf } from "./rows.ts";

export type Narrator = {
  /** Returns the lines that were not announced yet, and marks them as announced. */
  readonly tell: (state: State) => readonly string[];
  /** Announces the place again, as when it is opened. */
  readonly forget: () => void;
};

type Narrated = {
  readonly place: string;
  readonly rows: Map<SpokenRow["key"], SpokenRow>;
  cursor: SpokenRow["key"] | undefined;
  arrived: number;
};

export function createNarrator(parts: PaneParts, panes: Panes): Narrator {
  const rowsOfList = listSpeaker(parts, panes);
  const rowsOfReader = messageSpeaker(parts, panes);
  let narrated: Narrated | undefined;
  let dialog = "";
  const changes = [
    changed((state) => connectionWords(parts.style, state)),
    changed(noticeWords),
    changed(({ screen }) => toastWords(parts.style, screen)),
    composerSpeaker(parts.style),
  ];

  function* place(state: State): Iterable<string> {
    const key = placeKey(state);
    const isNew = narrated?.place !== key;
    if (narrated === undefined || isNew) {
      narrated = { place: key, rows: new Map(), cursor: undefined, arrived: 0 };
      yield placeWords(parts.style, state);
    }
    const fresh = new Set<SpokenRow["key"]>();
    for (const row of [...rowsOfList(state), ...rowsOfReader(state)]) {
      const before = narrated.rows.get(row.key);
      narrated.rows.set(row.key, row);
      if (before !== undefined && before.state === row.state) continue;
      fresh.add(row.key);
      yield row.line;
    }
    yield* cursorLines(state, narrated, fresh);
    yield* arrivedLines(state, narrated);
  }

  return {
    tell: (state) => {
      const lines = changes.flatMap((change) => change(state));
      const now = dialogLines(panes, state).join("\n");
      const isOther = now !== dialog;
      dialog = now;
      if (now !== "") return isOther ? [...lines, ...now.split("\n")] : lines;
      // Before the first register, nothing is known.
      return state.view.epoch === 0 ? lines : [...lines, ...place(state)];
    },
    forget: () => {
      narrated = undefined;
      dialog = "";
    },
  };
}

/** The row that the cursor moved to, unless it was just announced. */
function* cursorLines(
  state: State,
  narrated: Narrated,
  fresh: ReadonlySet<SpokenRow["key"]>,
): Iterable<string> {
  const { screen } = state;
  const { place } = screen;
  const now = isList(place) ? listOf(screen, place).cursor?.key : openReader(screen)?.selected;
  const before = narrated.cursor;
  narrated.cursor = now;
  if (now === before || now === undefined || before === undefined || fresh.has(now)) return;
  const row = narrated.rows.get(now);
  if (row !== undefined) yield `On ${row.line}`;
}

function* arrivedLines(state: State, narrated: Narrated): Iterable<string> {
  const { place } = state.screen;
  const arrived = isList(place)
    ? arrivalsIn(definitionOf(place), state, listOf(state.screen, place))
    : 0;
  if (arrived > narrated.arrived) yield `${arrived} new; g g shows them.`;
  narrated.arrived = arrived;
}

/** Announces a line whenever it changes; nothing if it is empty. */
function changed(words: (state: State) => string): (state: State) => readonly string[] {
  let last = "";
  return (state) => {
    const now = words(state);
    const isOther = now !== last;
    last = now;
    return isOther && now !== "" ? [now] : [];
  };
}

function toastWords(style: Style, { toast }: Screen): string {
  return toast === undefined ? "" : `${withSigns(style, toast.text)}${toast.undo ? " (undo)" : ""}`;
}

function noticeWords({ session }: State): string {
  return session.notice ?? "";
}

function connectionWords({ hours }: Style, { session, view }: State): string {
  const { connection, queueId } = session;
  switch (connection.kind) {
    case "stale":
      // What is shown is from an earlier run.
      if (queueId === undefined && view.epoch > 0)
        return `As it was at ${hourMinute(Math.floor(connection.since / 1000), hours)}; connecting.`;
      return "The server is unreachable; retrying.";
    case "offline":
      return "The server is unreachable; retrying.";
    case "live":
      return "Connected.";
    case "signed-out":
      return connection.sentence;
    case "connecting":
    case "catching-up":
      return "";
  }
}

// The current place in one line: `[backend > deploy window, 12 unread, followed]`.

function placeWords(style: Style, { screen, view }: State): string {
  const { place } = screen;
  if (!isList(place)) return `[${[...narrowWords(style, view, place.narrow)].join(", ")}]`;
  const list = listOf(screen, place);
  const name = place.kind === "inbox" ? "Inbox" : textOf(listNameSpans(style, view, place));
  const { title } = filterOf(definitionOf(place), list);
  const words = list.input.text === "" ? "" : `, filter ${list.input.text}`;
  const count = `${list.rows.length} ${list.rows.length === 1 ? "row" : "rows"}`;
  return `[${name}, ${title.toLowerCase()}${words}, ${count}]`;
}

function* narrowWords(style: Style, view: Replica, narrow: Narrow): Iterable<string> {
  yield textOf(narrowSpans(style, view, narrow));
  if (!isConversation(narrow)) return;
  const unread = unreadCountOf(view, conversationKey(narrow));
  if (unread > 0) yield `${unread} unread`;
  if (narrow.kind !== "topic") return;
  const policy = view.policies.get(conversationKey(narrow));
  if (policy === 3) yield "followed";
  if (policy === 1) yield "muted";
  const stream = get(view.streams, narrow.streamId);
  if (stream !== undefined && stream.subscription === undefined) yield "not subscribed";
}

/** Changes when another place or another filter of a list is opened. */
function placeKey({ screen }: State): string {
  const { place } = screen;
  if (!isList(place)) return JSON.stringify(place.narrow);
  const { filter, input } = listOf(screen, place);
  return JSON.stringify([place, filter, input.text]);
}

// Announces the recipient of the message being written, and the text of its draft.

/** Returns lines when the user begins to write, and when the recipient changes. */
function composerSpeaker(style: Style): (state: State) => readonly string[] {
  let last = "";
  return ({ screen, view }) => {
    const address = recipientOf({ screen, view });
    const isWriting = screen.focus === "composer" && address !== undefined;
    const now = isWriting ? textOf(conversationSpans(style, view, address)) : "";
    const isOther = now !== last;
    last = now;
    if (!isOther || now === "") return [];
    const { text } = composerEditor(screen);
    // On a line of its own it would look like a separate message.
    const draft = text.trim() === "" ? [] : [`Continuing this draft (:^C clears it): ${text}`];
    return [`Writing to ${now}.`, ...draft];
  };
}

// The open dialog as lines for a screen reader: its title, the typed text, and its choices by number.

/** Empty while no dialog is open. */
export function dialogLines({ dialog }: Pick<Panes, "dialog">, state: State): readonly string[] {
  const opened = dialog(state);
  if (opened === undefined) return [];
  const { title, typed, placeholder = "", hints, list = [] } = opened.content;
  const { rows, below } = opened;
  const [from, to] = opened.listed;
  const listed = list.slice(from, to).map((row, at) => ({ ...row, choice: from + at }));
  // In plain mode there are no keys, and ^C exits at once.
  const isSignIn = state.screen.dialog?.kind === "sign-in";
  const keys = isSignIn ? [":quit leaves weir"] : hints.flatMap(typedHint);
  return [
    safeLine(title),
    ...(typed === undefined ? [] : [safeLine(typed.text === "" ? placeholder : typed.text)]),
    ...[...rows, ...listed].flatMap(({ left = [], right = [], choice }, at, all) => {
      const words = textOf([...left, span(plain("  ")), ...right]);
      if (words === "") return [];
      const isFirst = choice !== undefined && all[at - 1]?.choice !== choice;
      return !isFirst ? [words] : [`${choice + 1}. ${words}`];
    }),
    safeLine([...keys, ...(below > 0 ? [`${below} more`] : [])].join(", ")),
  ];
}

/** A key as a line: the empty one stands for Enter, and the prompt says how to leave. */
function typedHint({ key, words }: { readonly key: string; readonly words: string }) {
  if (key === "Esc") return [];
  return key === "Enter" ? [`empty line: ${words}`] : [`:${key} ${words}`];
}
