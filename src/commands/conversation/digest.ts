/** The list of what happened since a time: for each conversation who wrote, and lines that each open their message. */
import { memoizeEach, memoizeFor, memoizeTexts } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import { momentLabel } from "#base/time.ts";
import type { CommandContext } from "#commands/command.ts";
import {
  type Coming,
  type Filter,
  type ListDefinition,
  type ListKeys,
  noneInFilter,
  overIf,
  withWords,
} from "#commands/lists/list.ts";
import { rowsOfMessages } from "#commands/lists/message-rows.ts";
import {
  glyph,
  type Heading,
  overRow,
  type Part,
  type Row,
  shrinking,
  text,
} from "#commands/lists/row.ts";
import type { MenuRow } from "#commands/menus/menu.ts";
import { copyText } from "#commands/message/actions.ts";
import { openMenu } from "#commands/screen.ts";
import { askForTime, hoursFor, secondsNow } from "#commands/time-choices.ts";
import type { GroupedRow } from "#journal/journal.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { narrowKey } from "#model/narrow.ts";
import { offersSummaries, summaryProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle, historyOf, titleOf } from "#model/select/conversations.ts";
import {
  type ConversationFacts,
  type Digest,
  type DigestKind,
  type DigestLine,
  digested,
  gapsIn,
  goesBackTo,
  linesOf,
  loadedDigest,
} from "#model/select/digest.ts";
import { newsSince } from "#store/here.ts";
import { openList } from "#store/lists.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { State } from "#store/state.ts";
import type { GlyphName } from "#theme/glyphs.ts";
import type { Token } from "#theme/tokens.ts";
import type { MessageId } from "#wire/ids.ts";
import { digestMarkdown, howMany, howMuch, kindNames, missing, namesOf } from "./digest-text.ts";
import { askServer, notConfigured, writeSummary } from "./summary.ts";
import { topicPlace } from "./targets.ts";

/** Which lines each filter shows, if not all. */
const filterKinds: Readonly<Record<string, readonly DigestKind[] | undefined>> = {
  all: undefined,
  questions: ["question"],
  decided: ["resolved", "moved", "poll", "agreed"],
  links: ["link", "file"],
};

const filters: readonly Filter[] = [
  { key: "all", title: "All", sections: ["all"] },
  { key: "questions", title: "Asks you", sections: ["questions"] },
  { key: "decided", title: "Decided", sections: ["decided"] },
  { key: "links", title: "Links", sections: ["links"] },
];

/** All rows are in one section, whose title says since when, and what may be missing. */
const section = "since";

type Placed = GroupedRow & {
  /** If undefined, the row says who wrote, and opens the first message. */
  readonly line: DigestLine | undefined;
};

const linesIn = memoizeFor<Digest, readonly Placed[]>();

function placedLines(digest: Digest, filter: string): readonly Placed[] {
  return linesIn(digest, [filter], () => {
    const kinds = filterKinds[filter];
    return digest.conversations.flatMap((facts) => {
      const placed = { section, group: facts.key };
      const who = { ...placed, key: peopleKey(facts), line: undefined };
      const lines = linesOf(facts).flatMap((line, at): Placed[] => {
        const { kind, message, url } = line;
        if (kinds !== undefined && !kinds.includes(kind)) return [];
        // One message may have several links.
        const key = `${kind} ${message.id}${url === undefined ? "" : ` ${at}`}`;
        return [{ ...placed, key, line }];
      });
      return kinds === undefined ? [who, ...lines] : lines;
    });
  });
}

function peopleKey({ first }: Pick<ConversationFacts, "first">): RowKey {
  return `people ${first.id}`;
}

function messageOf(key: RowKey): MessageId {
  return Number(key.split(" ")[1]) as MessageId;
}

const looks: Readonly<Record<DigestKind, Token>> = {
  question: "mention",
  resolved: "good",
  moved: "accent",
  poll: "accent",
  agreed: "good",
  first: "dim",
  last: "dim",
  link: "link",
  file: "link",
};

const signs: Readonly<Partial<Record<DigestKind, GlyphName>>> = {
  question: "mention",
  resolved: "resolved",
  moved: "topic",
  agreed: "done",
  poll: "done",
};

function subjectOf({ kind, words = "", thumbs, url }: DigestLine): readonly Part[] {
  if (url !== undefined) return [shrinking(words, looks[kind])];
  const by = thumbs === undefined ? "" : ` by ${thumbs}`;
  const more = words === "" ? [] : [text("  "), shrinking(words, "text")];
  return [text(`${kindNames[kind]}${by}`, looks[kind]), ...more];
}

/** `12 messages`, and by whom. */
function peopleRow(facts: ConversationFacts, view: Replica): Row {
  const [subject, names] = [howMany(facts), namesOf(facts, view)];
  return { subject: [text(subject, "text")], detail: [shrinking(names, "dim")] };
}

function lineRow(message: Message, line: DigestLine): Row {
  const sign = signs[line.kind];
  return {
    ...(sign !== undefined && { sign: glyph(sign, looks[line.kind]) }),
    subject: subjectOf(line),
    detail: [{ message }],
    time: { at: message.sentAt },
  };
}

/** `now` in UNIX seconds. */
function sinceHeading(view: Replica, since: number, now: number): Heading {
  const momentOf = (at: number) => momentIn(view, at, now);
  const gaps = missing(gapsIn(partIn({ view }), since), momentOf);
  const title = text(`SINCE ${momentOf(since).toUpperCase()}`);
  return { left: gaps === "" ? [title] : [title, text(`   ${gaps}`, "warning")], token: "dim" };
}

type Viewed = Pick<State, "view">;

function partIn({ view }: Viewed) {
  return { messages: view.messages, history: historyOf(view, digested) };
}

/** Whether all since then is loaded that will be. */
function isWhole(state: Viewed, since: number): boolean {
  const part = partIn(state);
  return part.history?.newestKnown === true && goesBackTo(part, since);
}

function isLoading({ session, view }: State): boolean {
  return session.loading.has(narrowKey(digested)) || view.epoch === 0;
}

/** UNIX seconds of today, against which days are named. */
function todayIn({ screen }: Pick<State, "screen">): number {
  return Math.floor((screen.triage.today ?? 0) / 1000);
}

function momentIn(view: Replica, at: number, today: number): string {
  return momentLabel(at, today, hoursFor(view));
}

function askSince(context: CommandContext): void {
  const { here } = context.store.getState().session;
  askForTime(context, { kind: "digest", last: newsSince(here, secondsNow(context.clock)) });
}

/** The facts by what rows and headings name. */
const byKey = memoizeEach((digest: Digest) => ({
  lines: new Map(
    placedLines(digest, "all").flatMap(({ key, line }) =>
      line === undefined ? [] : [[key, line]],
    ),
  ),
  conversations: new Map(digest.conversations.map((facts) => [`${facts.key}`, facts])),
}));

function rowOf(view: Replica, since: number, row: RowKey, isOver: boolean): Row {
  const message = get(view.messages, messageOf(row));
  if (message === undefined || isOver) return overRow([], "deleted");
  const { lines, conversations } = byKey(loadedDigest(view, since));
  const line = lines.get(row);
  if (line !== undefined) return lineRow(message, line);
  const facts = conversations.get(message.conversation);
  return facts !== undefined && row === peopleKey(facts)
    ? peopleRow(facts, view)
    : overRow([{ conversation: conversationOfMessage(message) }], "changed since");
}

/** `now` in UNIX seconds. */
function headingOf(view: Replica, since: number, now: number, row: RowKey): Heading | undefined {
  if (row === section) return sinceHeading(view, since, now);
  const facts = byKey(loadedDigest(view, since)).conversations.get(row);
  if (facts === undefined) return undefined;
  return { left: [{ conversation: facts.conversation, token: "strong" }], token: "dim" };
}

function comingSince(since: number): Coming {
  return {
    follows: ({ view }) => historyOf(view, digested)?.ids[0],
    isComplete: (state) => isWhole(state, since),
    isLoading,
    unknown: (state) =>
      isWhole(state, since) ? undefined : "Nothing since then is known on this machine.",
  };
}

/** All that is loaded, and how much it is. */
function markdownSince({ store, viewport }: CommandContext, since: number) {
  const { view } = store.getState();
  const digest = loadedDigest(view, since);
  const gaps = gapsIn(partIn({ view }), since);
  const { textOf } = viewport;
  const markdown = digestMarkdown({ view, digest, gaps, since, hours: hoursFor(view), textOf });
  return { markdown, summary: howMuch(digest) };
}

function sumUpByCommand(context: CommandContext, since: number): void {
  const { store, clock } = context;
  const { view } = store.getState();
  const of = `what happened since ${momentIn(view, since, secondsNow(clock))}`;
  void writeSummary(context, of, markdownSince(context, since).markdown);
}

/** Where the server sums up as well, that is a choice. */
function sumUp(context: CommandContext, since: number): void {
  const { store } = context;
  const { view, screen } = store.getState();
  if (!offersSummaries(view)) {
    sumUpByCommand(context, since);
    return;
  }
  const { cursor, rows = [] } = openList(screen) ?? {};
  const { group = "" } = (cursor && rows[cursor.at]) ?? {};
  const facts = byKey(loadedDigest(view, since)).conversations.get(group);
  const topic = facts?.conversation.kind === "topic" ? topicPlace(facts.conversation) : undefined;
  openMenu(store, { kind: "sum-up", since, ...(topic !== undefined && { topic }) });
}

export const summaryMenu: MenuRow<"sum-up"> = ({ state: { view, screen }, now }, about) => {
  const { since, topic } = about;
  const { summaryCommand } = screen.preferences;
  const all = `all since ${momentIn(view, since, Math.floor(now / 1000))}`;
  const title = topic && titleOf(view, { kind: "topic", ...topic });
  return {
    title: title === undefined ? `Sum up ${all}` : `Sum up ${title}, or all`,
    lines: [],
    items: [
      {
        key: "c",
        title: `By ${summaryCommand?.name ?? "your program"}: ${all}`,
        take: "sum up",
        locked: summaryCommand === undefined ? notConfigured : undefined,
        run: (context) => sumUpByCommand(context, since),
      },
      {
        key: "s",
        title: `By the server: ${title ?? "a topic"}`,
        take: "sum up",
        locked: summaryProblem(view) ?? (topic === undefined ? selectTopic : undefined),
        run: ({ store }) => {
          if (topic !== undefined && title !== undefined) askServer(store, title, topic);
        },
      },
    ],
  };
};

const selectTopic = "The server sums up topics: select a line of one first.";

function keysSince(since: number): ListKeys {
  return {
    work: {
      "topic.move": {
        title: "Choose since when",
        hint: "since when",
        ofList: true,
        run: askSince,
      },
      "stream.subscribe": {
        title: "Sum it up by your summary_command, or a topic by the server",
        hint: "sum up",
        ofList: true,
        run: (context) => sumUp(context, since),
      },
      "copy.conversation": {
        title: "Copy what happened as Markdown",
        hint: "copy",
        ofList: true,
        run: (context) => {
          const { markdown, summary } = markdownSince(context, since);
          void copyText(context, markdown, summary.replace(/\.$/, ""));
        },
      },
    },
  };
}

const definitions = memoizeTexts(20, (key: string): ListDefinition => {
  const since = Number(key);
  const digestIn = ({ view }: Viewed) => loadedDigest(view, since);
  const definition: ListDefinition = {
    ...rowsOfMessages(messageOf),
    filters,
    fresh: (state, filter) => {
      const digest = digestIn(state);
      const counts = filters.map(({ key }) => [key, placedLines(digest, key).length] as const);
      return { rows: placedLines(digest, filter.key), counts: Object.fromEntries(counts) };
    },
    current: (state, filter) => [placedLines(digestIn(state), filter.key)],
    isEmpty: (state) => digestIn(state).conversations.length === 0,
    coming: comingSince(since),
    triage: overIf(({ view }, row) => get(view.messages, messageOf(row)) === undefined),
    empty: (state, { key }) =>
      key === "all"
        ? [
            `Nothing has happened since ${momentIn(state.view, since, todayIn(state))}.`,
            "{topic.move} shows another time|, {go.inbox} goes to the inbox|.",
          ]
        : noneInFilter,
    remote: {
      messageOf,
      howMany: (state, count) => (isLoading(state) ? `${count} here · loading` : `${count}`),
    },
    row: ({ view }, { key: row }, isOver) => rowOf(view, since, row, isOver),
    heading: ({ view, now }, row) => headingOf(view, since, now, row),
    columns: { subject: 20 },
    keys: keysSince(since),
  };
  return withWords(definition, "everything", ({ view }, row) => {
    const words = byKey(digestIn({ view })).lines.get(row)?.words ?? "";
    const message = get(view.messages, messageOf(row));
    return message === undefined
      ? ""
      : `${conversationTitle(view, message.conversation)} ${words} ${message.content}`;
  });
});

/** The same object for the same time; UNIX seconds. */
export function digestDefinition(since: number): ListDefinition {
  return definitions(`${since}`);
}
