/** Reads the bodies of requests, up to a limit: no request takes more memory than that, whoever sends it. */
import { mebibyte } from "#realm/state/files.ts";
import { largestMebibytes } from "./actions/files.ts";
import { isAuthentic } from "./credentials.ts";
import { Refusal } from "./failures.ts";
import type { Server } from "./server.ts";

/** The longest message takes 120 KB when every letter is escaped. */
const plainLimit = 2 * mebibyte;
/** A file, and the names and borders around it. */
const fileLimit = (largestMebibytes + 1) * mebibyte;

/** Bytes that a body may have: those of a file only for somebody whose credentials are good. */
export function bodyLimit({ state, level }: Server, request: Request, hasParts: boolean): number {
  return hasParts && isAuthentic(state.people, request, level) ? fileLimit : plainLimit;
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
