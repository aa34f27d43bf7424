/** `weir export`: the messages of places, for other programs; later runs continue its files. */

import { ApiError, sentenceOf } from "#api/failure.ts";
import { fileLink } from "#api/files.ts";
import { counted } from "#base/counted.ts";
import { safeLine } from "#base/safe-text.ts";
import type { HourStyle } from "#base/time.ts";
import { isUnreachable } from "#cli/archived-realm.ts";
import { Exit } from "#cli/exit-codes.ts";
import { type MessageSource, messageSource } from "#cli/export-sources.ts";
import { oneOf, text } from "#cli/invocation.ts";
import { lastMail, mailOf } from "#cli/mbox.ts";
import { formatNames } from "#cli/message-fields.ts";
import type { MessageRow } from "#cli/message-output.ts";
import { jsonLine, tellDone } from "#cli/output.ts";
import { placeText } from "#cli/place.ts";
import { hoursOf, saidMoment } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { placesIn } from "#cli/written-place.ts";
import { markdownOf } from "#commands/conversation/transcript.ts";
import {
  distinctName,
  type FoundRecord,
  isFolder,
  openGrowing,
  storeOnce,
} from "#host/growing-file.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { absoluteUrl, type SharedFile, sharedFile } from "#model/written-links.ts";

type Work = {
  readonly context: VerbContext;
  readonly source: MessageSource;
  readonly format: ExportFormat;
  readonly ending: string;
  /** UNIX seconds. */
  readonly since: number;
  /** Stores the files that messages link to, if they are requested. */
  readonly files: StoredFiles | undefined;
};

export async function run(context: VerbContext): Promise<void> {
  const { invocation, output, args } = context;
  const ending = oneOf(invocation, "format", formatNames);
  const to = text(invocation, "to");
  const isStoring = invocation.options["files"] === true;
  if (to === undefined && output.fields !== undefined)
    throw new Exit("misuse", "--json reports what was added to a file: name it with --to.");
  if (to === undefined && isStoring)
    throw new Exit("misuse", "--files stores files below a file of messages: name it with --to.");
  const files = isStoring ? storedFiles(context) : undefined;
  const source = await messageSource(context, placesIn(args));
  const { places, replica } = source;
  const typed = text(invocation, "since");
  const since = typed === undefined ? 0 : saidMoment(context, replica, typed);
  const work: Work = { context, source, format: exportFormats[ending], ending, since, files };
  try {
    if (to === undefined) await toOutput(work);
    else if (!(await isFolder(to))) await toFile(work, places, to);
    else for (const narrow of places) await toFile(work, [narrow], fileFor(work, narrow, to));
  } finally {
    await source.close();
  }
  files?.report();
}

/** In the folder. */
function fileFor({ source, ending }: Work, narrow: Narrow, folder: string): string {
  const place = placeText(source.replica, narrow).replace(" > ", " - ").replace(/[#@]/g, "");
  return `${folder.replace(/\/+$/, "")}/${distinctName(`${place}.${ending}`, narrowKey(narrow))}`;
}

async function toOutput({ context, format, since, source }: Work): Promise<void> {
  const { output, flushed, say } = context;
  const hours = hoursOf(context, source.replica);
  let before: MessageRow | undefined;
  let count = 0;
  for await (const page of source.pages({
    places: source.places,
    after: 0,
    since,
    hasGaps: true,
  })) {
    for (const row of page) {
      output.write(format.write(row, before, hours));
      before = row;
    }
    count += page.length;
    await flushed();
  }
  // Beside them: they are for another program.
  say(`Exported ${counted(count, "message")}.`);
}

function refused(error: unknown): never {
  throw error instanceof Error ? new Exit("refused", safeLine(error.message)) : error;
}

/** Progress is told after so many messages. */
const perReport = 10_000;

/** Continues after the file's last message. */
async function toFile(work: Work, places: readonly Narrow[], path: string): Promise<void> {
  const { context, format, since, source } = work;
  const { output, say } = context;
  const hours = hoursOf(context, source.replica);
  const file = await openGrowing(path, format.last).catch(refused);
  try {
    const last = file.last === undefined ? 0 : idIn(source.replica, path, file.last.link);
    let before: MessageRow | undefined;
    let count = 0;
    let isFirst = last > 0;
    // The last message is fetched again: headings depend on it.
    const part = { places, after: Math.max(0, last - 1), since, hasGaps: false };
    for await (const page of source.pages(part)) {
      if (isFirst && page[0]?.message.id !== last) say(notContinued(path));
      isFirst = false;
      const parts: string[] = [];
      for (const row of page) {
        const stored = await withFiles(work, row, path);
        if (row.message.id > last) parts.push(format.write(stored, before, hours));
        before = row;
      }
      await file.append(parts.join("")).catch(refused);
      count += parts.length;
      if (
        output.isTerminal &&
        Math.floor(count / perReport) > Math.floor((count - parts.length) / perReport)
      )
        say(`${count} messages so far.`);
    }
    await file.append("").catch(refused);
    const fields = { file: path, messages: count };
    tellDone(context, `Added ${counted(count, "message")} to ${path}.`, fields);
  } finally {
    await file.close();
  }
}

function notContinued(path: string): string {
  return `The last message in ${path} is not in these places now: only newer ones are added.`;
}

/** The ID of the message with that link. */
function idIn({ realm }: Replica, path: string, link: string): number {
  const id = Number(/\/near\/(\d+)$/.exec(link)?.[1]);
  if (link.startsWith(`${realm.url}/#narrow/`) && id > 0) return id;
  throw new Exit("refused", safeLine(`${path} has messages of another organization.`));
}

// The files that messages link to.

type StoredFiles = {
  /** Stores the file in the folder; undefined if it cannot be. */
  readonly store: (folder: string, file: LinkedFile) => Promise<string | undefined>;
  /** Throws an Exit if some could not be stored. */
  readonly report: () => void;
};

type LinkedFile = {
  /** As the message has it. */
  readonly url: string;
  /** It is undefined if the URL has the form of a file's, and is none. */
  readonly file: SharedFile | undefined;
};

/** What may be a link: what ends one, ends it. */
const words = /[^\s()<>"'[\]]+/g;

/** The links below the folder of the realm's files, valid or not. */
function filesIn({ realm }: Replica, content: string): readonly LinkedFile[] {
  const folder = absoluteUrl({ realm }, "/user_uploads/");
  return [...content.matchAll(words)].flatMap(([url]) => {
    if (!url.includes("/user_uploads/")) return [];
    const file = sharedFile({ realm }, url);
    const isBelow = file !== undefined || absoluteUrl({ realm }, url).startsWith(folder);
    return isBelow ? [{ url, file }] : [];
  });
}

function storedFiles({ connection, download, say }: VerbContext): StoredFiles {
  const missing = new Set<string>();
  return {
    store: async (folder, { url, file }) => {
      try {
        if (file === undefined) throw new Error("its address is not valid");
        const { realmId, path } = file;
        const name = distinctName(file.name, `${realmId}/${path}`);
        await storeOnce(folder, name, async (take) =>
          download(await fileLink(connection, { realm_id: realmId, path }), take),
        );
        return name;
      } catch (error) {
        if (isUnreachable(error)) throw error;
        const path = file?.path ?? url;
        if (!missing.has(path)) say(`${path} could not be stored: ${reasonIn(error)}`);
        missing.add(path);
        return undefined;
      }
    },
    report: () => {
      if (missing.size > 0)
        throw new Exit("refused", `Files that could not be stored: ${missing.size}.`);
    },
  };
}

function reasonIn(error: unknown): string {
  if (error instanceof ApiError) return sentenceOf(error.failure);
  return error instanceof Error ? `${error.message}.` : String(error);
}

/** The row with what its files are called below the folder of the exported file. */
async function withFiles(
  { files, source: { replica }, format }: Work,
  row: MessageRow,
  path: string,
) {
  if (files === undefined) return row;
  const below = `${path.split("/").at(-1)}.files`;
  const { message } = row;
  let { content } = message;
  const names: string[] = [];
  for (const file of filesIn(replica, content)) {
    const name = await files.store(`${path}.files`, file);
    if (name === undefined) continue;
    names.push(`${below}/${name}`);
    if (format.linksFiles) content = content.replace(file.url, encodeURI(`${below}/${name}`));
  }
  return {
    ...row,
    message: { ...message, content },
    fields: { ...row.fields, files: [...new Set(names)] },
  };
}

// How each format is written, and how a later run finds out where to continue.

type ExportFormat = {
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

const exportFormats: Readonly<Record<(typeof formatNames)[number], ExportFormat>> = {
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
  const match = [...text.matchAll(oneMessage)].at(-1);
  return match && { link: match[1] ?? "", end: match.index + match[0].length };
}
