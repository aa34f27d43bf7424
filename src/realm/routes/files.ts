/** Uploaded files: their routes, access, and links from messages. */

import { percentDecoded } from "#base/outside-url.ts";
import { below } from "#base/random.ts";
import { allEmoji } from "#emoji/catalogue.ts";
import { mayRead } from "#realm/actions/permissions.ts";
import { noSuchFile, notYourFile } from "#realm/answers.ts";
import { authenticate, randomText } from "#realm/credentials.ts";
import { Refusal } from "#realm/failures.ts";
import { announceTo, commit, type Server } from "#realm/server.ts";
import {
  bytesOf,
  largestMebibytes,
  mebibyte,
  realmId,
  type SharedFile,
  spaceUsed,
  type Upload,
} from "#realm/state/files.ts";
import type { Person } from "#realm/state/people.ts";
import * as wire from "#wire/endpoints/files.ts";
import { since } from "#wire/levels.ts";
import { action, type RouteRequest, route } from "./route.ts";

export const routes = [
  route(wire.uploadFile, (request) => {
    const { path, name } = upload(request);
    const url = `/user_uploads/${path}`;
    return { url, uri: url, filename: name };
  }),
  /** Refusals are HTML, as for the file itself. */
  route(wire.getFileLink, ({ server, person, pathText }) => {
    const file = fileAt(server, `${pathText("realm_id")}/${pathText("path")}`);
    if (file === undefined) return noSuchFile();
    if (!mayOpen(server, person, file)) return notYourFile();
    return { url: temporaryPath(server, file) };
  }),
  route(wire.getAttachments, ({ server, person }) => ({
    attachments: [...server.state.files.byId.values()]
      .filter(({ ownerId }) => ownerId === person.id)
      .map((file) => attachmentView(server, file)),
    upload_space_used: spaceUsed(server.state.files),
  })),
  action(wire.deleteAttachment, ({ server, person, id }) => {
    const file = server.state.files.byId.get(id);
    if (file === undefined || file.ownerId !== person.id) throw new Refusal("Invalid attachment");
    commit(server, { kind: "file deleted", fileId: id });
    announceFile(server, person.id, "remove", { id });
  }),
];

/** Returns the new file; the form must contain exactly one. */
function upload({ server, person, files }: RouteRequest): SharedFile {
  const [uploaded, ...more] = files;
  if (more.length > 0) throw new Refusal("You may only upload one file at a time");
  if (uploaded === undefined) throw new Refusal("You must specify a file to upload");
  requireRoom(uploaded.bytes.byteLength);
  return storeFile(server, person, uploaded);
}

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

const linkLifeMs = 60_000;

/** A path that opens the file without credentials for a minute. */
function temporaryPath({ fileLinks, clock, random }: Server, file: SharedFile): string {
  for (const [token, { until }] of fileLinks) {
    if (until <= clock.elapsed()) fileLinks.delete(token);
  }
  const token = randomText(random, 40);
  fileLinks.set(token, { fileId: file.id, until: clock.elapsed() + linkLifeMs });
  return `/user_uploads/temporary/${token}/${file.path.split("/").at(-1)}`;
}

// Uploaded files: access, and links from messages.

function announceFile(
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
function mayOpen(server: Server, person: Person, file: SharedFile): boolean {
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
  const own = files.filter((file) => mayOpen(server, person, file));
  return [...new Set(own.map(({ id }) => id))];
}

/** `path` is relative to `/user_uploads/` and may be percent-encoded. */
function fileAt({ state }: Server, path: string): SharedFile | undefined {
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

/** The file of a temporary link; undefined if expired. */
function fileBehind({ fileLinks, clock, state }: Server, token: string) {
  const link = fileLinks.get(token);
  if (link === undefined || link.until <= clock.elapsed()) return undefined;
  return state.files.byId.get(link.fileId);
}

function attachmentView({ level, state }: Server, file: SharedFile) {
  const linking = [...(state.files.linkedBy.get(file.id) ?? [])].sort((a, b) => a - b);
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

// Paths outside the API: uploaded files, images, and the emoji table.

/** A page and its paths, which are percent-encoded. */
type Page = {
  readonly path: RegExp;
  /** Throws a Refusal for invalid credentials. */
  readonly answer: (server: Server, request: Request, steps: readonly string[]) => Response;
};

const pages: readonly Page[] = [
  {
    path: /^\/user_uploads\/temporary\/([^/]+)\/[^/]*$/,
    answer: (server, _request, [token = ""]) => {
      const file = fileBehind(server, token);
      if (file === undefined) throw new Refusal("Invalid token");
      return shared(file, dispositionOf(file));
    },
  },
  {
    path: /^\/user_uploads\/download\/(\d+\/.+)$/,
    answer: (server, request, [path = ""]) => opened(server, request, path, "attachment"),
  },
  {
    // The file itself: it is small enough for a demo.
    path: /^\/user_uploads\/thumbnail\/(\d+\/.+)\/[^/]+$/,
    answer: (server, request, [path = ""]) => opened(server, request, path),
  },
  {
    path: /^\/user_uploads\/(\d+\/.+)$/,
    answer: (server, request, [path = ""]) => opened(server, request, path),
  },
  {
    path: /^\/static\/images\/[\w-]+\.svg$/,
    answer: () => new Response(logo, { headers: { "content-type": "image/svg+xml" } }),
  },
  {
    path: /^\/static\/emoji\.json$/,
    answer: () => {
      const names = allEmoji().map(({ code, name, aliases }) => [code, [name, ...aliases]]);
      return Response.json({ code_to_names: Object.fromEntries(names) });
    },
  },
];

/** The realm's only image: water over a weir. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32"><path d="M2 10h12q6 0 6 6v8h10" fill="none" stroke="#3a7ca5" stroke-width="4"/></svg>`;

/** Undefined for other paths. Throws a Refusal for invalid credentials. */
export function pageAt(server: Server, request: Request): Response | undefined {
  const { pathname } = new URL(request.url);
  for (const { path, answer } of pages) {
    const found = path.exec(pathname);
    if (found !== null) return answer(server, request, found.slice(1));
  }
  return undefined;
}

type Disposition = "inline" | "attachment";

function opened(
  server: Server,
  request: Request,
  path: string,
  disposition?: Disposition,
): Response {
  const person = visitor(server, request);
  if (person === undefined)
    return new Response(null, { status: 302, headers: { location: "/login/" } });
  const file = fileAt(server, path);
  if (file === undefined) return noSuchFile();
  if (!mayOpen(server, person, file)) return notYourFile();
  return shared(file, disposition ?? dispositionOf(file));
}

/** Undefined without credentials. */
function visitor({ state, level }: Server, request: Request): Person | undefined {
  const header = request.headers.get("authorization");
  return header === null ? undefined : authenticate(state.people, header, level);
}

/** Types that browsers may display; all others are downloaded. */
const shown = /^(?:application\/pdf|audio\/.+|video\/.+|image\/(?:apng|avif|gif|jpeg|png|webp))$/;

function dispositionOf({ type }: SharedFile): Disposition {
  return shown.test(type) ? "inline" : "attachment";
}

function shared(file: SharedFile, disposition: Disposition): Response {
  const name = file.path.split("/").at(-1) ?? "";
  const isPlain = /^[\w.-]+$/.test(name);
  const filename = isPlain ? `filename="${name}"` : `filename*=utf-8''${encodeURIComponent(name)}`;
  return new Response(bytesOf(file), {
    headers: {
      "content-type": file.type,
      "content-disposition": `${disposition}; ${filename}`,
      "x-content-type-options": "nosniff",
    },
  });
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
