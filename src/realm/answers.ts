/** Answers as responses: the envelope around every body, and the few that have none. */

import { toJson } from "#realm/register/written.ts";
import type { Answer } from "#realm/routes/route.ts";
import { textAt, wordingAt } from "#wire/error-texts.ts";
import { Refusal } from "./failures.ts";
import type { Allowance } from "./rates.ts";

/** What nobody may keep: whatever is answered to a person. */
export const neverCache = {
  "cache-control": "max-age=0, no-cache, no-store, must-revalidate, private",
} as const;

/** On what else an answer depends than on its address; cookies are looked at where no key says who asks. */
export const vary = {
  keyed: { vary: "Accept-Language" },
  open: { vary: "Accept-Language, Cookie" },
} as const;

function tooMany({ retryAfter }: Allowance): Refusal {
  return new Refusal("API usage exceeded rate limit", {
    code: "RATE_LIMIT_HIT",
    status: 429,
    extra: { "retry-after": retryAfter },
  });
}

/** A success, with what was ignored if the level tells that. */
export function success(answer: Answer, ignored: readonly string[] | undefined): Response {
  const told = ignored === undefined || ignored.length === 0 ? {} : ignoredKey(ignored);
  const body = toJson({ result: "success", msg: "", ...answer, ...told });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

function ignoredKey(names: readonly string[]) {
  return { ignored_parameters_unsupported: names };
}

/** What went wrong, in the words of a level. */
export function failure(problem: Refusal, level: number, brand: string): Response {
  const newest = { ...problem, text: problem.message, code: problem.code || undefined };
  const { text, code, status, extra } = wordingAt(level, newest);
  const body = {
    result: "error",
    msg: text,
    ...extra,
    ...(typeof extra["desc"] === "string" ? { desc: textAt(level, extra["desc"]) } : {}),
    ...(code === undefined ? {} : { code }),
  };
  return Response.json(body, { status, headers: headersOf(problem, brand) });
}

function headersOf({ code, extra }: Refusal, brand: string): Record<string, string> {
  if (code === "UNAUTHORIZED") return { "www-authenticate": `Basic realm="${brand}"` };
  const wait = extra["retry-after"];
  return typeof wait === "number" ? { "retry-after": String(wait) } : {};
}

/** A fault of the realm itself. */
export function broken(): Response {
  return Response.json({ result: "error", msg: "Internal server error" }, { status: 500 });
}

/** What is left of an allowance is told with the answer, whatever that is; throws when nothing was left. */
export function spend(headers: Headers, allowance: Allowance | undefined): void {
  if (allowance === undefined) return;
  headers.set("x-ratelimit-limit", String(allowance.limit));
  headers.set("x-ratelimit-remaining", String(allowance.remaining));
  headers.set("x-ratelimit-reset", String(allowance.reset));
  if (!allowance.allowed) throw tooMany(allowance);
}

/** Headers of an answer that was not there yet when its asker was counted: the count is not told with it. */
export function arriveLate(headers: Headers): void {
  headers.set("vary", vary.open.vary);
  for (const name of ["limit", "remaining", "reset"]) headers.delete(`x-ratelimit-${name}`);
}

const html = { "content-type": "text/html; charset=utf-8" } as const;

function page(title: string, text: string): string {
  return `<!DOCTYPE html>\n<html lang="en">\n<head><title>${title}</title></head>\n<body><h1>${text}</h1></body>\n</html>\n`;
}

export function notFound(): Response {
  const headers = { ...html, ...vary.open };
  return new Response(page("Error", "Page not found (404)"), { status: 404, headers });
}

/** Of shared files, whose refusals are pieces of HTML. */
function refusedFile(status: number, text: string): Response {
  const headers = { ...html, ...neverCache, vary: "Accept, Accept-Language" };
  return new Response(`<p>${text}</p>`, { status, headers });
}

export function noSuchFile(): Response {
  return refusedFile(404, "This file does not exist or has been deleted.");
}

export function notYourFile(): Response {
  return refusedFile(403, "You are not authorized to view this file.");
}

/** JSON that calls itself HTML, as real servers send it; `more` are further headers. */
export function wrongMethod(allowed: readonly string[], more: Readonly<Record<string, string>>) {
  const body = { result: "error", msg: "Method Not Allowed", allowed_methods: allowed };
  return new Response(JSON.stringify(body), {
    status: 405,
    headers: { ...html, ...vary.open, ...more, allow: allowed.join(", ") },
  });
}

/** Of a page that was made without the API's own words. */
export function wrongMethodOfPage(allowed: readonly string[]): Response {
  const headers = { ...html, ...vary.open, allow: allowed.join(", ") };
  return new Response(null, { status: 405, headers });
}

export function options(allowed: readonly string[]): Response {
  const headers = { ...html, ...vary.open, ...neverCache, allow: allowed.join(", ") };
  return new Response(null, { status: 204, headers });
}

/** What a proxy says of a method that it does not pass on, and of the question which ones it does. */
export function proxyRefusal(allowed: readonly string[], isQuestion: boolean): Response {
  const headers = { "content-type": "text/html", allow: allowed.join(", ") };
  if (isQuestion) return new Response(null, { status: 204, headers });
  const title = "405 Not Allowed";
  return new Response(page(title, title), { status: 405, headers });
}

/** What a proxy says while the server behind it is away. */
export function badGateway(): Response {
  return new Response(page("502 Bad Gateway", "502 Bad Gateway"), { status: 502, headers: html });
}
