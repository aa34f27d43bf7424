/** A page of messages, read as raw Markdown and decoded in slices. */

import type { CallOptions } from "#api/connection.ts";
import { getMessages } from "#api/messages.ts";
import { decodeMessages } from "#model/decode.ts";
import type { SyncContext } from "./context.ts";
import { inSlices } from "./slices.ts";

type Line = Pick<SyncContext, "connection" | "clock" | "stopped">;
type Page = Omit<Parameters<typeof getMessages>[1], "apply_markdown">;

/** The answer, its messages, and those that could not be understood; rejects as calls do. */
export async function fetchMessages(
  { connection, clock, stopped }: Line,
  page: Page,
  options: Pick<CallOptions, "priority"> = {},
) {
  const wanted = { ...page, apply_markdown: false };
  const answer = await getMessages(connection(), wanted, { ...options, signal: stopped });
  return { answer, ...(await inSlices(decodeMessages(answer.messages), clock, stopped)) };
}
