/**
 * Determines what has not been announced yet. Everything that the screen would show is announced once, in order, and a
 * row of the pane again if its line changes; what is still running is said when it begins, and every half a minute.
 */

import { counted } from "#base/counted.ts";
import { safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { hourMinute } from "#base/time.ts";
import { choicesIn } from "#commands/keys/inputs.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import { arrivalsIn, filterOf } from "#commands/lists/list.ts";
import { markedMessages } from "#commands/message/selected.ts";
import { undelivered, undeliveredWords } from "#commands/outbox/list.ts";
import { openReader } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import { conversationKey } from "#model/conversation.ts";
import { type RequestedAt, requestedNow } from "#model/merge-page.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { isConversation, type Narrow, narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { notifyingMessages } from "#model/select/inbox-row.ts";
import { accessibleStream } from "#model/streams.ts";
import { isUnread } from "#model/unreads.ts";
import { composerEditor, editedMessage, isWaiting, recipientOf } from "#store/composer.ts";
import type { List } from "#store/list.ts";
import { isList, listOf, openList } from "#store/lists.ts";
import type { Screen, Spoken } from "#store/screen.ts";
import type { Session } from "#store/session.ts";
import type { State } from "#store/state.ts";
import { uploadsOf } from "#store/uploads.ts";
import { unicodeGlyphs } from "#theme/glyphs.ts";
import { listNameSpans } from "#ui/lists/list-title.ts";
import { conversationSpans, narrowSpans, senderName } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import type { Panes } from "#ui/panes.ts";
import type { Style } from "#ui/style.ts";
import type { MessageId } from "#wire/ids.ts";
import {
  dialogLines,
  dialogSpeaker,
  listSpeaker,
  messageSpeaker,
  type SpokenRow,
  textOf,
} from "./rows.ts";

export type Narrator = {
  /**
   * Returns the lines that were not announced yet, and marks them as announced. News that the level does not include
   * are kept until the user has typed something, which is when the level is `all`.
   */
  readonly tell: (state: State, level: Spoken) => readonly string[];
  /** Whether everything in the pane was announced. */
  readonly isUpToDate: () => boolean;
  /** The rows that were announced, as they stood then; undefined: nothing of the place was yet. */
  readonly announced: (state: State) => Announced | undefined;
  /** What identifies the choices of the open dialog, as their numbers were announced; undefined: they were not yet. */
  readonly choices: (state: State) => readonly string[] | undefined;
  /** Announces the place again, as when it is opened. */
  readonly forget: () => void;
  /** Takes what the pane shows now as announced. */
  readonly passOver: (state: State) => void;
  /** What is wrong with the connection, if anything is. */
  readonly trouble: (state: State) => readonly string[];
  /** Where the user is, in a few lines, and the whole open dialog. */
  readonly where: (state: State) => readonly string[];
};

type Announced = {
  /** Those of the rows that were shown last, in their order. */
  readonly shown: readonly SpokenRow["key"][];
  /** In a list, all rows when their numbers were announced last. */
  readonly listed: List["rows"] | undefined;
};

type Narrated = {
  readonly place: string;
  readonly rows: Map<SpokenRow["key"], SpokenRow>;
  last: Announced;
  cursor: SpokenRow["key"] | undefined;
  arrived: number;
};

const spokenAt: Readonly<Record<Spoken, (row: SpokenRow) => boolean>> = {
  all: () => true,
  mine: ({ concerns }) => concerns !== undefined,
  quiet: ({ concerns }) => concerns === "own",
};

export function createNarrator(parts: PaneParts, panes: Panes): Narrator {
  const spokenRows = rowSpeaker(parts, panes);
  const dialog = dialogSpeaker(panes, (state) => choicesIn(state, parts));
  const elsewhere = elsewhereSpeaker(parts);
  let narrated: Narrated | undefined;
  let isUpToDate = true;
  const changes = [
    changed((state) => connectionWords(parts.style, state)),
    changed(markedWords),
    changed(({ session }) => session.notice ?? ""),
    changed(({ session }) => unreadWords(parts.keys, session)),
    changed(({ screen }) => toastWords(parts.style, screen)),
    composerSpeaker(parts.style),
  ];

  function* place(state: State, level: Spoken): Iterable<string> {
    const key = placeKey(state);
    const isNew = narrated?.place !== key;
    if (narrated === undefined || isNew) {
      narrated = narratedAt(key);
      yield placeWords(parts.style, state);
    }
    const fresh = new Set<SpokenRow["key"]>();
    isUpToDate = true;
    const rows = spokenRows(state);
    for (const row of rows) {
      const before = narrated.rows.get(row.key);
      const isSaid = before !== undefined && before.state === row.state;
      if (!isSaid && !isNew && !spokenAt[level](row)) {
        isUpToDate = false;
        continue;
      }
      narrated.rows.set(row.key, row);
      if (isSaid) continue;
      fresh.add(row.key);
      yield row.line;
    }
    narrated.last = announcedOf(narrated, rows, state.screen, isUpToDate);
    yield* cursorLines(state, narrated, fresh);
    if (level === "all") yield* arrivedLines(parts.keys, state, narrated);
  }

  return {
    tell: (state, level) => {
      const lines = changes.flatMap((change) => change(state));
      if (state.screen.dialog !== undefined) return [...lines, ...dialog.tell(state)];
      dialog.forget();
      // Before the first register, nothing is known.
      if (state.view.epoch === 0) return lines;
      return [...lines, ...place(state, level), ...(level === "quiet" ? [] : elsewhere(state))];
    },
    isUpToDate: () => isUpToDate,
    announced: (state) => (narrated?.place === placeKey(state) ? narrated.last : undefined),
    choices: dialog.choices,
    forget: () => {
      narrated = undefined;
      dialog.forget();
    },
    passOver: (state) => {
      narrated = narratedAt(placeKey(state), spokenRows(state), state.screen);
    },
    trouble: (state) => troubleWords(parts, state),
    where: (state) => {
      const { screen } = state;
      if (screen.dialog !== undefined) return dialogLines(panes, state);
      if (screen.focus === "composer") return composerWords(parts.style, state);
      const at = selectedKey(screen);
      const row = spokenRows(state).find(({ key }) => key === at);
      return [placeWords(parts.style, state), ...(row === undefined ? [] : [`On ${row.line}`])];
    },
  };
}

/** The rows of the pane: one of both has none. */
function rowSpeaker(parts: PaneParts, panes: Panes) {
  const [rowsOfList, rowsOfReader] = [listSpeaker(parts, panes), messageSpeaker(parts, panes)];
  return (state: State) => [...rowsOfList(state), ...rowsOfReader(state)];
}

/** All of the rows were announced. */
function narratedAt(place: string, rows: readonly SpokenRow[] = [], screen?: Screen): Narrated {
  const all = new Map(rows.map((row) => [row.key, row]));
  const cursor = screen && selectedKey(screen);
  const last = { shown: [...all.keys()], listed: screen && openList(screen)?.rows };
  return { place, rows: all, last, cursor, arrived: 0 };
}

/** Of the rows that are shown now, those that were announced; `isWhole`: all of them, with the numbers that they have. */
function announcedOf(
  { rows: before, last }: Narrated,
  rows: readonly SpokenRow[],
  screen: Screen,
  isWhole: boolean,
): Announced {
  const shown = rows.map(({ key }) => key).filter((key) => before.has(key));
  return { shown, listed: isWhole ? openList(screen)?.rows : last.listed };
}

/** The row that the cursor moved to, unless it was just announced. */
function* cursorLines(
  state: State,
  narrated: Narrated,
  fresh: ReadonlySet<SpokenRow["key"]>,
): Iterable<string> {
  const now = selectedKey(state.screen);
  const before = narrated.cursor;
  narrated.cursor = now;
  if (now === before || now === undefined || before === undefined || fresh.has(now)) return;
  const row = narrated.rows.get(now);
  if (row !== undefined) yield `On ${row.line}`;
}

/** The row or message that commands apply to. */
function selectedKey(screen: Screen): SpokenRow["key"] | undefined {
  const { place } = screen;
  return isList(place) ? listOf(screen, place).cursor?.key : openReader(screen)?.selected;
}

function* arrivedLines(
  keys: PaneParts["keys"],
  state: State,
  narrated: Narrated,
): Iterable<string> {
  const { place } = state.screen;
  const arrived = isList(place)
    ? arrivalsIn(definitionOf(place), state, listOf(state.screen, place))
    : 0;
  if (arrived > narrated.arrived)
    yield withKeys(keys, `${arrived} new; {program.repaint} shows them.`);
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

/** What the header says on the screen. */
function outboxWords(keys: PaneParts["keys"], state: State): string {
  const words = undeliveredWords(undelivered(state)).filter((each) => each !== "");
  return words.length === 0 ? "" : withKeys(keys, `${words.join(", ")}|; {go.outbox} shows what|.`);
}

function troubleWords({ style, keys }: PaneParts, state: State): readonly string[] {
  const isLive = state.session.connection.kind === "live";
  const words = isLive ? "" : connectionWords(style, state);
  return [words, outboxWords(keys, state)].filter((line) => line !== "");
}

/** On how many messages keys act, if not on the selected one. */
function markedWords(state: State): string {
  const { length } = markedMessages(state);
  if (length === 0) return "";
  return length === 1 ? "1 message is selected." : `${length} messages are selected.`;
}

/** What the header says on the screen. */
function unreadWords(keys: PaneParts["keys"], { skipped: { length } }: Session): string {
  if (length === 0) return "";
  const things = counted(length, "thing");
  return withKeys(keys, `${things} of this server could not be read|; {info.server} shows what|.`);
}

function toastWords({ glyphs }: Style, { toast }: Screen): string {
  if (toast === undefined) return "";
  const words = toast.text
    .replaceAll(unicodeGlyphs.streamPrivate, glyphs.streamPrivate)
    .replaceAll(unicodeGlyphs.streamWebPublic, glyphs.streamWebPublic)
    .replaceAll(unicodeGlyphs.topic, glyphs.topic);
  return toast.undo ? `${words} (undo)` : words;
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
  const count = `${counted(list.rows.length, "row")}`;
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
  const stream = accessibleStream(view, narrow.streamId);
  if (stream?.isArchived) yield "archived";
  else if (stream !== undefined && stream.subscription === undefined) yield "not subscribed";
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
  return (state) => {
    const [now = "", ...draft] =
      state.screen.focus === "composer" ? composerWords(style, state) : [];
    const isOther = now !== last;
    last = now;
    return isOther && now !== "" ? [now, ...draft] : [];
  };
}

const draftWaits = "A draft waits here: what you type replaces it, :keep goes on with it";

function composerWords(style: Style, { screen, view }: State): readonly string[] {
  const address = recipientOf({ screen, view });
  if (address === undefined) return [];
  const { text } = composerEditor(screen);
  // On a line of its own it would look like a separate message.
  const isEdit = editedMessage(screen) !== undefined;
  const unasked = isWaiting(screen) ? draftWaits : "Continuing this draft (:clear clears it)";
  const what = isEdit ? "What you type is added to this text (:clear clears it)" : unasked;
  const draft = text.trim() === "" ? [] : [`${what}: ${text}`];
  const to = textOf(conversationSpans(style, view, address));
  return [isEdit ? `Editing your message in ${to}.` : `Writing to ${to}.`, ...draft];
}

// Announces what needs the user and came to another conversation than the open one.

/** Of a flood, the newest. */
const maxElsewhere = 5;

function elsewhereSpeaker({ style, bodies }: PaneParts): (state: State) => readonly string[] {
  let before: RequestedAt | undefined;
  /** A page may bring a message before its event does. */
  let said: readonly MessageId[] = [];
  let ruled: readonly MessageId[] = [];
  return ({ view, session, screen: { place } }) => {
    const now = requestedNow(view);
    const since = before ?? now;
    before = now;
    const { notify } = session.ruled;
    const byRules = notify === ruled ? [] : notify.flatMap((id) => get(view.messages, id) ?? []);
    ruled = notify;
    const isSame = now.newest === since.newest && now.lastEvent === since.lastEvent;
    if (isSame && byRules.length === 0) return [];
    const open =
      !isList(place) && isConversation(place.narrow) ? conversationKey(place.narrow) : "";
    const news = isSame ? [] : notifyingMessages(view, since);
    const messages = [...news, ...byRules].filter(
      ({ id, conversation }) => conversation !== open && !said.includes(id),
    );
    said = [...said, ...messages.map(({ id }) => id)].filter((id) => isUnread(view.unreads, id));
    const line = (message: Message) => {
      const where = textOf(conversationSpans(style, view, conversationOfMessage(message)));
      const why = message.mentioned ? ", mentions you" : "";
      return `Elsewhere: ${senderName(view, message)}${why}, ${where}: ${bodies.previewOf(view, message)}`;
    };
    const more = messages.length - maxElsewhere;
    return [
      ...(more > 0 ? [`Elsewhere: ${more} more that need you.`] : []),
      ...messages.slice(-maxElsewhere).map(line),
    ];
  };
}

// What is still running.

/** What usually takes less is not said. */
const shortMs = 1_000;
const repeatMs = 30_000;

type Job = {
  readonly id: string;
  readonly title: string;
  /** How far it is; empty if nobody knows. */
  readonly share: string;
  /** It is known to take long. */
  readonly isLong: boolean;
};

type Told = { readonly job: Job; dueAt: number; isSaid: boolean };

export function jobSpeaker() {
  const running = new Map<string, Told>();
  return {
    /** What is due; `now` in milliseconds of a clock that never goes back. */
    tell: (state: State, now: number) => {
      const jobs = new Map(jobsIn(state).map((job) => [job.id, job]));
      const ended = [...running.values()].filter(({ job }) => !jobs.has(job.id));
      for (const { job } of ended) running.delete(job.id);
      for (const job of jobs.values()) {
        const { dueAt = now + (job.isLong ? 0 : shortMs), isSaid = false } =
          running.get(job.id) ?? {};
        running.set(job.id, { job, dueAt, isSaid });
      }
      const due = [...running.values()].filter(({ dueAt }) => dueAt <= now);
      for (const told of due) {
        told.dueAt = now + repeatMs;
        told.isSaid = true;
      }
      return [
        ...ended.filter(({ isSaid }) => isSaid).map(({ job }) => safeLine(`Ended: ${job.title}.`)),
        ...due.map(({ job }) => safeLine(`Running: ${job.title}${job.share}.`)),
      ];
    },
    /** When something will be due, if nothing changes, while something is running. */
    dueAt: () =>
      running.size === 0 ? undefined : Math.min(...[...running.values()].map(({ dueAt }) => dueAt)),
  };
}

function jobsIn(state: State): readonly Job[] {
  const { session, screen } = state;
  const { place } = screen;
  const key = isList(place) ? undefined : narrowKey(place.narrow);
  return [
    ...session.progress.map(({ intent, title, answers, of }) => ({
      id: intent,
      title,
      share: of === undefined ? `, ${answers} done` : `, ${answers} of ${of}`,
      isLong: true,
    })),
    ...uploadsOf(state)
      .filter(({ state: phase }) => phase === "sending")
      .map(({ id, name, percent }) => ({
        id,
        title: `uploading ${name}`,
        share: `, ${percent} percent`,
        isLong: true,
      })),
    ...session.requests.map(({ id }) => ({ id, title: "saving", share: "", isLong: false })),
    ...(key !== undefined && session.loading.has(key)
      ? [{ id: `loading ${key}`, title: "loading messages", share: "", isLong: false }]
      : []),
  ];
}
