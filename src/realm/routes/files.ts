/** Uploaded files: their routes, access, and links from messages. */

import { allEmoji } from "#emoji/catalogue.ts";
import {
  announceFile,
  attachmentView,
  fileAt,
  mayOpen,
  requireRoom,
  storeFile,
} from "#realm/actions/files.ts";
import { noSuchFile, notYourFile } from "#realm/answers.ts";
import { authenticate, randomText } from "#realm/credentials.ts";
import { Refusal } from "#realm/failures.ts";
import { action, type RouteRequest, route } from "#realm/route.ts";
import { commit, type Server } from "#realm/server.ts";
import { bytesOf, type SharedFile, spaceUsed } from "#realm/state/files.ts";
import type { Person } from "#realm/state/people.ts";
import * as wire from "#wire/endpoints/files.ts";

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

/** The file of a temporary link; undefined if expired. */
function fileBehind({ fileLinks, clock, state }: Server, token: string) {
  const link = fileLinks.get(token);
  if (link === undefined || link.until <= clock.elapsed()) return undefined;
  return state.files.byId.get(link.fileId);
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
    answer: (server, request, [path = ""]) => answerWithFile(server, request, path, "attachment"),
  },
  {
    // The file itself: it is small enough for a demo.
    path: /^\/user_uploads\/thumbnail\/(\d+\/.+)\/[^/]+$/,
    answer: (server, request, [path = ""]) => answerWithFile(server, request, path),
  },
  {
    path: /^\/user_uploads\/(\d+\/.+)$/,
    answer: (server, request, [path = ""]) => answerWithFile(server, request, path),
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
    const match = path.exec(pathname);
    if (match !== null) return answer(server, request, match.slice(1));
  }
  return undefined;
}

type Disposition = "inline" | "attachment";

function answerWithFile(
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
