/** Prints messages: rendered on terminals, one per line in pipes, or as JSON. */

import { safeLine, safeText } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { dayLabel, type HourStyle, hourMinute, sameDay, stamp } from "#base/time.ts";
import { preview } from "#markup/document.ts";
import { plainHighlight } from "#markup/highlight.ts";
import { parse } from "#markup/parse.ts";
import { printed } from "#markup/print.ts";
import type { ReaderContext } from "#markup/reader-context.ts";
import { topicTitle } from "#model/empty-topic.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import type { Message } from "#model/message.ts";
import { permalinkOf } from "#model/message-link.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import { isUnread } from "#model/unreads.ts";
import type { UserId } from "#wire/ids.ts";
import type * as wire from "#wire/message.ts";
import type { Invocation } from "./invocation.ts";
import type { messageFields } from "./message-fields.ts";
import { type Output, painted } from "./output.ts";
import { type About, aboutOf } from "./place.ts";
import type { StatePart } from "./realm-state.ts";
import { spokenMessage } from "./spoken-message.ts";
import type { VerbContext } from "./verb-context.ts";

export type MessagePrinter = (rows: readonly MessageRow[]) => Promise<void>;

export type PrinterOptions = {
  readonly output: Output;
  /** Called for each message, because names may change. */
  readonly reader: () => ReaderContext;
  readonly hours: () => HourStyle;
  /** UNIX seconds. */
  readonly now: () => number;
  /** Prints only the sources: unchanged, except on a terminal, which they could control. */
  readonly raw: boolean;
  /** Prints lines that can be read aloud. */
  readonly spoken: boolean;
};

/** The output options of the verb. */
export function messageForm({ options }: Invocation): Pick<PrinterOptions, "raw" | "spoken"> {
  return { raw: options["raw"] === true, spoken: options["plain"] === true };
}

/** Remembers the last output, so that conversations and days are printed once. */
export function messagePrinter(options: PrinterOptions): MessagePrinter {
  const { output, raw } = options;
  if (output.fields !== undefined)
    return async (rows) => {
      for (const { about, fields } of rows) output.json({ about, ...fields });
    };
  if (raw)
    return async (rows) => {
      for (const { message } of rows) {
        const { content } = message;
        output.write(`${output.isTerminal ? safeText(content) : content}\n`);
      }
    };
  if (options.spoken) return spokenPrinter(options);
  if (!output.isTerminal)
    return async (rows) => {
      for (const row of rows) output.write(`${pipeLine(row, output)}\n`);
    };
  let last: MessageRow | undefined;
  return async (rows) => {
    for (const row of rows) {
      output.write(await forPeople(options, row, last));
      last = row;
    }
  };
}

/** Each conversation is printed once, on a separate line. */
function spokenPrinter({ output, reader, hours }: PrinterOptions): MessagePrinter {
  let last: MessageRow | undefined;
  return async (rows) => {
    for (const row of rows) {
      const { message, place, fields } = row;
      if (last?.message.conversation !== message.conversation || !isContinued(output))
        output.write(`[${safeLine([...accountOf(output), place].join(", "))}]\n`);
      const sender = safeLine(message.senderName);
      const line = spokenMessage(message, {
        sender,
        document: parse(message.content, {
          ...reader(),
          sender,
          writtenAt: message.editedAt ?? message.sentAt,
        }),
        hours: hours(),
        isUnread: fields.unread === true,
        openSpoilers: true,
        linkNumber: () => undefined,
      });
      output.write(`${line}\n`);
      last = row;
    }
  };
}

/** The account's name, if there are several. */
export function accountOf({ account }: Output): readonly string[] {
  return account === undefined ? [] : [account.name];
}

/** Whether no other account has printed anything meanwhile. */
function isContinued({ account }: Output): boolean {
  return account?.continues() ?? true;
}

/** ID, time, place, sender and text, with tabs between them; before them the account, if there are several. */
function pipeLine({ fields, place, message }: MessageRow, output: Output): string {
  const text = message.content.replace(/\r\n?|\n/g, "↵");
  const words = [
    ...accountOf(output),
    `${message.id}`,
    `${fields.time}`,
    place,
    message.senderName,
    text,
  ];
  return words.map(safeLine).join("\t");
}

const indent = "  ";

async function forPeople(
  { output, reader, now, ...options }: PrinterOptions,
  { message, place }: MessageRow,
  last: MessageRow | undefined,
): Promise<string> {
  const { style, columns } = output;
  const hours = options.hours();
  const token = message.mentioned ? "mention" : "accent";
  const who = painted(output, token, message.senderName);
  const when = painted(output, "dim", hourMinute(message.sentAt, hours));
  const sender = safeLine(message.senderName);
  const text = await printed(
    message.content,
    { ...reader(), sender, writtenAt: message.editedAt ?? message.sentAt },
    {
      columns: Math.max(20, columns - indent.length),
      cells: style.cells,
      glyphs: style.glyphs,
      highlight: plainHighlight,
      painter: style.painter,
      hyperlinks: false,
      scrolledColumns: undefined,
    },
  );
  const lines: string[] = [];
  const isSamePlace = last?.message.conversation === message.conversation && isContinued(output);
  const isSameDay = last !== undefined && sameDay(last.message.sentAt, message.sentAt, hours);
  if (!isSamePlace || !isSameDay) {
    if (last !== undefined || !isContinued(output)) lines.push("");
    const day = dayLabel(message.sentAt, now(), hours);
    const whose = accountOf(output).map((name) => `${painted(output, "dim", name)}  `);
    lines.push(`${whose}${painted(output, "strong", place)}  ${painted(output, "dim", day)}`);
  }
  lines.push(`${who}  ${when}  ${painted(output, "faint", `${message.id}`)}`);
  lines.push(...text.split("\n").map((line) => `${indent}${line}`.trimEnd()));
  const reactions = message.reactions.map(({ name, userIds }) => `:${name}: ${userIds.length}`);
  if (reactions.length > 0) lines.push(indent + painted(output, "dim", reactions.join("  ")));
  return `${lines.join("\n")}\n`;
}

// A text that is not sent yet, in a column: as lists show it on a terminal, and as it was written in a pipe.

type TextContext = Pick<VerbContext, "output" | "readerFor">;

const isDrawn = ({ output }: TextContext) => output.isTerminal && output.fields === undefined;

/** The state that drawing the texts needs. */
export function partsOfTexts(context: TextContext): readonly StatePart[] {
  return isDrawn(context) ? ["people", "groups", "rendering"] : [];
}

export function textsOf(
  context: TextContext,
  replica: Replica,
): (of: { readonly content: string }) => string {
  if (!isDrawn(context)) return ({ content }) => content;
  const reader = context.readerFor(replica);
  return ({ content }) => preview(parse(content, reader), context.output.style.glyphs);
}

// A message as a row of output: fields for JSON, a line for pipes.

export type MessageRow = {
  readonly message: Message;
  /** As typed on the command line. Not safe for a terminal. */
  readonly place: string;
  readonly about: About;
  /** `files`: where its files were stored; `source`: what found it. */
  readonly fields: Readonly<Record<(typeof messageFields)[number], unknown>> & {
    readonly files?: readonly string[];
    readonly source?: "server" | "archive";
  };
  /** The others of a direct conversation, or the user alone; empty in streams. */
  readonly people: readonly NamedPerson[];
};

type NamedPerson = {
  readonly id: UserId;
  readonly name: string;
  readonly email: string | undefined;
};

/** Seconds as `2026-11-22T11:38:00Z`: the same in every time zone. */
export function utc(seconds: number): string {
  return stamp(seconds * 1000).replace(".000Z", "Z");
}

/** Names are taken from the message, so that the state need not contain people. */
export function messageRow(
  wireMessage: wire.Message,
  replica: Replica,
  flags = wireMessage.flags ?? [],
): MessageRow {
  const { display_recipient: recipient, sender_email: email } = wireMessage;
  const everybody = typeof recipient === "string" ? [] : recipient;
  const people = everybody.map(({ id, full_name: name, email }) => ({
    id,
    name: name ?? `${id}`,
    email,
  }));
  const stream = typeof recipient === "string" ? recipient : undefined;
  const names = { stream, people, email, isUnread: !flags.includes("read") };
  return rowOf(fromWireMessage(wireMessage, flags), replica, names);
}

/** Names are the current ones. */
export function archivedRow(message: Message, replica: Replica): MessageRow {
  const { id, streamId, userIds = [], senderId } = message;
  const person = (userId: UserId) => {
    const { name = `${userId}`, deliveryEmail, email } = get(replica.people, userId) ?? {};
    return { id: userId, name, email: deliveryEmail ?? email };
  };
  const stream = streamId && (get(replica.streams, streamId)?.name ?? `${streamId}`);
  return rowOf(message, replica, {
    stream: stream || undefined,
    people: userIds.map(person),
    email: person(senderId).email,
    isUnread: isUnread(replica.unreads, id),
  });
}

type RowNames = {
  /** Undefined for direct messages. */
  readonly stream: string | undefined;
  /** Everybody in a direct conversation. */
  readonly people: readonly NamedPerson[];
  /** The sender's. */
  readonly email: string | undefined;
  readonly isUnread: boolean;
};

function rowOf(
  message: Message,
  replica: Replica,
  { stream, people: everybody, email, isUnread: unread }: RowNames,
): MessageRow {
  const others = everybody.filter(({ id }) => id !== replica.ownId);
  const people = others.length === 0 ? everybody : others;
  const place =
    stream === undefined
      ? people.map(({ name }) => `@${name}`).join(", ")
      : `#${stream} > ${topicTitle(replica, message.topic)}`;
  return {
    message,
    place,
    about: aboutOf(replica, conversationOfMessage(message)),
    people,
    fields: {
      id: message.id,
      time: utc(message.sentAt),
      place,
      stream: stream ?? null,
      stream_id: message.streamId ?? null,
      topic: stream === undefined ? null : message.topic,
      people: stream === undefined ? people.map(({ name }) => name) : null,
      sender: message.senderName,
      sender_id: message.senderId,
      sender_email: email,
      content: message.content,
      unread,
      starred: message.starred,
      mentioned: message.mentioned || message.wildcardMentioned,
      reactions: Object.fromEntries(
        message.reactions.map(({ name, userIds }) => [name, userIds.length]),
      ),
      link: permalinkOf(replica, message),
    },
  };
}
