/**
 * The body of a request: names with their texts, and files where the form has parts. It is read up to a limit: no
 * request takes more memory than that, whoever sends it.
 */
import { largestMebibytes, mebibyte, type Upload } from "#realm/state/files.ts";
import { isAuthentic } from "./credentials.ts";
import { Refusal } from "./failures.ts";
import type { Carried } from "./parameters.ts";
import type { Server } from "./server.ts";

export type Form = Carried & {
  /** One for each name: of files with one name the last is meant. */
  readonly files: readonly Upload[];
};

/** The longest message takes 120 KB when every letter is escaped. */
const plainLimit = 2 * mebibyte;
/** A file, and the names and borders around it. */
const fileLimit = (largestMebibytes + 1) * mebibyte;

function contentType({ headers }: Request): string {
  return headers.get("content-type") ?? "";
}

/** A body of any other kind is not read. Throws a `Refusal` for one that is too large. */
export async function readForm(server: Server, request: Request): Promise<Form> {
  const query = new URL(request.url).searchParams;
  const hasParts = /^multipart\/form-data/i.test(contentType(request));
  // The size of a file only for somebody whose credentials are good.
  const { people } = server.state;
  const isUpload = hasParts && isAuthentic(people, request, server.level);
  const limit = isUpload ? fileLimit : plainLimit;
  if (hasParts) return { query, ...(await readParts(request, limit)) };
  const isForm = /^application\/x-www-form-urlencoded/i.test(contentType(request));
  const body = isForm ? new TextDecoder().decode(await readBody(request, limit)) : "";
  return { query, form: new URLSearchParams(body), files: [] };
}

async function readParts(request: Request, limit: number): Promise<Pick<Form, "form" | "files">> {
  const form = new URLSearchParams();
  const files = new Map<string, Upload>();
  for (const [name, value] of await partsOf(request, limit)) {
    if (typeof value === "string") form.append(name, value);
    else {
      const fileName = nameOf(value);
      const bytes = new Uint8Array(await value.arrayBuffer());
      if (fileName !== "") files.set(name, { name: fileName, type: value.type, bytes });
    }
  }
  return { form, files: [...files.values()] };
}

const longestName = 255;

/** The last step of a path, without what cannot be seen; empty where that is no name: then there is no file. */
function nameOf({ name: written }: File): string {
  const last = written.split(/[/\\]/).at(-1) ?? "";
  const name = last.replace(/[[\p{C}\p{Z}]--[ ]]/gv, "");
  if (/^\.{0,2}$/.test(name)) return "";
  const ending = /(?<=.)\.[^.]*$/su.exec(name)?.[0].slice(0, longestName) ?? "";
  return name.length <= longestName ? name : name.slice(0, longestName - ending.length) + ending;
}

/** None when the parts cannot be told from each other. */
async function partsOf(
  request: Request,
  limit: number,
): Promise<Iterable<[string, string | File]>> {
  const body = await readBody(request, limit);
  try {
    return await new Response(body, {
      headers: { "content-type": contentType(request) },
    }).formData();
  } catch {
    return [];
  }
}

function tooLarge(limit: number): Refusal {
  return new Refusal(`The request is too large (limit: ${limit / mebibyte} MiB).`, { status: 413 });
}

/** Throws a `Refusal` before anything is read if the length that is told exceeds the limit, else at the limit. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length")) > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
