/** An HTTP answer, read once: what it says, or which failure it is. */
import type { z } from "zod";
import { ApiError, type Failure } from "./failure.ts";
import type { HttpAnswer } from "./transport.ts";

type Body = Readonly<Record<string, unknown>>;

/** The decoded answer; throws an ApiError. The body decides: some servers label JSON as HTML. */
export function classify<A extends z.ZodType>(answer: HttpAnswer, schema: A): z.output<A> {
  const body = bodyOf(answer.text);
  if (body === undefined) throw new ApiError(unreadable(answer));
  if (answer.status >= 400 || body["result"] === "error") throw new ApiError(refusal(answer, body));
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ApiError({
    kind: "malformed",
    sent: "maybe",
    path: (issue?.path ?? []).map(String).join(".") || "answer",
    reason: issue?.message ?? "unknown",
  });
}

function bodyOf(text: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && !Array.isArray(body)
      ? (body as Body)
      : undefined;
  } catch {
    return undefined;
  }
}

function unreadable(answer: HttpAnswer): Failure {
  if (answer.status === 429)
    return { kind: "rate-limited", sent: "no", waitMs: waitOf(answer, {}) };
  if (answer.status >= 500) return { kind: "broken", sent: "maybe", status: answer.status };
  return { kind: "malformed", sent: "maybe", path: "", reason: reasonOf(answer) };
}

/** A whole sentence. */
function reasonOf({ status, text, exceededMb }: HttpAnswer): string {
  if (exceededMb !== undefined)
    return `The answer is larger than ${exceededMb} MB, which is more than weir reads.`;
  if (/^\s*</.test(text)) return `The server answered with a web page (status ${status}).`;
  return `The server's answer is damaged or incomplete (status ${status}).`;
}

function refusal(answer: HttpAnswer, body: Body): Failure {
  const { result: _, msg, code, ...extra } = body;
  const known = {
    code: typeof code === "string" ? code : undefined,
    sentence:
      typeof msg === "string" && msg !== "" ? msg : `The server refused (status ${answer.status}).`,
  };
  if (answer.status === 429)
    return { kind: "rate-limited", sent: "no", waitMs: waitOf(answer, body) };
  if (answer.status >= 500) return { kind: "broken", sent: "maybe", status: answer.status };
  if (answer.status === 401) return { kind: "unauthorized", sent: "no", ...known };
  return { kind: "refused", sent: "no", status: answer.status, ...known, extra };
}

/** Milliseconds that a 429 asks to wait: the body's float or the header's; a second when neither says. */
function waitOf(answer: HttpAnswer, body: Body): number {
  const seconds = Number(body["retry-after"] ?? answer.headers["retry-after"]);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds * 1000) : 1000;
}
