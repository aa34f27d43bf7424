/** Checks where the person may write and whom they may mention, before a request. Unknown settings permit. */

import { get } from "#base/table.ts";
import type { UserId } from "#wire/ids.ts";
import { groupSetting, roles } from "#wire/user.ts";
import { type Conversation, conversationKey } from "./conversation.ts";
import { outOfReach, streamTitle } from "./known-stream.ts";
import type { Problem } from "./limits.ts";
import { narrowKey, others } from "./narrow.ts";
import type { Replica } from "./replica.ts";
import { isInGroup } from "./select/groups.ts";
import type { Stream } from "./stream.ts";

/** Why the person cannot post there. The sentence may contain names: not safe for a terminal. */
export function postProblem(replica: Replica, to: Conversation): Problem {
  // Before the first register.
  if (replica.epoch === 0) return undefined;
  if (to.kind === "direct") return directProblem(replica, to.userIds);
  const stream = get(replica.streams, to.streamId);
  if (stream === undefined) return `${streamTitle(replica, to.streamId)} is ${outOfReach}.`;
  return streamProblem(replica, stream) ?? topicMissing(replica, to.topic);
}

/** Before the first register, the highest one. */
export function ownRole({ people, ownId }: Replica): number {
  return get(people, ownId)?.role ?? roles.owner;
}

/** Why the person's role may not post in the stream. */
function policyProblem(replica: Replica, { name, postPolicy }: Stream): Problem {
  const role = ownRole(replica);
  if (postPolicy === 2 && role > roles.administrator)
    return `Only administrators may post in #${name}.`;
  if (postPolicy === 4 && role > roles.moderator)
    return `Only moderators and administrators may post in #${name}.`;
  return postPolicy === 3 && role >= roles.guest ? `Guests may not post in #${name}.` : undefined;
}

/** Why the person may not post in the stream, whatever the topic. */
export function streamProblem(replica: Replica, stream: Stream): Problem {
  const { name, isPrivate, isWebPublic, subscription } = stream;
  const refused = policyProblem(replica, stream);
  if (refused !== undefined) return refused;
  const role = ownRole(replica);
  const isOpen = isWebPublic || (!isPrivate && role < roles.guest);
  return isOpen || subscription !== undefined
    ? undefined
    : `Only subscribers may post in #${name}.`;
}

function topicMissing({ organization }: Replica, topic: string): Problem {
  if (organization.settings["mandatory_topics"] !== true) return undefined;
  const isMissing = topic.trim() === "" || topic === "(no topic)";
  return isMissing ? "Your organization requires a topic." : undefined;
}

function directProblem(replica: Replica, userIds: readonly UserId[]): Problem {
  const people = others(userIds, replica.ownId).flatMap((id) => get(replica.people, id) ?? []);
  const gone = people.find(({ isActive }) => !isActive);
  if (gone !== undefined) return `${gone.name}'s account is deactivated.`;
  const needsRight = people.some(({ id, isBot }) => !isBot && id !== replica.ownId);
  return needsRight ? directRight(replica, userIds) : undefined;
}

function directRight(replica: Replica, userIds: readonly UserId[]): Problem {
  const { settings } = replica.organization;
  // Older servers have this setting, newer ones the groups.
  if (settings["private_message_policy"] === 2)
    return "Your organization does not allow direct messages.";
  const permitted = settings["direct_message_permission_group"];
  if (!userIds.some((id) => isIn(replica, permitted, id)))
    return "Your organization does not allow this direct message.";
  const isOpen = replica.directs.has(conversationKey({ kind: "direct", userIds }));
  if (isOpen || isIn(replica, settings["direct_message_initiator_group"], replica.ownId))
    return undefined;
  return "Your organization does not let you start direct conversations.";
}

/** True if unknown. */
function isIn(replica: Replica, setting: unknown, id: UserId): boolean {
  const { success, data } = groupSetting.safeParse(setting);
  if (!success) return true;
  if (typeof data === "number") return isInGroup(replica, data, id, true);
  const { direct_members: members, direct_subgroups: subgroups } = data;
  return members.includes(id) || subgroups.some((each) => isInGroup(replica, each, id, true));
}

/** Parts of a text that mention nobody: code and quotations. */
const silentParts = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t]*\1[`~]*[ \t]*$|`[^`\n]+`|^>.*$/gm;
const everybody = /(?<=^|[\s'"({[/<])@\*\*(?:all|everyone|stream|channel)\*\*/;
const everybodyHere = /(?<=^|[\s'"({[/<])@\*\*topic\*\*/;

/** Mentioning more people than this needs permission and a confirmation. */
const manyPeople = 15;

/**
 * The number of people whom a wildcard mention in the text notifies: all of the stream, or all who are known to have
 * written in the topic. Undefined if there is none, or they are few.
 */
export function wildcardMentionCount(
  replica: Replica,
  to: Conversation,
  text: string,
): number | undefined {
  if (to.kind !== "topic" || !text.includes("@**")) return undefined;
  const outside = text.replace(silentParts, "");
  const count = Math.max(
    everybody.test(outside) ? (get(replica.streams, to.streamId)?.subscribers?.length ?? 0) : 0,
    everybodyHere.test(outside) ? writersIn(replica, to) : 0,
  );
  return count > manyPeople ? count : undefined;
}

function writersIn({ histories, messages }: Replica, topic: Conversation): number {
  const ids = histories.get(narrowKey(topic))?.ids ?? [];
  return new Set(ids.map((id) => get(messages, id)?.senderId)).size;
}

/** The highest role number that each wildcard mention policy admits. */
const mentionPolicies: Readonly<Record<number, number>> = {
  2: roles.member,
  3: roles.member,
  5: roles.administrator,
  6: 0,
  7: roles.moderator,
};

/** Why the person may not mention so many people. */
export function wildcardMentionProblem(replica: Replica, count: number): Problem {
  const policy = replica.organization.settings["wildcard_mention_policy"];
  const most = typeof policy === "number" ? mentionPolicies[policy] : undefined;
  if (most === undefined || ownRole(replica) <= most) return undefined;
  return `Your organization does not let you mention all ${count} people here at once.`;
}
