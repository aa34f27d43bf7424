/** `weir export`: the messages of places, for other programs; later runs continue its files. */
import { ApiError, sentenceOf } from "#api/failure.ts";
import { fileLink } from "#api/files.ts";
import { safeLine } from "#base/safe-text.ts";
import { syncContext } from "#cli/carry-out.ts";
import { Exit } from "#cli/exit-codes.ts";
import { type ExportFormat, exportFormats } from "#cli/export-formats.ts";
import { oneOf, text } from "#cli/invocation.ts";
import { formatNames } from "#cli/message-fields.ts";
import { type MessageRow, messageRow } from "#cli/message-output.ts";
import { messagesAfter } from "#cli/messages.ts";
import { tellDone } from "#cli/output.ts";
import { existingPlace, partsFor, placeText, splitPlace, type WrittenPlace } from "#cli/place.ts";
import { pastMoment, seconds } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { distinctName, isFolder, openGrowing, storeOnce } from "#host/growing-file.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { firstFrom } from "#sync/asks/day-jump.ts";
import { termsOf } from "#sync/history/fetching.ts";

type Work = {
  readonly context: VerbContext;
  readonly replica: Replica;
  readonly format: ExportFormat;
  /** UNIX seconds. */
  readonly since: number;
  /** Stores the files that messages link to; undefined: they are not requested. */
  readonly files: StoredFiles | undefined;
};

export async function run(context: VerbContext): Promise<void> {
  const { invocation, output, args, connection } = context;
  const ending = oneOf(invocation, "format", formatNames);
  const to = text(invocation, "to");
  const isStoring = invocation.options["files"] === true;
  if (to === undefined && output.fields !== undefined)
    throw new Exit("misuse", "--json reports what was added to a file: name it with --to.");
  if (to === undefined && isStoring)
    throw new Exit("misuse", "--files stores files below a file of messages: name it with --to.");
  const written = placesIn(args);
  const replica = await context.state("streams", "rendering", ...written.flatMap(partsFor));
  const places: Narrow[] = [];
  for (const one of written) places.push((await existingPlace(connection, replica, one)).narrow);
  const typed = text(invocation, "since");
  const { hours } = output.style;
  const since = typed === undefined ? 0 : await pastMoment(typed, seconds(context.clock), hours);
  const files = isStoring ? storedFiles(context) : undefined;
  const work: Work = { context, replica, format: exportFormats[ending], since, files };
  if (to === undefined) await toOutput(work, places);
  else if (await isFolder(to))
    for (const narrow of places)
      await toFile(work, [narrow], `${to.replace(/\/+$/, "")}/${fileFor(replica, narrow, ending)}`);
  else await toFile(work, places, to);
  files?.report();
}

/** People who follow each other are one conversation. */
function placesIn(args: readonly string[]): readonly WrittenPlace[] {
  const { place, rest } = splitPlace(args);
  if (place?.kind === "message")
    throw new Exit("misuse", "Name a place, such as '#backend > deploy window' or @ana.");
  return place === undefined ? [] : [place, ...placesIn(rest)];
}

function fileFor(replica: Replica, narrow: Narrow, ending: string): string {
  const place = placeText(replica, narrow).replace(" > ", " - ").replace(/[#@]/g, "");
  return distinctName(`${place}.${ending}`, narrowKey(narrow));
}

async function toOutput(work: Work, places: readonly Narrow[]): Promise<void> {
  const { format, context } = work;
  const { output, flushed } = context;
  let before: MessageRow | undefined;
  for await (const page of pagesOf(work, places, 0)) {
    for (const row of page) {
      output.write(format.write(row, before, output.style.hours));
      before = row;
    }
    await flushed();
  }
}

function refused(error: unknown): never {
  throw error instanceof Error ? new Exit("refused", safeLine(error.message)) : error;
}

/** Progress is told after so many messages. */
const told = 10_000;

/** Continues after the file's last message. */
async function toFile(work: Work, places: readonly Narrow[], path: string): Promise<void> {
  const { context, replica, format } = work;
  const { output, say } = context;
  const file = await openGrowing(path, format.last).catch(refused);
  try {
    const last = file.last === undefined ? 0 : idIn(replica, path, file.last.link);
    let before: MessageRow | undefined;
    let count = 0;
    let isFirst = last > 0;
    // The last message is fetched again: headings depend on it.
    for await (const page of pagesOf(work, places, Math.max(0, last - 1))) {
      if (isFirst && page[0]?.message.id !== last) say(notContinued(path));
      isFirst = false;
      const parts: string[] = [];
      for (const row of page) {
        const stored = await withFiles(work, row, path);
        if (row.message.id > last) parts.push(format.write(stored, before, output.style.hours));
        before = row;
      }
      await file.append(parts.join("")).catch(refused);
      count += parts.length;
      if (output.isTerminal && Math.floor(count / told) > Math.floor((count - parts.length) / told))
        say(`${count} messages so far.`);
    }
    await file.append("").catch(refused);
    const messages = `${count} ${count === 1 ? "message" : "messages"}`;
    tellDone(context, `Added ${messages} to ${path}.`, { file: path, messages: count });
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

// Where the messages come from: one sequence of pages, ascending by ID.

type Page = readonly MessageRow[];

async function* pagesOf(
  work: Work,
  places: readonly Narrow[],
  after: number,
): AsyncGenerator<Page> {
  const { since } = work;
  const sources: AsyncGenerator<Page>[] = [];
  for (const narrow of places) {
    const start = Math.max(after, await startOf(work, narrow));
    sources.push(fetched(work, narrow, start));
  }
  for await (const page of merged(sources)) {
    const rows = page.filter(({ message: { sentAt } }) => sentAt >= since);
    if (rows.length > 0) yield rows;
  }
}

/** The ID before the first message of the requested time. */
async function startOf({ context, replica, since }: Work, narrow: Narrow): Promise<number> {
  if (since === 0) return 0;
  const found = await firstFrom(syncContext(context, replica), { narrow, at: since });
  if (found === undefined) return 0;
  return found.timestamp >= since ? found.id - 1 : found.id;
}

async function* fetched(
  { context: { connection }, replica }: Work,
  narrow: Narrow,
  after: number,
): AsyncGenerator<Page> {
  const terms = termsOf(narrow, replica.ownId, connection.level());
  for await (const page of messagesAfter(connection, terms, after))
    yield page.map((message) => messageRow(message, replica));
}

/** Each message once. Holds one page of each source. */
async function* merged(sources: readonly AsyncGenerator<Page>[]): AsyncGenerator<Page> {
  const heads = sources.map((source) => ({ source, page: [] as Page }));
  for (;;) {
    for (const head of heads)
      if (head.page.length === 0) head.page = (await head.source.next()).value ?? [];
    const lasts = heads.flatMap(({ page }) => page.at(-1)?.message.id ?? []);
    if (lasts.length === 0) return;
    const upTo = Math.min(...lasts);
    const rows = new Map<number, MessageRow>();
    for (const head of heads) {
      const [taken = [], left = []] = splitAt(head.page, upTo);
      for (const row of taken) rows.set(row.message.id, row);
      head.page = left;
    }
    yield [...rows.values()].sort((one, other) => one.message.id - other.message.id);
  }
}

function splitAt(page: Page, upTo: number): readonly Page[] {
  const end = page.findIndex(({ message }) => message.id > upTo);
  return end < 0 ? [page] : [page.slice(0, end), page.slice(end)];
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
  readonly realmId: string;
  readonly path: string;
};

const upload = /(https?:\/\/[^\s/()<>"]+)?\/user_uploads\/(?:download\/)?(\d+)\/([^\s()<>"'\]]+)/g;

function filesIn({ realm }: Replica, content: string): readonly LinkedFile[] {
  return [...content.matchAll(upload)].flatMap(([url, site, realmId = "", path = ""]) =>
    site === undefined || site === realm.url ? [{ url, realmId, path: decoded(path) }] : [],
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function storedFiles({ connection, download, say }: VerbContext): StoredFiles {
  const missing = new Set<string>();
  return {
    store: async (folder, { realmId, path }) => {
      const name = distinctName(path.split("/").at(-1) ?? "", `${realmId}/${path}`);
      try {
        // The address of another endpoint would be the file's.
        if (/(?:^|\/)\.{0,2}(?:\/|$)/.test(path)) throw new Error("its address is not valid");
        await storeOnce(folder, name, async (take) =>
          download(await fileLink(connection, { realm_id: realmId, path }), take),
        );
        return name;
      } catch (error) {
        if (error instanceof ApiError && error.failure.kind === "unreachable") throw error;
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
async function withFiles({ files, replica, format }: Work, row: MessageRow, path: string) {
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
  return { ...row, message: { ...message, content }, fields: { ...row.fields, files: names } };
}
