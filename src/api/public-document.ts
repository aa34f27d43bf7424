/**
 * Fetches public documents, such as a server's emoji names, without credentials and from any origin.
 *
 * The URL comes from the server and is not trusted: redirects are not followed, and an https server cannot make weir
 * connect over plain http.
 */
import type { Clock } from "#base/clock.ts";
import { expectWhole, unusable } from "./classify.ts";
import { timed } from "./connection.ts";
import type { Network } from "./http.ts";

/**
 * The text of the document at `address`, which may be relative to the account's server.
 * Rejects with an ApiError, or with the reason of the caller's signal.
 */
export type FetchDocument = (address: string, signal: AbortSignal) => Promise<string>;

export type DocumentOptions = {
  /** The account's server. */
  readonly site: string;
  /** Connections to one origin, without client certificates; they are closed after each document. */
  readonly open: (origin: string) => Promise<Network>;
  readonly clock: Clock;
  readonly userAgent: string;
};

const deadlineMs = 30_000;
const limitMb = 4;

export function documentFetcher({ site, open, clock, userAgent }: DocumentOptions): FetchDocument {
  return async (address, signal) => {
    const url = allowed(address, site);
    const network = await open(url.origin);
    try {
      const headers = { "user-agent": userAgent, accept: "application/json" };
      const request = { method: "GET", url: url.href, headers, body: undefined, limitMb };
      const answer = await timed(network.send, clock, request, deadlineMs, signal);
      expectWhole(answer);
      return answer.text;
    } finally {
      await network.close();
    }
  };
}

/** The address as a URL that may be asked. Throws an ApiError for any other. */
export function allowed(address: string, site: string): URL {
  const base = new URL(site);
  const url = URL.parse(address, base);
  if (url === null) throw unusable("its address is not a URL");
  const isEncrypted = url.protocol === "https:";
  if (!isEncrypted && (url.protocol !== "http:" || base.protocol !== "http:"))
    throw unusable("its address does not begin with https");
  if (url.username !== "" || url.password !== "") throw unusable("its address contains a password");
  return url;
}
