/** Creates HTTP responses: the common envelope, and the few responses without one. */

import { toJson } from "#realm/register/people-text.ts";
import type { Answer } from "#realm/route.ts";
import { textAt, wordingAt } from "#wire/error-texts.ts";
import { Refusal } from "./failures.ts";
import type { Allowance } from "./server.ts";

/** A successful response, with the names of ignored parameters if the level lists them. */
export function success(answer: Answer, ignored: readonly string[]): Response {
  const listed = ignored.length === 0 ? {} : { ignored_parameters_unsupported: ignored };
  const body = toJson({ result: "success", msg: "", ...answer, ...listed });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

/** An error response with the wording of a level. */
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

/** An internal error of the realm. */
export function broken(): Response {
  return Response.json({ result: "error", msg: "Internal server error" }, { status: 500 });
}

/** Headers for the remaining rate limit. */
export function allowanceHeaders({ limit, remaining, reset }: Allowance): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(reset),
  };
}

export function tooManyRequests(retryAfter: number): Refusal {
  return new Refusal("API usage exceeded rate limit", {
    code: "RATE_LIMIT_HIT",
    status: 429,
    extra: { "retry-after": retryAfter },
  });
}

/** JSON with an HTML content type, as real servers send it. */
export function wrongMethod(allowed: readonly string[]): Response {
  const body = { result: "error", msg: "Method Not Allowed", allowed_methods: allowed };
  const headers = { allow: allowed.join(", "), "content-type": "text/html; charset=utf-8" };
  return new Response(JSON.stringify(body), { status: 405, headers });
}

/** HTML, for paths outside the API; `text` and `rest` are HTML. */
export function page(status: number, text: string, rest = ""): Response {
  const body = `<!DOCTYPE html>\n<html lang="en">\n<body><h1>${text}</h1>${rest}</body>\n</html>\n`;
  return new Response(body, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}

export function notFound(): Response {
  return page(404, "Page not found (404)");
}

export function noSuchFile(): Response {
  return page(404, "This file does not exist or has been deleted.");
}

export function notYourFile(): Response {
  return page(403, "You are not authorized to view this file.");
}

/** The response of a proxy whose server is down. */
export function badGateway(): Response {
  return page(502, "502 Bad Gateway");
}

/** The response of a proxy while its server is under maintenance. */
export function unavailable(retryAfter: number | undefined): Response {
  const response = page(503, "503 Service Unavailable");
  if (retryAfter !== undefined) response.headers.set("retry-after", String(retryAfter));
  return response;
}
