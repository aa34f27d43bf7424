/** What `weir export` writes, and how a later run finds out where to continue. */
import type { HourStyle } from "#base/time.ts";
import { markdownOf } from "#commands/conversation/transcript.ts";
import type { FoundRecord } from "#host/growing-file.ts";
import { lastMail, mailOf } from "./mbox.ts";
import type { formatNames } from "./message-fields.ts";
import type { MessageRow } from "./message-output.ts";
import { jsonLine } from "./output.ts";

export type ExportFormat = {
  /** The message after `before` in the same file; safe for a terminal. */
  readonly write: (row: MessageRow, before: MessageRow | undefined, hours: HourStyle) => string;
  /** The last message that is there as a whole, in a text whose characters are bytes. */
  readonly last: (text: string, isStart: boolean) => LastMessage | undefined;
  /** Its addresses of files lead to the stored ones. */
  readonly linksFiles?: true;
};

type LastMessage = FoundRecord & {
  /** Its permanent link. */
  readonly link: string;
};

export const exportFormats: Readonly<Record<(typeof formatNames)[number], ExportFormat>> = {
  jsonl: { write: ({ fields }) => `${jsonLine(fields)}\n`, last: lastLine },
  md: {
    write: (row, before, hours) => markdownOf(spoken(row), before && spoken(before), hours),
    last: lastMarkdown,
    linksFiles: true,
  },
  mbox: { write: (row, _, hours) => mailOf(row, hours), last: lastMail },
};

function spoken({ message, place, fields }: MessageRow) {
  return { message, place, sender: message.senderName, link: String(fields.link) };
}

function lastLine(text: string, isStart: boolean): LastMessage | undefined {
  const stop = text.lastIndexOf("\n");
  const start = text.lastIndexOf("\n", stop - 1) + 1;
  if (stop <= 0 || (start === 0 && !isStart)) return undefined;
  try {
    const { link } = JSON.parse(text.slice(start, stop)) as { readonly link?: unknown };
    return typeof link === "string" ? { link, end: stop + 1 } : undefined;
  } catch {
    return undefined;
  }
}

/** The text is quoted, and followed by an empty line. */
const oneMessage = /^\*\*.*\*\* \[[^\]\n]*\]\((\S+)\)\n(?:>.*\n)+\n/gm;

function lastMarkdown(text: string): LastMessage | undefined {
  const found = [...text.matchAll(oneMessage)].at(-1);
  return found && { link: found[1] ?? "", end: found.index + found[0].length };
}
