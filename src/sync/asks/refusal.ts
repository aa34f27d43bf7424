/** What a refusal means, where the server's sentence alone does not say what to do: its details with names. */
import { ApiError } from "#api/failure.ts";
import { values as allOf, get } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import { groupTitle } from "#model/select/streams.ts";
import { streamTitle } from "#model/streams.ts";
import type { Call, FormFailure } from "#store/forms.ts";
import type { AnswerOf } from "#wire/endpoint.ts";
import { groupInUse } from "#wire/endpoints/groups.ts";
import { subscribe, unsubscribe } from "#wire/endpoints/streams.ts";
import { staleSetting } from "#wire/error-rows.ts";
import type { GroupId, StreamId, UserId } from "#wire/ids.ts";

/** Whether the server refused a change because the value that it replaces is not there any more. */
export function isStale(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.failure.kind !== "refused") return false;
  return error.failure.code === staleSetting.code;
}

/** Returns undefined if the server's sentence is enough. What it returns is not safe for a terminal. */
export function refusalSentence(replica: Replica, error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.failure.kind !== "refused") return undefined;
  const { code, extra } = error.failure;
  if (isStale(error)) return "Somebody else changed it in the meantime: it was not saved.";
  if (code !== groupInUse.code) return undefined;
  const { objections } = extra;
  const places = list(objections).map((one) => useOf(replica, one));
  const uses = [...places.flat(), ...(places.includes(unknownUse) ? ["and elsewhere"] : [])];
  return places.flat().length === 0 ? undefined : `The group is in use: ${uses.join("; ")}.`;
}

/**
 * Whom a call was to remove from a stream and who was not in it: its answer is a success all the same, and tells of several
 * people only how many. Not safe for a terminal.
 */
export function absencesOf(
  { people }: Replica,
  { endpoint, values, field }: Call,
  answer: unknown,
): readonly FormFailure[] {
  if (endpoint !== unsubscribe) return [];
  const { removed, not_removed: absent } = answer as AnswerOf<typeof unsubscribe>;
  if (absent.length === 0) return [];
  const [only, another] = list(values["principals"]);
  const person = [...allOf(people)].find(({ id, email }) => id === only || email === only);
  if (another === undefined)
    return [{ sentence: `${person?.name ?? "Somebody"} was not in #${absent[0]}.`, field }];
  if (removed.length === 0) return [{ sentence: `None of them was in #${absent[0]}.`, field }];
  const some = absent.length === 1 ? "1 of them was" : `${absent.length} of them were`;
  const sentence = `${some} not in #${absent[0]}. The others were removed.`;
  return [{ sentence, field, isOver: true }];
}

/** The same of whom a call was to add and who was in the stream already, or was not told of it. */
export function presencesOf(replica: Replica, call: Call, answer: unknown): readonly FormFailure[] {
  if (call.endpoint !== subscribe) return [];
  const { subscribed, already_subscribed: already } = answer as AnswerOf<typeof subscribe>;
  const isOver = Object.keys(subscribed).length > 0 && ({ isOver: true } as const);
  const untold = untoldIn(answer, call.values["send_new_subscription_messages"] !== false);
  const without = untold.map((sentence) => ({ sentence, field: call.field, ...isOver }));
  const [name] = Object.values(already).flat();
  if (name === undefined) return without;
  const sentence = `${thoseAre(replica, alreadyIn(replica, answer))} in #${name} already.`;
  return [{ sentence, field: call.field, ...isOver }, ...without];
}

/** That the server told none of those who were added, if it was to. */
export function untoldIn(answer: unknown, isWanted: boolean): readonly string[] {
  const { subscribed, new_subscription_messages_sent: isTold } = answer as AnswerOf<
    typeof subscribe
  >;
  const isMissing = isWanted && isTold === false && Object.keys(subscribed).length > 0;
  return isMissing ? ["The server notified nobody: too many were added at once."] : [];
}

/** Newer servers name people by their IDs. */
export function alreadyIn({ people }: Replica, answer: unknown): readonly UserId[] {
  const { already_subscribed: already } = answer as AnswerOf<typeof subscribe>;
  return [...allOf(people)].flatMap(({ id, email }) =>
    (already[id] ?? already[email]) === undefined ? [] : [id],
  );
}

/** Not safe for a terminal. */
export function thoseAre({ people }: Replica, ids: readonly UserId[]): string {
  const [only] = ids;
  if (only === undefined) return "Somebody is";
  return ids.length === 1 ? `@${get(people, only)?.name ?? only} is` : `${ids.length} people are`;
}

type Raw = Readonly<Record<string, unknown>>;

/** Of a kind that weir does not know. */
const unknownUse: readonly string[] = [];

/** `who may send messages in #news`. */
function useOf(replica: Replica, objection: unknown): readonly string[] {
  if (typeof objection !== "object" || objection === null) return unknownUse;
  const { type, settings, supergroup_ids: outer, ...ids } = objection as Raw;
  const deeds = list(settings).map((name) => deedOf(String(name)));
  switch (type) {
    case "realm":
      return deeds.map((deed) => `who may ${deed} in the organization`);
    case "channel":
      return deeds.map(
        (deed) => `who may ${deed} in ${streamTitle(replica, ids["channel_id"] as StreamId)}`,
      );
    case "user_group":
      return deeds.map((deed) => `who may ${deed}: @${titleOf(replica, ids["group_id"])}`);
    case "subgroup":
      return list(outer).map((id) => `in @${titleOf(replica, id)}`);
    default:
      return unknownUse;
  }
}

function list(raw: unknown): readonly unknown[] {
  return Array.isArray(raw) ? raw : [];
}

function titleOf(replica: Replica, id: unknown): string {
  return get(replica.groups, id as GroupId) === undefined
    ? `group ${String(id)}`
    : groupTitle(replica, id as GroupId);
}

/** `can_send_message_group` in words: `send message`. */
function deedOf(setting: string): string {
  return setting.replace(/^can_|_groups?$/g, "").replaceAll("_", " ");
}
