/** What is closed to everybody here: the root that the service's web pages ask with a session, and signing in by a token. */
import { failure, neverCache, vary, wrongMethod } from "./answers.ts";
import { notLoggedIn } from "./credentials.ts";
import { Refusal } from "./failures.ts";
import { type Methods, withoutRoute } from "./methods.ts";
import type { Server } from "./server.ts";

/** What is only for programs with a key, or for those that want one. */
const onlyWithKeys = /^\/(?:server_settings|users\/me\/api_key\/regenerate|.*fetch_api_key)$/;

/** Whether the path also stands below `/json`, where web pages ask. */
export function isForPages(path: string): boolean {
  return !onlyWithKeys.test(path);
}

/** What a web page is told, whatever it asks: nobody has a session here. */
export function withoutSession(
  { level, brand }: Server,
  methods: Methods,
  { method }: Request,
): Response {
  const refused = withoutRoute(methods, method);
  if (refused !== undefined) return refused;
  const isReading = method === "GET" || method === "HEAD";
  const answer = failure(isReading ? notLoggedIn() : forged(), level, brand);
  for (const [name, value] of Object.entries({ ...vary.open, ...(isReading ? {} : neverCache) }))
    answer.headers.set(name, value);
  if (isReading) answer.headers.set("www-authenticate", `Session realm="${brand}"`);
  return answer;
}

/** A realm without a company's own sign-in behind it takes no tokens. */
export function withoutTokens({ level, brand }: Server, { method }: Request): Response {
  if (method !== "POST") return wrongMethod(["POST"], {});
  const problem = new Refusal("JWT authentication is not enabled for this organization");
  const answer = failure(problem, level, brand);
  answer.headers.set("vary", vary.open.vary);
  return answer;
}

function forged(): Refusal {
  const reason = "CSRF cookie not set.";
  return new Refusal(`CSRF error: ${reason}`, {
    code: "CSRF_FAILED",
    status: 403,
    extra: { reason },
  });
}
