/** `weir search`: the newest messages that match a query. */

import { newestMessages } from "#cli/fetch-messages.ts";
import { wholeNumber } from "#cli/invocation.ts";
import { termsIn } from "#cli/query.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { messageParts, printMessages } from "./read.ts";

const usualCount = 20;

export async function run(context: VerbContext): Promise<void> {
  const { args, connection, state, invocation } = context;
  const query = args.join(" ");
  const namesPeople = /\b(?:sender|from|dm|with|dm-including):/.test(query);
  const replica = await state(
    ...messageParts(context),
    ...(namesPeople ? (["people"] as const) : []),
  );
  const messages = await newestMessages(connection, {
    narrow: termsIn(query, replica, connection.level()),
    count: wholeNumber(invocation, "count", 100_000) ?? usualCount,
  });
  await printMessages(context, replica, messages);
}
