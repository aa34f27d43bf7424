/**
 * Parses request bodies: texts by name, and the files of multipart forms. The size is limited: no request takes more
 * memory than that.
 */
import { largestMebibytes, mebibyte, type Upload } from "#realm/state/files.ts";
import { isAuthentic } from "./credentials.ts";
import { Refusal } from "./failures.ts";
import type { Carried } from "./parameters.ts";
import type { Server } from "./server.ts";

export type Form = Carried & {
  /** One per name: the last one of several. */
  readonly files: readonly Upload[];
};

/** The longest message takes 120 KB if every character is escaped. */
const plainLimit = 2 * mebibyte;
/** A file with its headers and boundaries. */
const fileLimit = (largestMebibytes + 1) * mebibyte;

function contentType({ headers }: Request): string {
  return headers.get("content-type") ?? "";
}

/** Bodies of other types are not read. Throws a `Refusal` if the body is too large. */
export async function readForm(server: Server, request: Request): Promise<Form> {
  const query = new URL(request.url).searchParams;
  const hasParts = /^multipart\/form-data/i.test(contentType(request));
  // The larger limit requires valid credentials.
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

/** The base name without invisible characters; empty if invalid, which means no file. */
function nameOf({ name: written }: File): string {
  const last = written.split(/[/\\]/).at(-1) ?? "";
  const name = last.replace(/[[\p{C}\p{Z}]--[ ]]/gv, "");
  if (/^\.{0,2}$/.test(name)) return "";
  const ending = /(?<=.)\.[^.]*$/su.exec(name)?.[0].slice(0, longestName) ?? "";
  return name.length <= longestName ? name : name.slice(0, longestName - ending.length) + ending;
}

/** Empty if the body is not a valid multipart form. */
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

/** Throws a `Refusal`: immediately if the declared length exceeds the limit, else when it is reached. */
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
