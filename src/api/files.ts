/**
 * Downloads files that people shared.
 *
 * The API gives a link that needs no credentials, so none are sent: the link may lead to a storage elsewhere.
 */
import type { Clock } from "#base/clock.ts";
import {
  uploadFile as endpoint,
  getFileLink,
  getAttachments as listed,
} from "#wire/endpoints/files.ts";
import type { MessageId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { read } from "#wire/read.ts";
import { expectWhole, unusable } from "./classify.ts";
import { type CallOptions, type Connection, timed } from "./connection.ts";
import type { Streamed } from "./multipart.ts";
import { allowed, type DocumentOptions } from "./public-document.ts";
import { type Resumption, resumableFrom, uploadResumably } from "./resumable.ts";

/** GET /user_uploads/{realm_id}/{path}: a link that is valid for a minute; it may be relative to the server. */
export async function fileLink(
  connection: Connection,
  file: { readonly realm_id: string; readonly path: string },
  options?: CallOptions,
): Promise<string> {
  const answer = await connection.call(getFileLink, file, { priority: "interactive", ...options });
  return answer.url;
}

/** Resolves when the last part of the file was consumed. Rejects with an ApiError, or with the reason of the signal. */
export type DownloadFile = (
  address: string,
  take: (part: Uint8Array) => Promise<void>,
  options?: {
    /** Megabytes; 200 when absent. */
    readonly limitMb?: number;
    readonly signal?: AbortSignal;
    /** Nobody asked for it: rejects with a StoredElsewhere instead of connecting to another origin than the account's. */
    readonly isUnasked?: boolean;
  },
) => Promise<void>;

/** The link to a file, or a redirect, leads to another origin. */
export class StoredElsewhere extends Error {}

const deadlineMs = 180_000;
const usualLimitMb = 200;
const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

export function fileDownloader({ site, open, clock, userAgent }: DocumentOptions): DownloadFile {
  const get = async (
    url: URL,
    take: (part: Uint8Array) => Promise<void>,
    { limitMb = usualLimitMb, signal }: NonNullable<Parameters<DownloadFile>[2]>,
  ) => {
    const network = await open(url.origin);
    try {
      const headers = { "user-agent": userAgent };
      const request = { method: "GET", url: url.href, headers, body: undefined, limitMb };
      return await timed(network.send, clock, { ...request, take }, deadlineMs, signal);
    } finally {
      await network.close();
    }
  };
  return async (address, take, options = {}) => {
    const target = (link: string) => {
      const url = allowed(link, site);
      if (options.isUnasked && url.origin !== new URL(site).origin) throw new StoredElsewhere();
      return url;
    };
    let url = target(address);
    for (let followed = 0; ; followed += 1) {
      const answer = await get(url, take, options);
      const next = redirects.has(answer.status) ? answer.headers["location"] : undefined;
      if (next === undefined) {
        expectWhole(answer);
        return;
      }
      if (followed >= maxRedirects) throw unusable("there are too many redirects");
      url = target(new URL(next, url).href);
    }
  };
}

/** GET {realm}/user_uploads/thumbnail/{realm_id}/{path}/{format}. Rejects with an ApiError if there is none. */
export async function fetchThumbnail(
  connection: Connection,
  { realm_id, path }: { readonly realm_id: string; readonly path: string },
  format: string,
  take: (part: Uint8Array) => Promise<void>,
  options: { readonly limitMb: number; readonly signal?: AbortSignal },
): Promise<void> {
  const steps = ["user_uploads", "thumbnail", realm_id, ...path.split("/"), format];
  await connection.file(steps, take, options);
}

// The calls that upload a file, and list the uploaded ones.

type UploadOptions = CallOptions & {
  readonly clock: Clock;
  /** Where an earlier attempt of the same upload has got to. */
  readonly resumption?: Resumption;
};

/** Resolves with the file's path below the realm's root; undefined if the response has none. LEVEL(295): a large one survives a lost line. */
export async function uploadFile(
  connection: Connection,
  file: Streamed,
  options: UploadOptions,
): Promise<string | undefined> {
  if (connection.level() >= since.resumableUploads && file.size >= resumableFrom) {
    const answer = await uploadResumably(connection, file, options);
    if (answer !== "unsupported") return urlIn(answer);
  }
  const { url, uri } = await connection.call(endpoint, {}, { ...options, file });
  return url ?? uri;
}

function urlIn(answer: string): string | undefined {
  const reading = read(endpoint.answer, JSON.parse(answer), "", []);
  return reading.kind === "read" ? reading.value.url : undefined;
}

/** A file on the server. */
export type StoredFile = {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Below `/user_uploads/`. */
  readonly path: string;
  /** UNIX milliseconds. */
  readonly createdAt: number;
  /** The messages that link to it. */
  readonly messageIds: readonly MessageId[];
};

/** GET /attachments: the user's own files. */
export async function getAttachments(
  connection: Connection,
  options: CallOptions,
): Promise<readonly StoredFile[]> {
  const { attachments } = await connection.call(listed, {}, options);
  const unitMs = connection.level() < since.attachmentSeconds ? 1 : 1000;
  return attachments.map((file) => ({
    name: file.name,
    size: file.size,
    path: file.path_id,
    createdAt: file.create_time * unitMs,
    messageIds: file.message_ids ?? (file.messages ?? []).map(({ id }) => id),
  }));
}
