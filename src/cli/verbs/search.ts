/** `weir search`: the newest messages that match a query, as it is typed on the screen. */
import { values } from "#base/table.ts";
import { archivedRealm, isUnreachable } from "#cli/archived-realm.ts";
import { syncContext } from "#cli/carry-out.ts";
import { Exit } from "#cli/exit-codes.ts";
import { wholeNumber } from "#cli/invocation.ts";
import { archivedRow, type MessageRow, messageRow } from "#cli/message-output.ts";
import { newestMessages } from "#cli/messages.ts";
import { refuseGone, wholeNamed } from "#cli/place.ts";
import { hoursOf, seconds } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { timeReader } from "#commands/search/day.ts";
import { operatorList, operatorNamed } from "#commands/search/operators.ts";
import { namesPerson, queryOf } from "#commands/search/query.ts";
import type { Replica } from "#model/replica.ts";
import { isForServers, isTimeTerm, periodOf } from "#model/search.ts";
import { tokensOf } from "#model/search-text.ts";
import { archivedStreams } from "#model/streams.ts";
import { termsOf } from "#sync/fetching.ts";
import { searchArchive } from "#sync/history/archive-search.ts";
import { firstFrom } from "#sync/history/day-jump.ts";
import { messageParts, printRows } from "./read.ts";

const usualCount = 20;

export async function run(context: VerbContext): Promise<void> {
  const text = context.args.join(" ");
  if (context.invocation.options["local"] === true) return inArchive(context, text, undefined);
  try {
    await onServer(context, text);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    await inArchive(context, text, error);
  }
}

async function onServer(context: VerbContext, text: string): Promise<void> {
  const { connection, state } = context;
  const replica = await state(
    ...messageParts(context),
    ...(namesPerson(text) ? (["people"] as const) : []),
  );
  const { terms, times } = await queryIn(context, replica, text);
  const narrow = { kind: "search", text, terms } as const;
  if (!isForServers(narrow, replica)) return inArchive(context, text, undefined);
  const { since, until } = periodOf(narrow);
  const end =
    until === Infinity
      ? undefined
      : await firstFrom(syncContext(context, replica), { narrow, at: until });
  const messages = await newestMessages(connection, {
    narrow: termsOf(narrow, replica.ownId, connection.level()),
    count: countIn(context),
    since,
    until,
    from: end?.id,
  });
  if (times !== undefined) context.say(times);
  await print(
    context,
    replica,
    "server",
    messages.map((message) => messageRow(message, replica)),
  );
}

/** `error`: why the server is not asked; throws it if nothing was ever seen. */
async function inArchive(context: VerbContext, text: string, error: unknown): Promise<void> {
  const { say } = context;
  const seen = await archivedRealm(context);
  if (seen === undefined) throw error ?? new Exit("refused", nothingSeen);
  const { archive, replica, until, close } = seen;
  try {
    const { terms, times } = await queryIn(context, replica, text);
    const answer = await searchArchive({ archive, replica }, terms, countIn(context));
    const [unanswerable] = answer.unanswerable;
    if (unanswerable !== undefined)
      throw new Exit("misuse", `What weir has seen cannot be searched by ${unanswerable}:.`);
    const why = error === undefined ? "" : "The server cannot be reached. ";
    say(`${why}These are messages that weir has seen until ${until}.`);
    if (times !== undefined) say(times);
    if (answer.isCut) say("The pattern took too long: older messages were not searched.");
    const rows = answer.messages.map((message) => archivedRow(message, replica)).toReversed();
    await print(context, replica, "archive", rows);
  } finally {
    await close();
  }
}

const nothingSeen = "weir has not seen any messages of this account yet, or archive = false.";

function countIn({ invocation }: VerbContext): number {
  return wholeNumber(invocation, "count", 100_000) ?? usualCount;
}

async function print(
  context: VerbContext,
  replica: Replica,
  source: "server" | "archive",
  rows: readonly MessageRow[],
): Promise<void> {
  const from = rows.map((row) => ({ ...row, fields: { ...row.fields, source } }));
  await printRows(context, replica, from);
}

/** A stream that was left or archived is told from one that never was. */
async function refuseGoneIn(context: VerbContext, replica: Replica, text: string): Promise<void> {
  const streams = [...values(replica.streams), ...archivedStreams(replica)];
  for (const token of tokensOf(text)) {
    const isStream = token.kind === "term" && operatorNamed(token.operator)?.operand === "stream";
    const name = isStream ? token.operand.replace(/^#\s*/, "") : "";
    if (name !== "" && wholeNamed(name, streams).length === 0) await refuseGone(context, name);
  }
}

/** `times`: the query in words, if it names times. Throws an Exit for a query that is not valid. */
async function queryIn(context: VerbContext, replica: Replica, text: string) {
  const { clock, dateOrder } = context;
  await refuseGoneIn(context, replica, text);
  const reader = timeReader(seconds(clock), hoursOf(context, replica), dateOrder);
  const query = queryOf(replica, text, reader);
  if (query.kind === "terms") {
    const { terms, meaning } = query;
    return { terms, times: terms.some(isTimeTerm) ? `Found by: ${meaning}.` : undefined };
  }
  const problem = query.kind === "problem" ? query.sentence : "The query is empty.";
  throw new Exit("misuse", `${problem} The operators are ${operatorList}.`);
}
