/**
 * `weir waiting`: what waits for the user, and what they wait for, by the rules of the chat screen; without the server, by
 * what weir has seen.
 */
import { newBatch } from "#base/table.ts";
import { archivedRealm, isUnreachable } from "#cli/archived-realm.ts";
import { wholeNumber } from "#cli/invocation.ts";
import { utc } from "#cli/message-output.ts";
import { aboutOf, placeText } from "#cli/place.ts";
import { withStorage } from "#cli/storage.ts";
import { momentIn, seconds } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { dueEnds } from "#model/open-ends/due.ts";
import { type OpenEnd, openEnds } from "#model/open-ends/open-ends.ts";
import { answeredBy, namedPeople, waitedFor } from "#model/open-ends/waited-for.ts";
import type { Replica } from "#model/replica.ts";
import { fetchOpenEnds, openEndsLimits } from "#sync/asks/open-ends.ts";
import { archivedEnds } from "#sync/open-ends.ts";
import { dismissalRows } from "#sync/storage/local-rows.ts";
import type { UserId } from "#wire/ids.ts";

const limited = `Only the newest ${openEndsLimits.messages} mentions, direct messages and messages of yours were looked at.`;

export async function run(context: VerbContext): Promise<void> {
  const { output, clock, invocation } = context;
  const replica = await loaded(context);
  const dismissed = await withStorage(context, dismissalRows.stored);
  const hours = wholeNumber(invocation, "hours");
  const now = seconds(clock);
  const openOnes = openEnds({ ...replica, dismissed });
  const ends = dueEnds(openOnes, now, hours);
  const only = (["me", "them"] as const).filter((kind) => invocation.options[kind] === true);
  output.rows(
    ends.filter(({ kind }) => only.length === 0 || only.includes(kind)),
    {
      none: "Nothing waits.",
      json: (end) => fieldsOf(replica, end),
      rank: ({ kind }) => (kind === "me" ? 0 : 1),
      cells: (end) => {
        const { kind, message, sentence } = end;
        const others = namedPeople(replica, waitedFor(end));
        return [
          { text: kind === "me" ? "waits for you" : "you wait", token: "dim" },
          {
            text: output.isTerminal
              ? momentIn(context, replica, message.sentAt)
              : utc(message.sentAt),
            token: "dim",
          },
          { text: placeOf(replica, end), token: kind === "me" ? "mention" : "text" },
          others === "" ? sentence : `for ${others}: ${sentence}`,
        ];
      },
    },
  );
}

function placeOf(replica: Replica, { message }: OpenEnd): string {
  return placeText(replica, conversationOfMessage(message));
}

function fieldsOf(replica: Replica, end: OpenEnd) {
  const { kind, message, rule, words, sentence, ids, owing, owedBy } = end;
  const namesOf = (people: readonly UserId[]) => people.map((id) => namedPeople(replica, [id]));
  return {
    about: aboutOf(replica, conversationOfMessage(message)),
    kind,
    place: placeOf(replica, end),
    message_id: message.id,
    since: utc(message.sentAt),
    rule,
    words,
    sentence,
    sender: message.senderName,
    sender_id: message.senderId,
    message_ids: ids,
    waits_for: namesOf(owing),
    waits_for_ids: owing,
    answered: namesOf(answeredBy(end)),
    owed_by: owedBy,
  };
}

async function loaded(context: VerbContext): Promise<Replica> {
  try {
    return await fromServer(context);
  } catch (error) {
    const archived = isUnreachable(error) ? await fromArchive(context) : undefined;
    if (archived === undefined) throw error;
    return archived;
  }
}

/** Undefined if nothing was ever seen. */
async function fromArchive(context: VerbContext): Promise<Replica | undefined> {
  const seen = await archivedRealm(context);
  if (seen === undefined) return undefined;
  const { archive, replica, until, close } = seen;
  context.say(
    `The server cannot be reached. This is by messages that weir has seen until ${until}: who has answered since is not known.`,
  );
  try {
    const change = await archivedEnds(archive, replica);
    return change(replica, newBatch("open ends"));
  } finally {
    await close();
  }
}

async function fromServer({
  connection,
  clock,
  stopped,
  state,
  say,
}: VerbContext): Promise<Replica> {
  let replica = await state("streams", "people", "groups", "settings", "newest");
  const isAll = await fetchOpenEnds({
    context: { connection: () => connection, clock, stopped },
    replica: () => replica,
    change: (change) => {
      replica = change(replica, newBatch("open ends"));
    },
    most: openEndsLimits,
  });
  if (!isAll) say(limited);
  return replica;
}
