/** Fetches a page of messages as raw Markdown and decodes it in slices. */

import type { CallOptions } from "#api/connection.ts";
import { getMessages } from "#api/messages.ts";
import { decodeMessages } from "#model/decode.ts";
import type { SyncContext } from "./context.ts";
import { inSlices } from "./slices.ts";

type FetchContext = Pick<SyncContext, "connection" | "clock" | "stopped">;
type Page = Omit<Parameters<typeof getMessages>[1], "apply_markdown">;

/**
 * The response, its messages, and those that could not be decoded; rejects as calls do. A custom signal must be aborted
 * with the session.
 */
export async function fetchMessages(
  { connection, clock, stopped }: FetchContext,
  page: Page,
  options: Pick<CallOptions, "priority" | "signal" | "beforeSending"> = {},
) {
  const parameters = { ...page, apply_markdown: false };
  const answer = await getMessages(connection(), parameters, { signal: stopped, ...options });
  return { answer, ...(await inSlices(decodeMessages(answer.messages), clock, stopped)) };
}
