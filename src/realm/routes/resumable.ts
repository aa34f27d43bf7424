/** Uploads that go on where a lost line broke them off, as tus 1.0 describes them. They are not persisted. */
import { requireRoom, storeFile } from "#realm/actions/files.ts";
import { authenticate, randomText } from "#realm/credentials.ts";
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";

/** Begins an upload (POST), says how much of it is there (HEAD), or takes more of it (PATCH). */
export async function resumableAt(server: Server, request: Request): Promise<Response> {
  const header = request.headers.get("authorization") ?? undefined;
  const person = authenticate(server.state.people, header, server.level);
  const { pathname } = new URL(request.url);
  const id = pathname.slice(root.length + 1);
  const given = (name: string) => request.headers.get(name) ?? "";
  if (request.method === "POST" && id === "") {
    const size = Number(given("upload-length"));
    requireRoom(size);
    const facts = new Map(given("upload-metadata").split(",").map(factIn));
    const name = facts.get("filename") ?? "uploaded-file";
    const begun = { ownerId: person.id, name, type: facts.get("filetype") ?? "", size };
    const place = randomText(server.random, 24);
    server.uploads.set(place, { ...begun, parts: [], length: 0 });
    return empty(201, { location: `${root}/${place}` });
  }
  const upload = server.uploads.get(id);
  if (upload?.ownerId !== person.id) return empty(404);
  if (request.method === "HEAD") return empty(200, { "upload-offset": `${upload.length}` });
  if (request.method !== "PATCH") return empty(405);
  if (Number(given("upload-offset")) !== upload.length) return empty(409);
  // What arrived before the line was cut stays.
  for await (const part of request.body ?? []) {
    upload.parts.push(part);
    upload.length += part.length;
    if (upload.length > upload.size) throw new Refusal("More than was announced");
  }
  if (upload.length < upload.size) return empty(204, { "upload-offset": `${upload.length}` });
  const bytes = Buffer.concat(upload.parts, upload.length);
  server.uploads.delete(id);
  const { path, name } = storeFile(server, person, { ...upload, bytes });
  return Response.json({ url: `/user_uploads/${path}`, filename: name });
}

const root = "/api/v1/tus";

function empty(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { ...headers, "tus-resumable": "1.0.0" } });
}

/** A name, and its value in Base64. */
function factIn(pair: string): readonly [string, string] {
  const [name = "", text = ""] = pair.trim().split(" ");
  return [name, Buffer.from(text, "base64").toString()];
}
