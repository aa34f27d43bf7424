/**
 * Messages as mail: an mbox that mutt, Python's `mailbox` and converters for notmuch read.
 *
 * No line of a body can be taken for the beginning of a mail, quoted (`>From `) or not: bodies with such lines are
 * encoded. So readers of every kind of mbox, whether or not they remove quoting (mboxrd), read the same text.
 */
import { safeLine, safeText } from "#base/safe-text.ts";
import { mailDate, type Zone } from "#base/time.ts";
import { shortHash } from "#host/growing-file.ts";
import { resolutionOf } from "#journal/actions/topic.ts";
import { isResolved, topicKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import type { MessageRow } from "./message-output.ts";

/** The sender that says how lines are quoted. */
const separator = "From mboxrd@z ";
const utc: Zone = { timeZone: "UTC" };

export function mailOf({ message, fields, place, people }: MessageRow, zone: Zone): string {
  const link = String(fields.link);
  const domain = domainOf(link);
  const thread = `<${threadOf(message)}@${domain}>`;
  const { text, encoding } = encodedBody(message.content);
  const address = (name: string, email: unknown, id: number) =>
    `${phrase(name)} <${addressOf(email) ?? `user${id}@${domain}`}>`;
  const { stream } = fields;
  const to =
    typeof stream === "string"
      ? `${phrase(`#${stream}`)}:;`
      : people.map(({ name, email, id }) => address(name, email, id)).join(",\n ");
  const headers = [
    `Date: ${mailDate(message.sentAt, zone)}`,
    `From: ${address(message.senderName, fields.sender_email, message.senderId)}`,
    `To: ${to}`,
    `Subject: ${words(place)}`,
    `Message-ID: <${message.id}@${domain}>`,
    `In-Reply-To: ${thread}`,
    `References: ${thread}`,
    ...(typeof stream === "string"
      ? [`List-Id: ${phrase(`#${stream}`)} <stream${message.streamId}.${domain}>`]
      : []),
    `Archived-At: <${link}>`,
    ...(fields.files ?? []).map((file) => `X-Attachment: ${words(file)}`),
    // As mail programs mark old, read and flagged mails; without, it is new.
    ...(fields.unread === true ? [] : ["Status: RO"]),
    ...(message.starred ? ["X-Status: F"] : []),
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    `Content-Transfer-Encoding: ${encoding}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return `${separator}${asctime(message.sentAt)}\n${headers.join("\n")}\n\n${text}\n`;
}

/** `Fri Nov 20 11:38:00 2026` */
function asctime(seconds: number): string {
  const [weekday, day, month, year, time] = mailDate(seconds, utc).split(/,? /);
  return `${weekday} ${month} ${day} ${time} ${year}`;
}

/** The host of the realm, as the right side of an ID. */
function domainOf(link: string): string {
  const site = link.slice(0, link.indexOf("/#narrow/")).replace(/^https?:\/\//, "");
  return site.replace(/[^\w.-]+/g, "-") || "localhost";
}

/**
 * The same for all messages of a conversation, whether or not its topic is resolved, and not the ID of any message: so
 * threads do not depend on which messages were exported first.
 */
function threadOf({ conversation, streamId, topic }: Message): string {
  const unresolved =
    streamId === undefined || !isResolved(topic)
      ? conversation
      : topicKey(streamId, resolutionOf({ streamId, topic }).topic);
  return `conversation-${shortHash(unresolved)}`;
}

/** Undefined if it cannot be an address in a header. */
function addressOf(email: unknown): string | undefined {
  const plain = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+$/;
  return typeof email === "string" && plain.test(email) ? email : undefined;
}

// RFC 2047: text in headers. Encoded words have at most 75 characters.

const longestWord = 45;
const printable = /^[\x20-\x7e]{0,900}$/;

function words(received: string): string {
  const text = safeLine(received).trim();
  if (printable.test(text) && !text.includes("=?")) return text;
  const parts: string[] = [];
  let part = "";
  for (const sign of text) {
    if (Buffer.byteLength(part + sign) > longestWord) {
      parts.push(part);
      part = "";
    }
    part += sign;
  }
  const all = [...parts, part].map((each) => Buffer.from(each).toString("base64"));
  return all.map((each) => `=?UTF-8?B?${each}?=`).join("\n ");
}

/** A name before an address. */
function phrase(name: string): string {
  const text = words(name);
  return text.startsWith("=?") ? text : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

// Bodies: as they are, or quoted-printable (RFC 2045).

const longestLine = 76;
const fromLine = /^>*From /m;
/** Servers of mail may cut longer lines. */
const tooLong = /.{320}/;

function encodedBody(content: string): { readonly text: string; readonly encoding: string } {
  const whole = content.toWellFormed();
  const isPlain = safeText(whole) === whole && !fromLine.test(whole) && !tooLong.test(whole);
  const lines = whole.replace(/\n?$/, "\n");
  return isPlain
    ? { text: lines, encoding: "8bit" }
    : { text: quotedPrintable(lines), encoding: "quoted-printable" };
}

const byte = (code: number) => `=${code.toString(16).toUpperCase().padStart(2, "0")}`;

function quotedPrintable(text: string): string {
  return text.split("\n").map(quotedLine).join("\n");
}

/** Blanks at the end are encoded, and the F of "From ", which might come to stand at the beginning of a line. */
function quotedLine(line: string): string {
  const bytes = Buffer.from(line);
  const lines: string[] = [];
  let part = "";
  for (const [at, code] of bytes.entries()) {
    const isBlank = code === 0x20 || code === 0x09;
    const isSafe = isBlank ? at < bytes.length - 1 : code > 0x20 && code < 0x7f && code !== 0x3d;
    const isFrom = code === 0x46 && bytes.toString("latin1", at, at + 5) === "From ";
    const sign = isSafe && !isFrom ? String.fromCharCode(code) : byte(code);
    if (part.length + sign.length >= longestLine) {
      lines.push(`${part}=`);
      part = "";
    }
    part += sign;
  }
  return [...lines, part].join("\n");
}

/** The last mail that is there as a whole, in a text whose characters are bytes; and its link. */
export function lastMail(text: string) {
  for (let at = text.length; at > 0; ) {
    at = text.lastIndexOf(separator, at - 1);
    if (at < 0) return undefined;
    const body = text.indexOf("\n\n", at);
    if (body < 0 || (at > 0 && text[at - 1] !== "\n")) continue;
    const headers = text.slice(at, body);
    const [, link] = /^Archived-At: <(.*)>$/m.exec(headers) ?? [];
    const [, length] = /^Content-Length: (\d+)$/m.exec(headers) ?? [];
    const end = body + 2 + Number(length) + 1;
    if (link !== undefined && end <= text.length) return { link, end };
  }
  return undefined;
}
