/** `weir digest`: what happened since a time, by conversation; without the server, as far as weir has seen it. */
import { safeLine } from "#base/safe-text.ts";
import { newBatch } from "#base/table.ts";
import { type HourStyle, momentLabel } from "#base/time.ts";
import { archivedRealm, isUnreachable } from "#cli/archived-realm.ts";
import { text, wholeNumber } from "#cli/invocation.ts";
import { accountOf, utc } from "#cli/message-output.ts";
import { fetchPage } from "#cli/messages.ts";
import { type Output, painted } from "#cli/output.ts";
import { aboutOf, placeText } from "#cli/place.ts";
import { withStorage } from "#cli/storage.ts";
import { hoursOf, momentIn, pastMoment, seconds } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import {
  digestMarkdown,
  howMuch,
  kindNames,
  missing,
  whoWrote,
} from "#commands/conversation/digest-text.ts";
import { escaped } from "#commands/conversation/transcript.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { preview } from "#markup/document.ts";
import { parse } from "#markup/parse.ts";
import { mergePage, requestedNow, withArchivedPage } from "#model/merge-page.ts";
import type { Message } from "#model/message.ts";
import { permalinkOf } from "#model/message-link.ts";
import type { Replica } from "#model/replica.ts";
import { historyOf, senderOf } from "#model/select/conversations.ts";
import {
  type ConversationFacts,
  type Digest,
  type DigestLine,
  digested,
  type Gaps,
  gapsIn,
  goesBackTo,
  linesOf,
  loadedDigest,
} from "#model/select/digest.ts";
import { knownStream } from "#model/streams.ts";
import { newsSince } from "#store/here.ts";
import { hereIn } from "#sync/storage/here.ts";

const pageSize = 500;
/** More are not fetched: it is said that older ones may be missing. */
const mostMessages = 20_000;

type Period = { readonly replica: Replica; readonly gaps: Gaps; readonly since: number };

/** Which time is meant depends on the zone of the profile. */
type SinceIn = (replica: Replica) => number;

export async function run(context: VerbContext): Promise<void> {
  const { invocation, output, say, readerFor } = context;
  const typed = text(invocation, "since");
  const here = typed === undefined ? await lastHere(context) : 0;
  const period = await loaded(context, (replica) =>
    typed === undefined ? here : pastMoment(context, replica, typed),
  );
  const { replica, since } = period;
  say(`Since ${momentIn(context, replica, since)}.`);
  const whole = loadedDigest(replica, since);
  const conversations = whole.conversations.slice(0, wholeNumber(invocation, "count"));
  const reader = readerFor(replica);
  const textOf = ({ content }: Message) => preview(parse(content, reader), output.style.glyphs);
  const digest = { ...whole, conversations };
  const hours = hoursOf(context, replica);
  const printed: Printed = { output, hours, period, digest, textOf };
  const isMarkdown = invocation.options["markdown"] === true && output.fields === undefined;
  if (output.fields !== undefined)
    for (const facts of conversations) output.json(rowOf(replica, facts));
  else if (isMarkdown) output.write(asMarkdown(printed));
  else if (output.isTerminal) output.write(forPeople(context, printed));
  else output.write(forPipes(printed));
  const gap = isMarkdown ? "" : missing(period.gaps, (at) => momentIn(context, replica, at));
  if (gap !== "") say(gap);
  if (output.isTerminal && conversations.length === 0) say("Nothing has happened since then.");
}

/** When the user was in the chat screen of this machine last, or a day ago. */
async function lastHere(context: VerbContext): Promise<number> {
  const read = async (storage: JournalStorage) => hereIn(await storage.values());
  const here = await withStorage(context, read, () => undefined);
  return newsSince(here, seconds(context.clock));
}

// Where the messages come from.

async function loaded(context: VerbContext, sinceIn: SinceIn): Promise<Period> {
  try {
    return await fromServer(context, sinceIn);
  } catch (error) {
    const archived = isUnreachable(error) ? await fromArchive(context, sinceIn) : undefined;
    if (archived === undefined) throw error;
    return archived;
  }
}

/** The known part of what the user has received. */
function partOf(replica: Replica) {
  const history = historyOf(replica, digested);
  const [oldest] = history?.ids ?? [];
  return { messages: replica.messages, history, oldest, count: history?.ids.length ?? 0 };
}

function isEnough(replica: Replica, since: number): boolean {
  const part = partOf(replica);
  return goesBackTo(part, since) || part.count >= mostMessages;
}

async function fromServer({ connection, state }: VerbContext, sinceIn: SinceIn): Promise<Period> {
  let replica = await state("streams", "people", "groups", "unread", "rendering");
  const since = sinceIn(replica);
  while (!isEnough(replica, since)) {
    const { oldest } = partOf(replica);
    const { answer, messages } = await fetchPage(connection, {
      anchor: oldest ?? "newest",
      num_before: pageSize,
      num_after: 0,
      narrow: [],
    });
    const page = {
      messages,
      foundOldest: answer.found_oldest ?? messages.length <= 1,
      foundNewest: answer.found_newest ?? oldest === undefined,
      anchor: oldest ?? answer.anchor ?? 0,
    };
    replica = mergePage(replica, digested, page, requestedNow(replica), newBatch("digest"));
  }
  return { replica, gaps: gapsIn(partOf(replica), since), since };
}

/** Undefined if nothing was ever seen. */
async function fromArchive(context: VerbContext, sinceIn: SinceIn): Promise<Period | undefined> {
  const seen = await archivedRealm(context);
  if (seen === undefined) return undefined;
  const { archive, savedAt, until, close } = seen;
  context.say(
    `The server cannot be reached. These are messages that weir has seen until ${until}.`,
  );
  try {
    let { replica } = seen;
    const since = sinceIn(replica);
    for (let count = -1; !isEnough(replica, since) && partOf(replica).count > count; ) {
      const part = partOf(replica);
      count = part.count;
      const { oldest } = part;
      const page = await archive.page({
        narrow: digested,
        anchor: oldest ?? "newest",
        before: pageSize,
        after: oldest === undefined ? 0 : 1,
      });
      const side = oldest === undefined ? "around" : "older";
      replica = withArchivedPage(replica, digested, page, side, newBatch("digest"));
    }
    const { before } = gapsIn(partOf(replica), since);
    return { replica, gaps: { before, after: Math.max(savedAt, since) }, since };
  } finally {
    await close();
  }
}

// Printing.

type Printed = {
  readonly output: Output;
  readonly hours: HourStyle;
  readonly period: Period;
  readonly digest: Digest;
  readonly textOf: (message: Message) => string;
};

function asMarkdown({ output, hours, period, digest, textOf }: Printed): string {
  const { replica: view, gaps, since } = period;
  const [name] = accountOf(output);
  const whose = name === undefined ? "" : `# ${escaped(name)}\n\n`;
  return whose + digestMarkdown({ view, digest, gaps, since, hours, textOf });
}

/** What a line says after its kind, the message's time and its sender. */
function wordsOf({ message, words, url, thumbs }: DigestLine, textOf: Printed["textOf"]): string {
  const text = words ?? textOf(message);
  if (thumbs !== undefined) return `${thumbs} thumbs up: ${text}`;
  return url === undefined || url.endsWith(text) ? text : `${text} ${url}`;
}

function forPeople(
  context: VerbContext,
  { output, hours, period, digest, textOf }: Printed,
): string {
  const { replica } = period;
  const { cells } = output.style;
  const widest = Math.max(...Object.values(kindNames).map(({ length }) => length));
  const lineOf = (line: DigestLine) => {
    const { kind, message } = line;
    const name = painted(output, "dim", kindNames[kind].padEnd(widest));
    const when = painted(output, "dim", momentLabel(message.sentAt, seconds(context.clock), hours));
    const words = `${senderOf(replica, message)}: ${wordsOf(line, textOf)}`;
    const link = painted(output, "faint", permalinkOf(replica, message));
    return `  ${name}  ${when}  ${cells.cut(safeLine(words), textColumns)}  ${link}`;
  };
  const parts = digest.conversations.map((facts) => {
    const place = painted(output, "strong", placeText(replica, facts.conversation));
    const who = painted(output, "dim", whoWrote(facts, replica));
    const whose = accountOf(output).map((name) => `${painted(output, "dim", name)}  `);
    return [`${whose.join("")}${place}  ${who}`, ...linesOf(facts).map(lineOf), ""].join("\n");
  });
  return `${[...parts, howMuch(digest)].join("\n")}\n`;
}

/** A longer text would hide where the line leads. */
const textColumns = 100;

/**
 * The message's ID and time, the place, what it is about, the sender, the text, and the message's link; before them the
 * account, if there are several.
 */
function forPipes({ output, period: { replica }, digest, textOf }: Printed): string {
  const lines = digest.conversations.flatMap((facts) =>
    linesOf(facts).map((line) => {
      const { kind, message } = line;
      const place = placeText(replica, facts.conversation);
      const words = [place, kind, senderOf(replica, message), wordsOf(line, textOf)];
      const all = [
        ...accountOf(output),
        `${message.id}`,
        utc(message.sentAt),
        ...words,
        permalinkOf(replica, message),
      ];
      return `${all.map(safeLine).join("\t")}\n`;
    }),
  );
  return lines.join("");
}

function rowOf(replica: Replica, facts: ConversationFacts): Readonly<Record<string, unknown>> {
  const { conversation, count, people, questions, decisions, links, first, last } = facts;
  const isTopic = conversation.kind === "topic";
  const about = (message: Message) => ({
    message_id: message.id,
    time: utc(message.sentAt),
    sender: senderOf(replica, message),
    sender_id: message.senderId,
    content: message.content,
    link: permalinkOf(replica, message),
  });
  const linked = links.map(({ message, url, name, file }) => {
    return { row: { ...about(message), url, name }, isFile: file !== undefined };
  });
  const rowsOf = (isWanted: boolean) =>
    linked.filter(({ isFile }) => isFile === isWanted).map(({ row }) => row);
  return {
    about: aboutOf(replica, conversation),
    place: placeText(replica, conversation),
    stream: isTopic ? (knownStream(replica, conversation.streamId)?.name ?? null) : null,
    stream_id: isTopic ? conversation.streamId : null,
    topic: isTopic ? conversation.topic : null,
    messages: count,
    people: people.map(({ id, name, count: messages }) => ({ id, name, messages })),
    questions: questions.map(about),
    decided: decisions.map((decision) => ({
      kind: decision.kind,
      ...about(decision.message),
      thumbs: decision.kind === "agreed" ? decision.thumbs : null,
      options: decision.kind === "poll" ? decision.winners.map(({ text: option }) => option) : null,
    })),
    links: rowsOf(false),
    files: rowsOf(true),
    first: about(first),
    last: about(last),
  };
}
