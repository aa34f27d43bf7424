/** Uploaded files: storing them, access, and links from messages. */

import { percentDecoded } from "#base/outside-url.ts";
import { below } from "#base/random.ts";
import { sorted } from "#base/sorted.ts";
import { randomText } from "#realm/credentials.ts";
import { Refusal } from "#realm/failures.ts";
import { mayRead } from "#realm/permissions.ts";
import { announceTo, commit, type Server } from "#realm/server.ts";
import {
  largestMebibytes,
  mebibyte,
  realmId,
  type SharedFile,
  spaceUsed,
  type Upload,
} from "#realm/state/files.ts";
import type { Person } from "#realm/state/people.ts";
import { since } from "#wire/levels.ts";

/** Stores it, and tells its owner. */
export function storeFile(server: Server, person: Person, uploaded: Upload): SharedFile {
  const { random, clock, state } = server;
  const { name } = uploaded;
  const secret = `${below(random, 256).toString(16)}/${randomText(random, 24)}`;
  const file: SharedFile = {
    id: state.newest.file + 1,
    name,
    path: `${realmId}/${secret}/${nameInPath(name)}`,
    type: uploaded.type === "" ? "application/octet-stream" : uploaded.type,
    size: uploaded.bytes.byteLength,
    base64: Buffer.from(uploaded.bytes).toString("base64"),
    ownerId: person.id,
    createdAt: Math.floor(clock.now() / 1000) * 1000,
  };
  commit(server, { kind: "file added", file });
  announceFile(server, person.id, "add", attachmentView(server, file));
  return file;
}

export function requireRoom(size: number): void {
  if (size > largestMebibytes * mebibyte) {
    const limit = `${largestMebibytes} MiB`;
    throw new Refusal(
      `File is larger than this server's configured maximum upload size (${limit}).`,
    );
  }
}

/** A file name for URLs: letters, digits, dots and hyphens. */
function nameInPath(name: string): string {
  const plain = name.normalize("NFKC").replace(/[^\p{L}\p{N}_\s.-]/gu, "");
  const joined = plain.trim().replace(/[-\s]+/g, "-");
  return /^\.{0,2}$/.test(joined) ? "uploaded-file" : joined;
}

export function announceFile(
  server: Server,
  userId: number,
  op: "add" | "update" | "remove",
  file: object,
): void {
  announceTo(server, userId, "attachment", {
    op,
    attachment: file,
    upload_space_used: spaceUsed(server.state.files),
  });
}

/** The owner, and everybody who may read a message that links to it. */
export function mayOpen(server: Server, person: Person, file: SharedFile): boolean {
  if (file.ownerId === person.id) return true;
  const { files, messages } = server.state;
  return [...(files.linkedBy.get(file.id) ?? [])].some((id) => {
    const message = messages.byId.get(id);
    return message !== undefined && mayRead(server, person, message);
  });
}

/** The IDs of the files that a text links to, if the person may open them. */
export function filesLinked(server: Server, person: Person, content: string): readonly number[] {
  if (!content.includes("user_uploads/")) return [];
  const files = server.render(content).uploads.flatMap((path) => fileAt(server, path) ?? []);
  const allowed = files.filter((file) => mayOpen(server, person, file));
  return [...new Set(allowed.map(({ id }) => id))];
}

/** `path` is relative to `/user_uploads/` and may be percent-encoded. */
export function fileAt({ state }: Server, path: string): SharedFile | undefined {
  const { byPath } = state.files;
  return byPath.get(path) ?? byPath.get(percentDecoded(path));
}

/** Announces to a message's author that it links to these files. */
export function announceLinked(server: Server, userId: number, ids: readonly number[]): void {
  for (const id of ids) {
    const file = server.state.files.byId.get(id);
    if (file !== undefined) announceFile(server, userId, "update", attachmentView(server, file));
  }
}

export function attachmentView({ level, state }: Server, file: SharedFile) {
  const linking = sorted(state.files.linkedBy.get(file.id) ?? []);
  const messages = linking.flatMap((id) => state.messages.byId.get(id) ?? []);
  const unitMs = level < since.attachmentSeconds ? 1 : 1000;
  return {
    id: file.id,
    name: file.name,
    path_id: file.path,
    size: file.size,
    create_time: Math.floor(file.createdAt / unitMs),
    ...(level < since.attachmentMessageIds
      ? {
          messages: messages.map(({ id, sentAt }) => ({ id, date_sent: (sentAt * 1000) / unitMs })),
        }
      : { message_ids: messages.map(({ id }) => id) }),
  };
}

/** The files that the message links to. */
export function linkedFiles({ state }: Server, messageId: number): readonly number[] {
  return [...state.files.linkedBy].flatMap(([id, messages]) =>
    messages.has(messageId) ? [id] : [],
  );
}

/** Those of the person to which no message links any more. */
export function detachedFiles(server: Server, ownerId: number, ids: readonly number[]) {
  const { byId, linkedBy } = server.state.files;
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .filter((file) => file.ownerId === ownerId && linkedBy.get(file.id)?.size === 0)
    .map((file) => attachmentView(server, file));
}
