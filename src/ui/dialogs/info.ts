/** Details about a message, a send, a draft or a row of the inbox. */

import { joined, plain, type SafeText, safeLine, safeText } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { momentLabel, zonedMoment } from "#base/time.ts";
import { snoozeSentence } from "#commands/conversation/snoozed.ts";
import { draftOf } from "#commands/draft/list.ts";
import { deedWords } from "#commands/rules/rules.ts";
import { withKeys } from "#commands/sentences.ts";
import { stepsOfRules, withoutRule } from "#journal/by-rules.ts";
import type { Step } from "#journal/journal.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { topicTitle } from "#model/empty-topic.ts";
import { isReminder } from "#model/local-state.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { type OpenEnd, openEnds } from "#model/open-ends/open-ends.ts";
import type { Rule } from "#model/open-ends/rules.ts";
import { anyoneIn } from "#model/open-ends/saying.ts";
import { answeredBy, namedPeople } from "#model/open-ends/waited-for.ts";
import { shownEdits } from "#model/organization.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle, titleOf } from "#model/select/conversations.ts";
import { inboxRowOf } from "#model/select/inbox.ts";
import type { InboxReason, InboxRow } from "#model/select/inbox-row.ts";
import { isFollowed } from "#model/select/inbox-row.ts";
import { accessibleStream } from "#model/streams.ts";
import { linkText } from "#model/written-links.ts";
import type { Drawing } from "#pictures/drawing.ts";
import type { InfoSubject, ShownFile, SummaryAuthor } from "#store/dialog.ts";
import type { Fetched, MessageVersion } from "#store/session.ts";
import { hintsFor } from "#ui/hints.ts";
import { conversationSpans, emojiText, nameOrYou, personName } from "#ui/names.ts";
import { noSpans, span } from "#ui/spans.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import { newestLevel } from "#wire/levels.ts";
import {
  type ContentOf,
  type DialogContent,
  emptyRow,
  type Facts,
  line,
  messageTitle,
  paragraph,
  type Row,
} from "./content.ts";

type Shown = Pick<DialogContent, "title" | "rows" | "overlay">;

const contents: {
  readonly [Kind in InfoSubject["kind"]]: (
    facts: Facts,
    about: Extract<InfoSubject, { readonly kind: Kind }>,
  ) => Shown;
} = {
  message: (facts, { id }) => {
    const message = get(facts.view.messages, id);
    if (message === undefined) return gone(facts);
    return { title: messageTitle(facts, message), rows: messageRows(facts, message) };
  },
  send: (facts, { intent }) => {
    const reason = facts.journal.intents.get(intent)?.reason ?? "It is being sent.";
    return { title: "Your message", rows: paragraph(facts, safeLine(reason)) };
  },
  row: (facts, { key, section }) => {
    const why = whyListed(facts, inboxRowOf(facts.view, key), section);
    const title = `Why ${conversationTitle(facts.view, key)} is listed`;
    return { title, rows: [...paragraph(facts, safeLine(why)), ...ruleRows(facts, key)] };
  },
  "open-end": (facts, { id }) => {
    const end = openEnds(facts.view).find(({ message }) => message.id === id);
    const message = get(facts.view.messages, id);
    if (message === undefined) return gone(facts);
    const title = `Why ${conversationTitle(facts.view, message.conversation)} is listed`;
    return { title, rows: end === undefined ? overRows(facts, id) : whyOpen(facts, end) };
  },
  server: (facts) => ({ title: "What could not be read of your server", rows: skippedRows(facts) }),
  rules: (facts) => ({ title: "Your rules", rows: rulesRows(facts) }),
  draft: (facts, { key }) => {
    const address = draftOf(facts.journal, key)?.address;
    const title = address === undefined ? "Draft" : `Draft to ${titleOf(facts.view, address)}`;
    return { title, rows: draftRows(facts, key) };
  },
  summary: (facts, { of, by, content }) => ({
    title: by.kind === "command" ? `Written by ${by.name}` : `${of}, summed up by the server`,
    rows: [
      ...(by.kind === "command" ? paragraph(facts, safeLine(`About ${of}.`), "dim") : []),
      ...paragraph(facts, authorWords[by.kind], "dim"),
      emptyRow,
      ...fetched(facts, content, (text) => printedRows(facts, text)),
    ],
  }),
  printed: (facts, { title, text }) => ({ title, rows: printedRows(facts, text) }),
  picture: (facts, about) => ofFile(facts, about, () => pictureContent(facts, about)),
  "text-file": (facts, about) =>
    ofFile(facts, about, () => ({
      rows: fetched(facts, about.content, (text) => fileRows(facts, text)),
    })),
};

/** That it is no quotation, and who made it. */
const authorWords: Readonly<Record<SummaryAuthor["kind"], SafeText>> = {
  command: plain("A program wrote it: it quotes nobody."),
  server: plain("A program of the server wrote it: it quotes nobody, and may be wrong."),
};

function ofFile(
  facts: Facts,
  { messageId, file }: ShownFile,
  content: () => Omit<Shown, "title">,
): Shown {
  const message = get(facts.view.messages, messageId);
  if (message === undefined) return gone(facts);
  const { separator } = facts.style.glyphs;
  return { title: `${messageTitle(facts, message)} ${separator} ${file.name}`, ...content() };
}

const fileHints = [
  ["info.other-program", "other program"],
  ["info.save-file", "save"],
] as const;

export const info: ContentOf<"info"> = (facts, { about, chosen }) => ({
  ...(contents[about.kind] as (facts: Facts, about: InfoSubject) => Shown)(facts, about),
  scrolledTo: chosen,
  hints: hintsFor(
    facts.keys,
    ...(about.kind === "picture" || about.kind === "text-file" ? fileHints : []),
    ["info.leave", "close"],
  ),
});

function gone(facts: Facts): Shown {
  return { title: "Gone", rows: paragraph(facts, plain("This message no longer exists.")) };
}

function skippedRows(facts: Facts): readonly Row[] {
  const { featureLevel } = facts.view.realm;
  const newer = `The server has level ${featureLevel}; weir knows levels up to ${newestLevel}, and does without:`;
  return [
    ...paragraph(facts, plain(newer)),
    emptyRow,
    ...facts.skipped.flatMap(({ path, reason }) =>
      paragraph(facts, safeLine(`${path}: ${reason}`)),
    ),
  ];
}

/** Nobody reads more in a dialog, which lays out all of it at once. */
const longestShown = 20_000;

function fileRows(facts: Facts, text: string): readonly Row[] {
  return beginning(facts, text, plain("It goes on: save it to read the rest."));
}

function printedRows(facts: Facts, text: string): readonly Row[] {
  return beginning(facts, text, plain("It goes on: this is its beginning."));
}

/** `more` says what of a longer text is not shown. */
function beginning(facts: Facts, text: string, more: SafeText): readonly Row[] {
  const begin = safeText(text.slice(0, longestShown).toWellFormed().trimEnd());
  const rest = text.length > longestShown ? more : "";
  return [...paragraph(facts, begin), ...paragraph(facts, rest, "warning")];
}

function draftRows(facts: Facts, rowKey: string): readonly Row[] {
  const { style, journal, now } = facts;
  const draft = draftOf(journal, rowKey);
  if (draft === undefined) return paragraph(facts, plain("It was sent or deleted."));
  const { address, text, updatedAt } = draft;
  const written = plain(momentLabel(updatedAt / 1000, now, style.hours));
  const to =
    address === undefined ? joined([written, plain("no recipient yet")], plain("  ")) : written;
  return [line(to, "dim"), emptyRow, ...paragraph(facts, safeText(text.slice(0, longestShown)))];
}

/** By section of the inbox. */
const staysIn: Readonly<Partial<Record<string, string>>> = {
  muted: "It is muted.",
  done: "You were done with it today.",
};

function whyListed(
  { style, view, keys, now }: Facts,
  row: InboxRow | undefined,
  section: string | undefined,
): string {
  if (row === undefined) {
    if (section === undefined) return "There are no unread messages here, except muted ones.";
    const goes =
      "You are done with it: its row goes when you leave the list|, or with {program.repaint}|.";
    return withKeys(keys, staysIn[section] ?? goes);
  }
  const isSnoozed = row.snooze !== undefined && row.snooze.stays === undefined;
  if (!isSnoozed || row.undecided !== undefined) {
    // Rows are not reordered until the user refreshes the list.
    const hasMoved = section !== undefined && section !== row.section;
    const moves = withKeys(keys, "{program.repaint} moves it to its section.");
    return hasMoved ? `${reasons[row.reason]} ${moves}` : reasons[row.reason];
  }
  if (!isReminder(row.snooze)) return snoozeSentence(view, row.snooze, now);
  const moment = zonedMoment(row.snooze.until, now, style.hours);
  return `You wanted to be reminded of a message here, ${moment}.`;
}

function overRows(facts: Facts, id: MessageId): readonly Row[] {
  const said = facts.view.dismissed.has(id)
    ? "You said that it does not wait"
    : "It has been answered";
  const goes = `${said}: its row goes when you leave the list|, or with {program.repaint}|.`;
  return paragraph(facts, safeLine(withKeys(facts.keys, goes)));
}

/** The rule, the words that it has found, and the sentence with them. */
function whyOpen(facts: Facts, end: OpenEnd): readonly Row[] {
  const { kind, rule, words, sentence, message, ids } = end;
  const isMine = kind === "me";
  const quote = words === "" ? "" : ` It has found “${words}”.`;
  const more = ids.length > 1 ? ` ${ids.length} messages of theirs wait there.` : "";
  const why = isMine ? waitsForMe[rule] : waitsForThem[rule];
  const since = momentLabel(message.sentAt, facts.now, facts.style.hours);
  return [
    ...paragraph(facts, safeLine(`${why}${quote}${isMine ? more : ""}${whoOwes(facts.view, end)}`)),
    emptyRow,
    ...paragraph(facts, safeLine(sentence === "" ? message.content : sentence), "strong"),
    ...paragraph(facts, safeLine(`${message.senderName}, ${since}`), "dim"),
  ];
}

/** What those owe whom it asks, and who of them has answered. */
function whoOwes(view: Replica, end: OpenEnd): string {
  const { kind, asked, owing, owedBy, sentence, message } = end;
  if (kind === "them" && owedBy === "anybody") return " Nobody has written or reacted there since.";
  const isOfOne = owedBy === "one";
  const enough = `: the answer of one is enough, as “${anyoneIn(sentence)}” says`;
  const share = isOfOne ? enough : ", of whom each owes an answer";
  const all = asked.length > 1 ? ` It asks ${asked.length} people${share}.` : "";
  const answered = isOfOne || answeredBy(end).length === 0 ? "" : ` ${have(view, answeredBy(end))}`;
  if (kind === "me") return `${all}${answered && `${answered} answered.`}`;
  const elsewhere = message.userIds?.length === 2 ? "" : ", nor written to you directly";
  return `${all} ${have(view, owing)} not written or reacted there since${elsewhere}.${answered && `${answered}.`}`;
}

/** `Bo Lind has`, `Bo Lind and Cleo Park have` */
function have(view: Replica, people: readonly UserId[]): string {
  return `${namedPeople(view, people)} ${people.length === 1 ? "has" : "have"}`;
}

const notYet = "You have not written or reacted there since, nor written to them directly.";
const waitsForMe: Readonly<Record<Rule, string>> = {
  mention: `Rule: they mention you. ${notYet}`,
  group: `Rule: they mention a group that you are in. ${notYet}`,
  direct: "Rule: they write to you directly. You have not written or reacted there since.",
  name: `Rule: a question in a topic names you. ${notYet}`,
  quote: `Rule: a question in a topic quotes you. ${notYet}`,
  reply: `Rule: a question in a topic follows your words to its author. ${notYet}`,
  question: `Rule: a question. ${notYet}`,
  request: `Rule: a request. ${notYet}`,
};
const waitsForThem: Readonly<Record<Rule, string>> = {
  ...waitsForMe,
  mention: "Rule: you mention somebody.",
  group: "Rule: you mention a group.",
  question: "Rule: your question has a question mark.",
  request: "Rule: you ask for something in words.",
};

const reasons: Readonly<Record<InboxReason, string>> = {
  undecided: "A message of yours was not sent or may not have arrived, and needs your decision.",
  due: "You snoozed it until now.",
  draft: "You have begun to write there: it stays until you send it, or are done with it.",
  answer: "You have read it and not answered: it stays until you do, react, or are done with it.",
  direct: "A direct message to you is unread.",
  mention: "An unread message mentions you.",
  followed: "You follow this topic.",
  wrote: "You wrote in this topic.",
  wildcard: "An unread message mentions everybody, or a group that you are in.",
  alert: "An unread message has one of your alert words.",
  stream: "You are subscribed to the stream, and something in the topic is unread.",
  bots: "All unread messages are from bots.",
  snoozed: "You snoozed it: it comes back later.",
};

function messageRows(facts: Facts, message: Message): readonly Row[] {
  const { style, view, details } = facts;
  const itsDetails = details?.messageId === message.id ? details : undefined;
  const isChanged = message.editedAt !== undefined || message.movedAt !== undefined;
  const readers = (all: readonly UserId[]) =>
    paragraph(facts, all.length === 0 ? plain("Nobody yet.") : namesOf(view, all));
  return [
    { left: conversationSpans(style, view, conversationOfMessage(message)) },
    ...section("Why it is listed", paragraph(facts, plain(whyShown(view, message)))),
    ...ruleRows(facts, message.conversation, message.id),
    ...section("Reactions", reactionRows(facts, message)),
    ...(isChanged ? section("Edits", changeRows(facts, message, itsDetails?.versions)) : []),
    ...section("Read by", fetched(facts, itsDetails?.readers, readers)),
  ];
}

/** Each with what it did last, the newest first. */
function rulesRows(facts: Facts): readonly Row[] {
  const { rules, journal } = facts;
  if (rules.all.length === 0) return paragraph(facts, plain("There are none: see weir man rules."));
  const blank = (at: number) => (at === 0 ? [] : [emptyRow]);
  return rules.all.flatMap((rule, at) => {
    const title = line(safeLine(rule.title), "strong");
    const does = paragraph(facts, safeLine(`Does: ${deedWords(rule)}.`));
    if (!rules.tested.has(rule.digest))
      return [
        ...blank(at),
        title,
        ...does,
        ...paragraph(facts, plain("It waits for weir rules test."), "warning"),
      ];
    const steps = journal.undo.filter((step) => step.rule === rule.title);
    const last = steps.toReversed().slice(0, lastSteps);
    const rows = last.flatMap((step) => stepRows(facts, { ...step, sentence: withoutRule(step) }));
    return [...blank(at), title, ...does, ...rows];
  });
}

/** So many of the steps of a rule are shown. */
const lastSteps = 5;

function stepRows(facts: Facts, { sentence, at }: Pick<Step, "sentence" | "at">): readonly Row[] {
  const when = momentLabel(at / 1000, facts.now, facts.style.hours);
  return paragraph(facts, safeLine(`${when}: ${sentence}`), "dim");
}

/** With a message, what rules did about it and its conversation; nothing if they did nothing. */
function ruleRows(facts: Facts, key: ConversationKey, id?: MessageId): readonly Row[] {
  const told = (id === undefined ? undefined : facts.ruled.reports.get(id)) ?? [];
  const rows = [
    ...stepsOfRules(facts.journal, key, id).flatMap((step) => stepRows(facts, step)),
    ...told.flatMap((sentence) => paragraph(facts, safeLine(sentence), "dim")),
  ];
  if (rows.length === 0) return [];
  return section("What your rules did", rows);
}

/** Why the user sees this message. */
function whyShown(view: Replica, message: Message): string {
  const { streamId, conversation } = message;
  const reasonsFor: readonly (readonly [boolean, string])[] = [
    [streamId === undefined, "It is a direct message to you."],
    [message.mentioned, "It mentions you."],
    [message.wildcardMentioned, "It mentions everybody, or a group that you are in."],
    [message.alerted, "It has one of your alert words."],
    [isFollowed(view, conversation), reasons.followed],
    [view.participated.has(conversation), reasons.wrote],
    [message.starred, "You starred it."],
  ];
  const why = reasonsFor.filter(([holds]) => holds).map(([, sentence]) => sentence);
  if (why.length > 0) return why.join(" ");
  const stream = streamId === undefined ? undefined : accessibleStream(view, streamId);
  if (stream?.isArchived) return "You are viewing a stream that is archived.";
  return stream?.subscription === undefined
    ? "You are viewing a stream that you are not subscribed to."
    : "You are subscribed to the stream.";
}

function section(title: string, rows: readonly Row[]): readonly Row[] {
  return [emptyRow, line(plain(title), "dim"), ...rows];
}

function reactionRows(facts: Facts, { reactions }: Message): readonly Row[] {
  if (reactions.length === 0) return [line(plain("None."))];
  return reactions.flatMap(({ type, code, name, userIds }) => {
    const emoji = plain(facts.style.cells.show(emojiText(type, code, name)));
    return paragraph(facts, joined([emoji, namesOf(facts.view, userIds)], plain("  ")));
  });
}

function namesOf(view: Replica, userIds: readonly UserId[]): SafeText {
  return joined(
    userIds.map((id) => nameOrYou(view, id)),
    plain(", "),
  );
}

function fetched<Value>(
  facts: Facts,
  answer: Fetched<Value> | undefined,
  rowsOf: (value: Value) => readonly Row[],
): readonly Row[] {
  if (answer === undefined || answer.kind === "loading") return [line(plain("loading"), "faint")];
  if (answer.kind === "known") return rowsOf(answer.value);
  return paragraph(facts, safeLine(answer.sentence), "warning");
}

/** What the organization shows of the changes, and that it does not show all of them. */
function changeRows(
  facts: Facts,
  { editedAt }: Message,
  versions: Fetched<readonly MessageVersion[]> | undefined,
): readonly Row[] {
  const shown = shownEdits(facts.view.organization);
  if (shown === "none") return paragraph(facts, plain("Your organization does not show changes."));
  const rows = fetched(facts, versions, (all) => versionRows(facts, all));
  return shown === "all" || editedAt === undefined
    ? rows
    : [
        ...rows,
        ...paragraph(facts, plain("Your organization shows moves, but no edits of texts.")),
      ];
}

/** The newest change first, each compared with the version before it. */
function versionRows(facts: Facts, versions: readonly MessageVersion[]): readonly Row[] {
  return versions
    .map((after, at) => {
      const before = versions[at - 1];
      return before === undefined ? [] : editRows(facts, before, after);
    })
    .toReversed()
    .flat();
}

const diffLooks = { "-": "bad", "+": "good", " ": "text" } as const;

function editRows(facts: Facts, before: MessageVersion, after: MessageVersion): readonly Row[] {
  const { view, style, now } = facts;
  const who = after.editorId === undefined ? [] : [personName(view, after.editorId)];
  const when = plain(momentLabel(after.at, now, style.hours));
  const diff = before.content === after.content ? [] : lineDiff(before.content, after.content);
  const isMoved = before.topic !== after.topic;
  const [from, to] = [topicTitle(view, before.topic), topicTitle(view, after.topic)];
  return [
    ...paragraph(facts, joined([...who, when], plain("  ")), "strong"),
    ...(isMoved ? paragraph(facts, safeLine(`moved from ${from} to ${to}`)) : []),
    ...diff.flatMap((each) => diffRows(facts, each)),
  ];
}

/** Its text beside the sign, however long its words are. */
function diffRows(facts: Facts, { sign, text }: DiffLine): readonly Row[] {
  const [columns, look] = [facts.columns - 2, diffLooks[sign]];
  const [first = { left: noSpans }, ...more] = paragraph(
    { ...facts, columns },
    safeLine(text),
    look,
  );
  const beside = (words: string, { left = noSpans }: Row): Row => ({
    left: [span(plain(words), look), ...left],
  });
  return [beside(`${sign} `, first), ...more.map((row) => beside("  ", row))];
}

// A picture: the lines of its drawing, and a caption.

type PictureSubject = Extract<InfoSubject, { readonly kind: "picture" }>;

function pictureContent(
  facts: Facts,
  about: PictureSubject,
): Pick<DialogContent, "rows" | "overlay"> {
  const { picture } = facts;
  if (picture?.kind !== "drawn") {
    const sentence = safeLine(picture?.sentence ?? "");
    return {
      rows: picture === undefined ? [line(plain("loading"), "faint")] : paragraph(facts, sentence),
    };
  }
  const { lines, columns, overlay } = picture.drawing;
  const drawn = lines.map((text): Row => ({ painted: { text, cells: columns } }));
  const caption = line(safeLine(captionOf(facts, about, picture.drawing)), "dim");
  return {
    rows: [...drawn, ...(drawn.length > 0 ? [emptyRow] : []), caption],
    ...(overlay !== undefined && { overlay }),
  };
}

/** `a cat · PNG · 640 × 480 · 83 kB`: what the message calls it, if that is not its name. */
function captionOf(
  { style, view }: Facts,
  { messageId, url }: PictureSubject,
  { format, width, height, bytes }: Drawing,
): string {
  const content = get(view.messages, messageId)?.content ?? "";
  const text = linkText(view, content, url);
  const kind = format === "webp" ? "WebP" : format.toUpperCase();
  const words = [text, kind, `${width} × ${height}`, fileSize(bytes)];
  return words.filter((word) => word !== "").join(` ${style.glyphs.separator} `);
}

function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

// The lines that differ between two texts.

type DiffLine = { readonly sign: " " | "-" | "+"; readonly text: string };

/** Longer changed parts are reported as removed and added completely: the table below would be too large. */
const maxLines = 400;

/** All lines of both texts; removed lines precede those that replace them. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  return [
    ...signed(" ", old.slice(0, head)),
    ...changed(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)),
    ...signed(" ", old.slice(old.length - tail)),
  ];
}

function signed(sign: DiffLine["sign"], lines: readonly string[]): readonly DiffLine[] {
  return lines.map((text) => ({ sign, text }));
}

function changed(old: readonly string[], fresh: readonly string[]): readonly DiffLine[] {
  if (old.length > maxLines || fresh.length > maxLines)
    return [...signed("-", old), ...signed("+", fresh)];
  const common = commonLengths(old, fresh);
  const lines: DiffLine[] = [];
  let [from, to] = [0, 0];
  while (from < old.length || to < fresh.length) {
    const [gone, come] = [old[from], fresh[to]];
    if (gone !== undefined && gone === come) {
      lines.push({ sign: " ", text: gone });
      from += 1;
      to += 1;
    } else if (
      gone !== undefined &&
      (come === undefined || longest(common, from + 1, to) >= longest(common, from, to + 1))
    ) {
      lines.push({ sign: "-", text: gone });
      from += 1;
    } else {
      lines.push({ sign: "+", text: come ?? "" });
      to += 1;
    }
  }
  return lines;
}

type Lengths = readonly (readonly number[])[];

function longest(lengths: Lengths, from: number, to: number): number {
  return lengths[from]?.[to] ?? 0;
}

/** The lengths of the longest common subsequences of the remaining lines, by where these begin. */
function commonLengths(old: readonly string[], fresh: readonly string[]): Lengths {
  const lengths: number[][] = Array.from({ length: old.length + 1 }, () => []);
  for (let from = old.length - 1; from >= 0; from -= 1) {
    for (let to = fresh.length - 1; to >= 0; to -= 1) {
      const both = old[from] === fresh[to];
      const row = lengths[from];
      if (row === undefined) continue;
      row[to] = both
        ? longest(lengths, from + 1, to + 1) + 1
        : Math.max(longest(lengths, from + 1, to), longest(lengths, from, to + 1));
    }
  }
  return lengths;
}
