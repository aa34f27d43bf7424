/** Sharing files: bringing them, linking to them from messages, reading and deleting them. */
import { below } from "#base/random.ts";
import { Refusal } from "#realm/failures.ts";
import { percentDecoded } from "#realm/percent.ts";
import { announceTo, commit, type Server } from "#realm/server.ts";
import { mebibyte, realmId, type SharedFile, spaceUsed, type Upload } from "#realm/state/files.ts";
import type { Person } from "#realm/state/people.ts";
import { mayRead } from "#realm/state/state.ts";
import { attachmentView } from "#realm/views/attachment.ts";
import { randomText } from "./random-text.ts";

export const largestMebibytes = 25;

/** Gives the new file; `files` are those of the form, of which there must be one. */
export function upload(server: Server, person: Person, files: readonly Upload[]): SharedFile {
  const [given, ...more] = files;
  if (more.length > 0) throw new Refusal("You may only upload one file at a time");
  if (given === undefined) throw new Refusal("You must specify a file to upload");
  requireRoom(given.bytes.byteLength);
  const { random, clock, state } = server;
  const { name } = given;
  const secret = `${below(random, 256).toString(16)}/${randomText(random, 24)}`;
  const file: SharedFile = {
    id: state.newest.file + 1,
    name,
    path: `${realmId}/${secret}/${nameInPath(name)}`,
    type: given.type === "" ? "application/octet-stream" : given.type,
    size: given.bytes.byteLength,
    base64: Buffer.from(given.bytes).toString("base64"),
    ownerId: person.id,
    createdAt: Math.floor(clock.now() / 1000) * 1000,
  };
  commit(server, { kind: "file added", file });
  tell(server, person.id, "add", attachmentView(server, file));
  return file;
}

function requireRoom(size: number): void {
  if (size > largestMebibytes * mebibyte) {
    const limit = `${largestMebibytes} MiB`;
    throw new Refusal(
      `File is larger than this server's configured maximum upload size (${limit}).`,
    );
  }
}

/** A name as addresses have it: letters, digits, points and hyphens. */
function nameInPath(name: string): string {
  const plain = name.normalize("NFKC").replace(/[^\p{L}\p{N}_\s.-]/gu, "");
  const joined = plain.trim().replace(/[-\s]+/g, "-");
  return /^\.{0,2}$/.test(joined) ? "uploaded-file" : joined;
}

function tell(server: Server, userId: number, op: "add" | "update" | "remove", file: object): void {
  announceTo(server, userId, "attachment", {
    op,
    attachment: file,
    upload_space_used: spaceUsed(server.state.files),
  });
}

/** Its owner, and whoever may read a message that links to it. */
export function mayOpen({ state }: Server, person: Person, file: SharedFile): boolean {
  if (file.ownerId === person.id) return true;
  return [...(state.files.linkedBy.get(file.id) ?? [])].some((id) => {
    const message = state.messages.byId.get(id);
    return message !== undefined && mayRead(state, person, message);
  });
}

/** The files that a text of the person's links to, by ID; those that they may not open are none of theirs to show. */
export function filesLinked(server: Server, person: Person, content: string): readonly number[] {
  if (!content.includes("user_uploads/")) return [];
  const files = server.render(content).uploads.flatMap((path) => fileAt(server, path) ?? []);
  const own = files.filter((file) => mayOpen(server, person, file));
  return [...new Set(own.map(({ id }) => id))];
}

/** `path` begins behind `/user_uploads/`; it may be percent-encoded. */
export function fileAt({ state }: Server, path: string): SharedFile | undefined {
  const { byPath } = state.files;
  return byPath.get(path) ?? byPath.get(percentDecoded(path));
}

/** Tells whoever wrote a message that these files are linked from it. */
export function tellLinked(server: Server, userId: number, ids: readonly number[]): void {
  for (const id of ids) {
    const file = server.state.files.byId.get(id);
    if (file !== undefined) tell(server, userId, "update", attachmentView(server, file));
  }
}

export function filesOf({ state }: Server, person: Person): readonly SharedFile[] {
  return [...state.files.byId.values()].filter(({ ownerId }) => ownerId === person.id);
}

export function deleteFile(server: Server, person: Person, id: number): void {
  const file = server.state.files.byId.get(id);
  if (file === undefined || file.ownerId !== person.id) throw new Refusal("Invalid attachment");
  commit(server, { kind: "file deleted", fileId: id });
  tell(server, person.id, "remove", { id });
}

const linkLifeMs = 60_000;

/** A path below the realm's root that opens the file without credentials, for a minute. */
export function temporaryPath({ fileLinks, clock, random }: Server, file: SharedFile): string {
  for (const [token, { until }] of fileLinks) {
    if (until <= clock.elapsed()) fileLinks.delete(token);
  }
  const token = randomText(random, 40);
  fileLinks.set(token, { fileId: file.id, until: clock.elapsed() + linkLifeMs });
  return `/user_uploads/temporary/${token}/${file.path.split("/").at(-1)}`;
}

/** The file behind a link that still works. */
export function fileBehind({ fileLinks, clock, state }: Server, token: string) {
  const link = fileLinks.get(token);
  if (link === undefined || link.until <= clock.elapsed()) return undefined;
  return state.files.byId.get(link.fileId);
}
