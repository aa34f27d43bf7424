/** `weir search`: the newest messages that match a query, as it is typed on the screen. */
import { typedTimeParser } from "#base/typed-time.ts";
import { syncContext } from "#cli/carry-out.ts";
import { Exit } from "#cli/exit-codes.ts";
import { wholeNumber } from "#cli/invocation.ts";
import { newestMessages } from "#cli/messages.ts";
import { seconds } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { timeReader } from "#commands/search/day.ts";
import { operatorList } from "#commands/search/operators.ts";
import { namesPerson, namesTime, queryOf } from "#commands/search/query.ts";
import type { Replica } from "#model/replica.ts";
import { periodOf } from "#model/search.ts";
import { firstFrom } from "#sync/asks/day-jump.ts";
import { termsOf } from "#sync/history/fetching.ts";
import { messageParts, printMessages } from "./read.ts";

const usualCount = 20;

export async function run(context: VerbContext): Promise<void> {
  const { args, connection, state, invocation } = context;
  const text = args.join(" ");
  const replica = await state(
    ...messageParts(context),
    ...(namesPerson(text) ? (["people"] as const) : []),
  );
  const narrow = { kind: "search", text, terms: await termsIn(context, replica, text) } as const;
  const { since, until } = periodOf(narrow);
  const end =
    until === Infinity
      ? undefined
      : await firstFrom(syncContext(context, replica), { narrow, at: until });
  const messages = await newestMessages(connection, {
    narrow: termsOf(narrow, replica.ownId, connection.level()),
    count: wholeNumber(invocation, "count", 100_000) ?? usualCount,
    since,
    until,
    from: end?.id,
  });
  await printMessages(context, replica, messages);
}

/** Throws an Exit for a query that is not valid. */
async function termsIn({ clock, output }: VerbContext, replica: Replica, text: string) {
  const { hours } = output.style;
  const readTime = namesTime(text)
    ? timeReader(await typedTimeParser(), seconds(clock), hours)
    : undefined;
  const query = queryOf(replica, text, readTime);
  if (query.kind === "terms") return query.terms;
  const problem = query.kind === "problem" ? query.sentence : "The query is empty.";
  throw new Exit("misuse", `${problem} The operators are ${operatorList}.`);
}
