/**
 * `weir folders`: folders of streams. Where the organization has none, they are the user's own, on this machine: making,
 * renaming, ordering and deleting them, and putting streams into them.
 */
import { numbersBetween } from "#base/counted.ts";
import { safeLine } from "#base/safe-text.ts";
import { values } from "#base/table.ts";
import { wholeNumberIn } from "#base/whole-number.ts";
import { Exit } from "#cli/exit-codes.ts";
import { type Command, tellCreated, tellDeleted, tellDone, wayBack } from "#cli/output.ts";
import { putFolders, withOwnFolders } from "#cli/own-folders.ts";
import { hintFor, requireUnlike, streamFor } from "#cli/resolver.ts";
import { withStorage } from "#cli/storage.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import {
  folderAdded,
  folderDeleted,
  folderMoved,
  folderNameProblem,
  folderRenamed,
  hasServerFolders,
  type OwnFolder,
  ownFolderNamed,
  ownFolderOf,
  ownFolders,
  streamsFiled,
  streamsIn,
} from "#model/own-folders.ts";
import type { Replica } from "#model/replica.ts";
import { orderedFolders } from "#model/select/folders.ts";
import type { Stream } from "#model/stream.ts";
import { folderRows } from "#sync/storage/local-rows.ts";

const thereAreOthers =
  "This organization has folders of streams, which are the same for everybody and shown instead of yours. weir folders lists them.";

/** To change the user's own folders; throws an Exit where the organization has some. */
async function replicaToChange(context: VerbContext): Promise<Replica> {
  const replica = await context.state("streams", "folders");
  if (hasServerFolders(replica)) throw new Exit("refused", thereAreOthers);
  const localFolders = await withStorage(context, folderRows.stored);
  context.noteFolders(namesOf(ownFolders(localFolders)));
  return { ...replica, localFolders };
}

function namesOf(all: readonly { readonly name: string }[]): readonly string[] {
  return all.map(({ name }) => name);
}

const noun = { one: "folder", many: "folders", sign: "", otherwise: "weir folders lists all." };

function asNamed({ name }: OwnFolder, at: number) {
  return { id: at + 1, name };
}

function folderFor({ localFolders }: Replica, name: string): OwnFolder {
  const folder = ownFolderNamed(localFolders, name);
  if (folder !== undefined) return folder;
  const hint = hintFor(name, ownFolders(localFolders).map(asNamed), noun);
  throw new Exit("usage", safeLine(`There is no folder “${name}”. ${hint}`));
}

type Listed = {
  readonly name: string;
  readonly number: number;
  readonly streams: readonly string[];
  readonly local: boolean;
};

export async function run(context: VerbContext): Promise<void> {
  const replica = await withOwnFolders(context, await context.state("streams", "folders"));
  const rows = hasServerFolders(replica) ? listedThere(replica) : listedHere(replica);
  context.noteFolders(namesOf(rows));
  context.output.rows(rows, {
    none: "There are no folders. To make one: weir folders add NAME",
    json: (row) => row,
    cells: ({ name, streams }) => [
      { text: name, token: "strong" },
      streams.map((stream) => `#${stream}`).join(", "),
    ],
  });
}

function listedHere(replica: Replica): readonly Listed[] {
  return ownFolders(replica.localFolders).map((folder, at) => ({
    name: folder.name,
    number: at + 1,
    streams: namesOf(streamsIn(replica, folder)),
    local: true,
  }));
}

function listedThere({ folders, streams }: Replica): readonly Listed[] {
  const all = [...values(streams)].sort((one, other) => one.name.localeCompare(other.name, "en"));
  return orderedFolders(folders)
    .filter((folder) => folder.is_archived !== true)
    .map(({ id, name }, at) => ({
      name,
      number: at + 1,
      streams: namesOf(all.filter(({ folderId }) => folderId === id)),
      local: false,
    }));
}

async function streamsNamed(
  context: VerbContext,
  replica: Replica,
  typed: readonly string[],
): Promise<readonly Stream[]> {
  const all: Stream[] = [];
  for (const name of typed) all.push(await streamFor(context, replica, name));
  return all;
}

/** With `#`, as arguments name them. */
function titles(streams: readonly Stream[]): readonly string[] {
  return streams.map(({ name }) => `#${name}`);
}

export async function add(context: VerbContext): Promise<void> {
  const [typed = "", ...rest] = context.args;
  const replica = await replicaToChange(context);
  const { localFolders } = replica;
  const problem = folderNameProblem(localFolders, typed);
  if (problem !== undefined) throw new Exit("refused", safeLine(problem));
  const streams = await streamsNamed(context, replica, rest);
  const name = typed.trim();
  const ids = streams.map(({ id }) => id);
  await putFolders(context, replica, folderAdded(localFolders, name, ids));
  const undo = wayBack(
    context,
    { verb: "folders delete", args: [name] },
    ...placements(replica, streams).filter(({ verb }) => verb === "folders put"),
  );
  const what = streams.length === 0 ? "" : ` with ${titles(streams).join(", ")}`;
  tellCreated(context, safeLine(name), `Created the folder “${name}”${what}.${undo}`, {
    name,
    streams: namesOf(streams),
  });
}

/** The commands that put the streams where they are now. */
function placements({ localFolders }: Replica, streams: readonly Stream[]): readonly Command[] {
  const groups = Map.groupBy(streams, ({ id }) => ownFolderOf(localFolders, id)?.name);
  return [...groups].map(([name, all]) =>
    name === undefined
      ? { verb: "folders take", args: titles(all) }
      : { verb: "folders put", args: [name, ...titles(all)] },
  );
}

export async function put(context: VerbContext): Promise<void> {
  const [typed = "", ...names] = context.args;
  const replica = await replicaToChange(context);
  const folder = folderFor(replica, typed);
  await file(context, replica, await streamsNamed(context, replica, names), folder);
}

export async function take(context: VerbContext): Promise<void> {
  const replica = await replicaToChange(context);
  await file(context, replica, await streamsNamed(context, replica, context.args), undefined);
}

async function file(
  context: VerbContext,
  replica: Replica,
  streams: readonly Stream[],
  folder: OwnFolder | undefined,
): Promise<void> {
  const { localFolders } = replica;
  const ids = streams.map(({ id }) => id);
  const changes = streamsFiled(localFolders, ids, folder?.id);
  const moved = streams.filter(({ id }) => ownFolderOf(localFolders, id)?.id !== folder?.id);
  const all = titles(streams).join(", ");
  const row = { folder: folder?.name ?? null, streams: namesOf(streams) };
  if (moved.length === 0) {
    const where = folder === undefined ? "in no folder" : `in the folder “${folder.name}” already`;
    const verb = streams.length === 1 ? "is" : "are";
    return tellDone(context, `${all} ${verb} ${where}.`, row);
  }
  await putFolders(context, replica, changes);
  const undo = wayBack(context, ...placements(replica, moved));
  const done =
    folder === undefined
      ? `Took ${all} out of ${moved.length === 1 ? "its folder" : "their folders"}`
      : `Put ${all} into the folder “${folder.name}”`;
  tellDone(context, `${done}.${undo}`, row);
}

export async function rename(context: VerbContext): Promise<void> {
  const [typed = "", written = ""] = context.args;
  const replica = await replicaToChange(context);
  const folder = folderFor(replica, typed);
  const name = written.trim();
  const problem = folderNameProblem(replica.localFolders, name, folder);
  if (problem !== undefined) throw new Exit("refused", safeLine(problem));
  await putFolders(context, replica, folderRenamed(folder, name));
  const undo = wayBack(context, { verb: "folders rename", args: [name, folder.name] });
  tellDone(context, `Renamed the folder “${folder.name}” to “${name}”.${undo}`, { name });
}

export async function move(context: VerbContext): Promise<void> {
  const [typed = "", number = ""] = context.args;
  const replica = await replicaToChange(context);
  const folder = folderFor(replica, typed);
  const { length } = ownFolders(replica.localFolders);
  const to = wholeNumberIn(number) ?? 0;
  if (to < 1 || to > length) throw new Exit("misuse", `Folders have ${numbersBetween(1, length)}.`);
  const { name } = folder;
  const from = numberOf(replica, folder);
  const fields = { name, number: to };
  if (from === to)
    return tellDone(context, `The folder “${name}” has the number ${to} already.`, fields);
  await putFolders(context, replica, folderMoved(replica.localFolders, folder, to - 1));
  const undo = wayBack(context, { verb: "folders move", args: [name, `${from}`] });
  tellDone(context, `The folder “${name}” has the number ${to}.${undo}`, fields);
}

/** From 1. */
function numberOf({ localFolders }: Replica, { id }: OwnFolder): number {
  return ownFolders(localFolders).findIndex((one) => one.id === id) + 1;
}

export async function remove(context: VerbContext): Promise<void> {
  const replica = await replicaToChange(context);
  const { localFolders } = replica;
  const named = context.args.map((name) => [name, ownFolderNamed(localFolders, name)] as const);
  for (const [name, folder] of named)
    if (folder === undefined) requireUnlike(name, ownFolders(localFolders).map(asNamed), noun);
  const all = [...new Set(named.flatMap(([, folder]) => folder ?? []))];
  const changes = all.flatMap((folder) => [...folderDeleted(localFolders, folder)]);
  await putFolders(context, replica, new Map(changes));
  // Those that stood first are put back first.
  const inOrder = all.toSorted((one, other) => numberOf(replica, one) - numberOf(replica, other));
  const undo = wayBack(context, ...inOrder.flatMap((folder) => additionOf(replica, folder)));
  const names = all.map(({ name }) => `“${name}”`).join(", ");
  const what = `${all.length === 1 ? "the folder" : "the folders"} ${names}`;
  const absences = named.flatMap(([name, folder]) =>
    folder === undefined ? [`There is no folder “${name}”.`] : [],
  );
  tellDeleted(context, { what, absences, undo }, ...all.map(({ name }) => ({ name })));
}

/** The commands that make the folder again, with its streams and in its place. */
function additionOf(replica: Replica, folder: OwnFolder): readonly Command[] {
  const { name } = folder;
  const number = numberOf(replica, folder);
  const addition = { verb: "folders add", args: [name, ...titles(streamsIn(replica, folder))] };
  const isLast = number === ownFolders(replica.localFolders).length;
  return isLast ? [addition] : [addition, { verb: "folders move", args: [name, `${number}`] }];
}
