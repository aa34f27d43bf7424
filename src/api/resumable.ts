/**
 * Uploads that go on where a lost line broke them off, as tus 1.0 describes them.
 *
 * A server has all of a file or a part of it from its beginning; it says how much when it is asked.
 */
import type { Clock } from "#base/clock.ts";
import type { CallOptions, Connection, RawRequest } from "./connection.ts";
import { ApiError, type Failure } from "./failure.ts";
import type { Streamed } from "./multipart.ts";
import type { HttpAnswer } from "./transport.ts";

/** What an upload has got to. It is filled in, so that a later attempt with the same one goes on from there. */
export type Resumption = {
  /** The path of the upload below the server's address, once it has begun. */
  location?: string | undefined;
  /** How many bytes the server was known to have. */
  offset: number;
};

type Ports = CallOptions & { readonly clock: Clock; readonly resumption?: Resumption };

/** Smaller files are sent again as a whole. */
export const resumableFrom = 1_048_576;

/** How long the line is left alone after it was lost. */
const pauseMs = 2_000;

/**
 * Resolves with the body of the last answer, or with `unsupported` if the server does not take such uploads. After a loss
 * it goes on for as long as each attempt brings the server more of the file; then it rejects with an ApiError. If all was
 * sent, and its answer lost, it rejects, too: the file may be among the stored ones, and is not sent twice.
 */
export async function uploadResumably(
  connection: Connection,
  file: Streamed,
  { clock, resumption = { offset: 0 }, ...options }: Ports,
): Promise<string | "unsupported"> {
  let lost: ApiError | undefined;
  for (let before = -1; ; before = resumption.offset) {
    const reading = { isDone: false };
    const read = { ...file, chunks: noting(file.chunks, reading) };
    try {
      return await attempt(connection, read, options, resumption, lost);
    } catch (error) {
      const isLost = error instanceof ApiError && /unreachable|broken/.test(error.failure.kind);
      const hasMore = resumption.location !== undefined && resumption.offset > before;
      if (!isLost || !hasMore) throw lost ?? error;
      lost = reading.isDone ? error : undefined;
      await clock.sleep(pauseMs, options.signal);
    }
  }
}

async function attempt(
  connection: Connection,
  file: Streamed,
  options: CallOptions,
  resumption: Resumption,
  lost: ApiError | undefined,
): Promise<string | "unsupported"> {
  if (resumption.location !== undefined) await askOffset(connection, options, resumption);
  // What is whole was answered with its place, which is not told again.
  if (resumption.offset >= file.size) resumption.location = undefined;
  if (resumption.location === undefined && lost !== undefined) throw lost;
  if (resumption.location === undefined) {
    const location = await begin(connection, file, options);
    if (location === undefined) return "unsupported";
    Object.assign(resumption, { location, offset: 0 });
  }
  const { location = "", offset } = resumption;
  const answer = await connection.raw(
    {
      method: "PATCH",
      path: location,
      headers: {
        ...version,
        "upload-offset": `${offset}`,
        "content-type": "application/offset+octet-stream",
        "content-length": `${file.size - offset}`,
      },
      body: withoutFirst(file.chunks, offset),
    },
    options,
  );
  if (answer.status >= 300) throw refusalOf(answer);
  resumption.location = undefined;
  return answer.text;
}

const version = { "tus-resumable": "1.0.0" } as const;

/** The time limit is that of the file; what has no body is answered at once. */
const brief = ({ deadlineMs: _, ...options }: CallOptions): CallOptions => options;

/** The path of a new upload; undefined if the server has no such uploads. */
async function begin(
  connection: Connection,
  { name, type, size }: Streamed,
  options: CallOptions,
): Promise<string | undefined> {
  const inBase64 = (text: string) => Buffer.from(text).toString("base64");
  const request: RawRequest = {
    method: "POST",
    path: "/api/v1/tus",
    headers: {
      ...version,
      "upload-length": `${size}`,
      "upload-metadata": `filename ${inBase64(name)},filetype ${inBase64(type)}`,
    },
  };
  const answer = await connection.raw(request, brief(options));
  if ([404, 405, 501].includes(answer.status)) return undefined;
  const { location } = answer.headers;
  if (answer.status >= 300 || location === undefined) throw refusalOf(answer);
  // The account's key goes nowhere else.
  const { href = "" } = URL.parse(location, `${connection.site}/api/v1/tus`) ?? {};
  return href.startsWith(`${connection.site}/`) ? href.slice(connection.site.length) : undefined;
}

/** An upload that the server does not know any more begins anew. */
async function askOffset(
  connection: Connection,
  options: CallOptions,
  resumption: Resumption,
): Promise<void> {
  const path = resumption.location ?? "";
  const request: RawRequest = { method: "HEAD", path, headers: version };
  const answer = await connection.raw(request, brief(options));
  const offset = Number(answer.headers["upload-offset"] ?? Number.NaN);
  if (answer.status < 300 && offset >= 0) resumption.offset = offset;
  else if ([403, 404, 410].includes(answer.status)) resumption.location = undefined;
  else throw refusalOf(answer);
}

/** The error for an answer that is none of the expected ones. The upload may be in use by an earlier request: 423. */
function refusalOf({ status, text }: HttpAnswer): ApiError {
  const failure: Failure =
    status >= 500 || status === 409 || status === 423 || status < 400
      ? { kind: "broken", sent: "maybe", status }
      : {
          kind: status === 401 ? "unauthorized" : "refused",
          sent: "no",
          status,
          code: undefined,
          sentence: sentenceIn(text) ?? `The server refused the file (status ${status}).`,
          extra: {},
        };
  return new ApiError(failure);
}

function sentenceIn(text: string): string | undefined {
  try {
    const { msg, message = msg } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return typeof message === "string" && message !== "" ? message : undefined;
  } catch {
    return undefined;
  }
}

function noting(chunks: Streamed["chunks"], reading: { isDone: boolean }): Streamed["chunks"] {
  return {
    async *[Symbol.asyncIterator]() {
      yield* chunks;
      reading.isDone = true;
    },
  };
}

function withoutFirst(chunks: Streamed["chunks"], count: number): Streamed["chunks"] {
  return {
    async *[Symbol.asyncIterator]() {
      let skipped = 0;
      for await (const chunk of chunks) {
        const rest = chunk.subarray(Math.min(chunk.length, count - skipped));
        skipped += chunk.length - rest.length;
        if (rest.length > 0) yield rest;
      }
    },
  };
}
