/** Where to go or send: the palette, recipients, targets for moved messages, and the input of a search. */

import { counted } from "#base/counted.ts";
import { joined, plain, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { dayOrHour, momentLabel } from "#base/time.ts";
import { moveTargetProblem, moveTargets } from "#commands/conversation/moving.ts";
import { isForCommands, linkProblem, paletteChoices } from "#commands/keys/palette.ts";
import type { Match } from "#commands/places/finder.ts";
import { foundElsewhere, type SearchChoice, searchChoices } from "#commands/search/completing.ts";
import { timeReader } from "#commands/search/day.ts";
import { countElsewhere, searchedWords } from "#commands/search/list.ts";
import { dayIn, queryOf } from "#commands/search/query.ts";
import { withKeys } from "#commands/sentences.ts";
import { hoursFor } from "#commands/time-choices.ts";
import {
  isLink,
  recipientChoices,
  recipientProblem,
  settled,
} from "#commands/writing/recipients.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import { roomLeft } from "#model/limits.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import { titleOf } from "#model/select/conversations.ts";
import { knownStream } from "#model/streams.ts";
import type { DialogOf, Moved } from "#store/dialog.ts";
import type { Token } from "#theme/tokens.ts";
import { hintsFor } from "#ui/hints.ts";
import {
  conversationSpans,
  narrowSpans,
  safeName,
  senderName,
  streamSpans,
  topicSpan,
} from "#ui/names.ts";
import { fromHit } from "#ui/reader/hit-marks.ts";
import { noSpans, type Span, span, spansWidth } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import {
  type Choice,
  type ContentOf,
  type Facts,
  line,
  paragraph,
  picker,
  type Row,
  whichMessage,
} from "./content.ts";

const texts = {
  stream: { title: "New message to a stream", placeholder: "a stream, then a topic" },
  direct: {
    title: "Write to people",
    placeholder: "a name|; {dialog.take} again to start|",
  },
};

export const recipient: ContentOf<"recipient"> = (facts, dialog) => {
  const { style, keys, view } = facts;
  const { want } = dialog;
  const { placeholder } = texts[want];
  const title = recipientTitle(facts, dialog);
  const { streamId, rest, readings } = settled(view, dialog);
  const isTopic = streamId !== undefined && !isLink(view, dialog);
  const room = isTopic ? roomLeft(rest, view.realm.maxTopicLength) : undefined;
  return picker(facts, dialog, {
    title: room === undefined ? title : `${title} (topic: ${room})`,
    placeholder: withKeys(keys, placeholder),
    list: foundTopics(style, view, recipientChoices(facts, dialog), readings !== undefined),
    rows: severalRows(facts, readings),
    ...noneFor(recipientProblem(facts, dialog)),
    take: recipientVerb(dialog, (streamId ?? readings) !== undefined),
    others: hintsFor(keys, ["dialog.recipient-kind", want === "stream" ? "people" : "stream"]),
  });
};

/** What is written, or whose recipient it replaces. */
function recipientTitle({ view, recipient }: Facts, dialog: DialogOf<"recipient">): string {
  const { want, scheduledId, readdresses } = dialog;
  const message = scheduledId && view.scheduled.get(scheduledId);
  const before = message ? timedOf(view, message).address : readdresses && recipient;
  return before ? `Instead of ${titleOf(view, before)}, send to` : texts[want].title;
}

/** What Enter does: it completes a name, or accepts the recipient. */
function recipientVerb(dialog: DialogOf<"recipient">, hasStream: boolean): string {
  const { want, input, scheduledId, readdresses } = dialog;
  const isDone = want === "direct" ? /, $/.test(input.text) : hasStream;
  if (!isDone) return "complete";
  return scheduledId === undefined && readdresses === undefined ? "write" : "change the recipient";
}

export const palette: ContentOf<"palette"> = (facts, dialog) => {
  const { keys } = facts;
  const { text } = dialog.input;
  const isForCommand = isForCommands(text);
  const choices = paletteChoices(facts, keys, text);
  return picker(facts, dialog, {
    title: isForCommand ? "Run" : "Go to",
    placeholder: "stream, topic, person or place; > lists commands",
    list: [],
    rows: paletteRows(facts, choices),
    none:
      linkProblem(facts, text) ??
      (isForCommand ? "nothing found" : "nothing found; > lists commands"),
    take: choices[dialog.chosen]?.kind === "command" ? "run" : "open",
  });
};

export const moveTarget: ContentOf<"move-target"> = (facts, dialog) => {
  const { readings } = settled(facts.view, { want: "stream", input: dialog.input });
  const targets = moveTargets(facts, dialog);
  return picker(facts, dialog, {
    title: moveTitle(facts, dialog.moved),
    placeholder: "a stream, then a topic",
    list: foundTopics(facts.style, facts.view, targets, readings !== undefined),
    rows: severalRows(facts, readings),
    ...noneFor(moveTargetProblem(facts, dialog)),
    take: "continue",
  });
};

/** Nothing is selected among topics of several streams. */
function severalRows(facts: Facts, readings: readonly unknown[] | undefined): readonly Row[] {
  const sentence = "It can be a topic of several streams: choose one.";
  return readings === undefined ? [] : paragraph(facts, safeLine(sentence), "warning");
}

/** What is said instead of "nothing found". */
function noneFor(problem: string | undefined) {
  return problem === undefined ? {} : { none: problem };
}

function moveTitle(facts: Facts, moved: Moved): string {
  const { kind, from } = moved;
  if (kind === "messages") return `Move ${moved.ids.length} messages to`;
  const message = kind === "topic" ? undefined : get(facts.view.messages, moved.messageId);
  if (message !== undefined) return `Move ${whichMessage(facts, message)} to`;
  return `Move or rename ${titleOf(facts.view, { kind: "topic", ...from })} to`;
}

/** A command is told by its whole title, and by where it works: at the right of a short title, below a long one. */
function commandRows({ style, columns }: Facts, { title, detail, problem }: Match): readonly Row[] {
  const { cells } = style;
  const sign = signs.command;
  const room = Math.max(10, columns - cells.width(sign.text));
  const lines = cells.wrap(safeLine(title), room);
  const isBeside = lines.length === 1 && cells.width(`${title}  ${detail}`) <= room;
  const indent = span(plain(" ".repeat(cells.width(sign.text))));
  const rows = lines.map((text, at) => ({
    left: [at === 0 ? sign : indent, span(text, problem === undefined ? "text" : "dim")],
    right: isBeside ? [span(safeLine(detail), "dim")] : noSpans,
  }));
  if (isBeside || detail === "") return rows;
  const below = cells.wrap(safeLine(detail), room);
  return [...rows, ...below.map((text) => ({ left: [indent, span(text, "dim")] }))];
}

/** Those of other accounts have their names, and say whose they are. */
function paletteRows(facts: Facts, found: readonly Match[]): readonly Row[] {
  const { style, view, others } = facts;
  const columns = countColumns(found);
  return found.flatMap((each, choice) => {
    const { account, kind } = each;
    const other = others.find(({ name }) => name === account);
    if (kind === "command") return commandRows(facts, each).map((row) => ({ ...row, choice }));
    const row = foundRow(style, other?.state.view ?? view, each, columns);
    if (account === undefined || kind === "account") return [{ ...row, choice }];
    const whose = [span(plain("  ")), span(safeLine(account), "dim")];
    const left = [...(row.left ?? noSpans), ...whose];
    // What it is called, and whose it is, before what else is known of it.
    const room = facts.columns - spansWidth(style, left) - 1;
    let { right = noSpans } = row;
    while (right.length > 0 && spansWidth(style, right) > room) right = right.slice(0, -1);
    return [{ left, right, choice }];
  });
}

/** Counts have a column of their own, if any result has one. */
function foundRows(style: Style, view: Replica, found: readonly Match[]): readonly Choice[] {
  const columns = countColumns(found);
  return found.map((each) => foundRow(style, view, each, columns));
}

function countColumns(found: readonly Match[]): number {
  const most = Math.max(0, ...found.map(({ unread = 0 }) => unread));
  return most === 0 ? 0 : unreadText(most).length + 3;
}

function unreadText(unread: number): string {
  return unread === 0 ? "" : `${unread} unread`;
}

function foundRow(
  style: Style,
  view: Replica,
  { kind, title, detail, unread = 0, narrow, hasDraft, problem }: Match,
  columns: number,
): Choice {
  const draft = hasDraft ? [span(plain(`  ${style.glyphs.draft} draft`), "accent")] : noSpans;
  const count = [...draft, span(plain(unreadText(unread).padStart(columns)), "unread")];
  const right = [span(safeLine(detail), "dim"), ...count];
  const { glyphs } = style;
  const token = problem === undefined ? "text" : "dim";
  switch (kind) {
    case "stream": {
      const stream = narrow?.kind === "stream" ? knownStream(view, narrow.streamId) : undefined;
      const [sign, name] = streamSpans(style, stream, token);
      if (sign === undefined || name === undefined) return { right };
      return { left: [sign, span(plain(" ")), { ...name, shrinks: true }], right };
    }
    case "topic":
      return {
        left: [
          span(glyphs.topic, "faint"),
          span(plain(" ")),
          narrow?.kind === "topic"
            ? topicSpan(view, narrow.topic)
            : { text: safeName(title), shrinks: true },
        ],
        right: [...(detail === "" ? noSpans : streamOf(style, view, narrow)), ...count],
      };
    case "new topic":
      return {
        left: named(kind, title),
        right: [
          ...(detail === "" ? noSpans : [...streamOf(style, view, narrow), span(plain("  "))]),
          span(plain("new topic"), "dim"),
        ],
      };
    default:
      return { left: named(kind, title, token), right };
  }
}

const signs = {
  "new topic": span(plain("+ "), "accent"),
  person: span(plain("@ "), "faint"),
  place: span(plain("  ")),
  view: span(plain("  ")),
  command: span(plain("> "), "faint"),
  account: span(plain("  ")),
} as const;

function named(kind: keyof typeof signs, title: string, token?: Token): readonly Span[] {
  return [signs[kind], { text: safeName(title), shrinks: true, ...(token && { token }) }];
}

/** The stream of a topic in a row: `◈ops`. */
function streamOf(style: Style, view: Replica, narrow: Match["narrow"]): readonly Span[] {
  const id = narrow?.kind === "topic" ? narrow.streamId : undefined;
  return id === undefined ? noSpans : streamSpans(style, get(view.streams, id), "dim");
}

/** The same for topics of an already chosen stream, which is not repeated, unless they are of several. */
function foundTopics(
  style: Style,
  view: Replica,
  found: readonly Match[],
  areMixed: boolean,
): readonly Choice[] {
  const isTopic = ({ kind }: Match) => kind === "topic" || kind === "new topic";
  const topics = found.map((each) => (isTopic(each) ? { ...each, detail: "" } : each));
  return foundRows(style, view, areMixed ? found : topics);
}

/** How the query is understood or why it is invalid, and completions. */
export const search: ContentOf<"search"> = (facts, dialog) => {
  const { keys, view, searches } = facts;
  const {
    input: { text },
    chosen,
  } = dialog;
  const choices = searchChoices(view, dialog, searches);
  const isUnfinished = choices.some(({ kind }) => kind !== "hit") && !/(?:^|\s)$/.test(text);
  const list = choices.map((choice) => {
    if (choice.kind === "hit") return hitRow(facts, choice, dialog);
    const { kind, title, detail } = choice;
    return {
      left: [{ ...span(safeLine(title), kind === "operator" ? "strong" : "text"), shrinks: true }],
      right: [span(safeLine(kind === "recent" ? "recent" : detail), "dim")],
    };
  });
  return {
    title: `Search${countText(dialog)}`,
    typed: dialog.input,
    placeholder: "words, operators such as sender:, or a day: on monday",
    rows: understood(facts, dialog, isUnfinished),
    list,
    chosen,
    hints: hintsFor(
      keys,
      ["dialog.take", takes(choices[chosen]?.kind)],
      ["dialog.complete", "complete"],
      ["dialog.up", "last searches"],
      ["dialog.leave", "close"],
    ),
  };
};

function takes(kind: SearchChoice["kind"] | undefined): string {
  if (kind === "hit") return "open";
  return kind === undefined || kind === "recent" ? "search" : "complete";
}

/** How many are here, and how many more the server has; nothing before an answer. */
function countText(dialog: DialogOf<"search">): string {
  const { input, hits, answer } = dialog;
  if (input.text.trim() === "") return "";
  const counts = [
    hits && `${hits.messages.length}${hits.more ? "+" : ""} here`,
    answer?.kind === "found" && countElsewhere(foundElsewhere(dialog).length, answer.more),
  ];
  const told = counts.filter((count) => count !== undefined && count !== false);
  return told.length === 0 ? "" : ` (${told.join(" · ")})`;
}

/** Where it is, who wrote what, and when. */
function hitRow(
  { style, bodies, view, now, columns }: Facts,
  { message, isElsewhere }: Extract<SearchChoice, { kind: "hit" }>,
  { hits, terms = [] }: DialogOf<"search">,
): Choice {
  const isArchived = hits !== undefined;
  const mark =
    isElsewhere && isArchived ? [span(plain(`${style.glyphs.fromServer} `), "dim")] : noSpans;
  const where = conversationSpans(style, view, conversationOfMessage(message), "text");
  const sender = span(
    joined([plain("  "), senderName(view, message), plain(": ")], plain("")),
    "dim",
  );
  const before = [...mark, ...where, sender];
  const right = [span(plain(dayOrHour(message.sentAt, now, style.hours)), "dim")];
  const room = columns - spansWidth(style, [...before, ...right]) - 2;
  const text = fromHit(style, bodies.previewOf(view, message), searchedWords(terms), room);
  return { left: [...before, { ...span(text), shrinks: true }], right };
}

/**
 * What is here to be searched, and whether the server is searched as well: `seen here: #backend since 3 Mar`, `the last
 * 400` if older ones were not all seen, `400 messages` if others may be missing anywhere.
 */
function searchedRow(
  { style, view, now }: Facts,
  { hits, answer }: DialogOf<"search">,
): readonly Row[] {
  if (hits === undefined) return [];
  const { narrow, count, since, unbroken } = hits.searched;
  const named = narrow.kind === "all" ? [] : narrowSpans(style, view, narrow);
  const some = counted(count, "message");
  const partly = unbroken === 0 ? some : `the last ${unbroken}`;
  const extent =
    unbroken === count ? `since ${momentLabel(since ?? now, now, style.hours)}` : partly;
  return [
    {
      left: [
        span(plain("seen here: "), "faint"),
        ...named.map((each): Span => ({ ...each, token: "dim" })),
        span(plain(`${named.length === 0 ? "" : " "}${count === 0 ? "nothing" : extent}`), "dim"),
        ...(answer?.kind === "not asked" ? [span(plain(" · server not asked"), "dim")] : noSpans),
      ],
    },
  ];
}

/** What Enter will do, or the problem, before it is pressed; the last term may be unfinished. */
function understood(
  facts: Facts,
  dialog: DialogOf<"search">,
  isUnfinished: boolean,
): readonly Row[] {
  const {
    input: { text },
    problem,
  } = dialog;
  const { view, now, dateOrder } = facts;
  const warning = (sentence: string) => paragraph(facts, safeLine(sentence), "warning");
  if (problem !== undefined) return warning(problem);
  const times = timeReader(now, hoursFor(view), dateOrder?.());
  const day = dayIn(text, times);
  if (day?.kind === "refused") return isUnfinished ? [] : warning(day.sentence);
  if (day !== undefined) return paragraph(facts, safeLine(`to ${times.written(day)}`), "dim");
  const query = queryOf(view, text, times);
  if (query.kind === "terms")
    return [line(safeLine(query.meaning), "dim"), ...searchedRow(facts, dialog)];
  return query.kind === "problem" && !isUnfinished ? warning(query.sentence) : [];
}
