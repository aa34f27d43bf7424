/** Checks permissions by the realm's settings, so that errors appear before a request. Unknown settings permit. */
import { counted } from "#base/counted.ts";
import { get } from "#base/table.ts";
import { disuseOf, isPermitted } from "#model/select/people.ts";
import { isKnownAt, type Who } from "#wire/endpoint.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { since, unsupportedFeatureAt } from "#wire/levels.ts";
import { type ReplacedPolicy, replacedPolicies } from "#wire/permission.ts";
import { roles } from "#wire/user.ts";
import { type Conversation, conversationKey, topicKey } from "./conversation.ts";
import { topicRuleProblem } from "./empty-topic.ts";
import type { Problem } from "./limits.ts";
import type { Message } from "./message.ts";
import { narrowKey, others } from "./narrow.ts";
import {
  admits,
  hasPermission,
  ofGroup,
  ofRealm,
  ofStream,
  type Permission,
  permissionProblem,
  permittedOf,
  systemGroupNamed,
  toldPermitted,
} from "./permission.ts";
import type { Permitted } from "./permitted.ts";
import type { Group } from "./person.ts";
import type { Replica } from "./replica.ts";
import { subscriberCountOf } from "./select/streams.ts";
import type { Stream } from "./stream.ts";
import { outOfReachSentence } from "./streams.ts";
import { widgetOf } from "./widget.ts";

const { owner, administrator, moderator, member, guest } = roles;

/** The highest role number that each policy admits. Full members are not distinguished from new ones. */
const admitted: Readonly<Record<number, number>> = {
  1: member,
  2: administrator,
  3: member,
  4: moderator,
  6: 0,
  7: owner,
};

/** The tolerance of servers beyond the limit, for edits begun in time. */
const graceSeconds = 20;

function isAllowed(replica: Replica, setting: string): boolean {
  const policy = replica.organization.settings[setting];
  const most = typeof policy === "number" ? admitted[policy] : undefined;
  return most === undefined || ownRole(replica) <= most;
}

/** Whether the message is older than the limit of that name; null and 0 mean no limit. `now` in UNIX milliseconds. */
function limitPassed(
  { organization }: Replica,
  setting: string,
  { sentAt }: Message,
  now: number,
): number | undefined {
  const limit = organization.settings[setting];
  const isOver = typeof limit === "number" && limit > 0 && now / 1000 - sentAt > limit;
  return isOver ? limit : undefined;
}

const units = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

function duration(seconds: number): string {
  const [size, unit] = units.find(([each]) => seconds >= each) ?? units[3];
  return counted(Math.round(seconds / size), unit);
}

/** Why the text of a message cannot be changed. `now` in UNIX milliseconds. */
export function editProblem(replica: Replica, message: Message, now: number): Problem {
  if (message.senderId !== replica.ownId) return "You can edit only your own messages.";
  if (widgetOf(message) !== undefined) return "Polls and to-do lists cannot be edited.";
  if (replica.organization.settings["allow_message_editing"] === false)
    return "Your organization does not allow editing messages.";
  const name = "message_content_edit_limit_seconds";
  const limit = limitPassed(replica, name, message, now - graceSeconds * 1000);
  if (limit === undefined) return undefined;
  return `Messages can only be edited for ${duration(limit)}: send a new one.`;
}

/** Why a message cannot be deleted. `now` in UNIX milliseconds. */
export function deleteProblem(replica: Replica, message: Message, now: number): Problem {
  const { streamId } = message;
  const stream = streamId === undefined ? undefined : get(replica.streams, streamId);
  const others = deleteAnyProblem(replica, stream);
  if (others === undefined) return undefined;
  const owned = get(replica.people, message.senderId)?.botOwnerId === replica.ownId;
  if (message.senderId !== replica.ownId && !owned) return others;
  const policy = settingProblem(
    replica,
    "delete_own_message_policy",
    "delete messages",
    stream && [ofStream(stream, "can_delete_own_message_group")],
  );
  if (policy !== undefined) return policy;
  const limit = limitPassed(replica, "message_content_delete_limit_seconds", message, now);
  return limit === undefined ? undefined : `Messages can only be deleted for ${duration(limit)}.`;
}

/** Why the user cannot delete messages of others. */
function deleteAnyProblem(replica: Replica, stream: Stream | undefined): Problem {
  const deleters = ofRealm("can_delete_any_message_group");
  if (!hasPermission(replica, deleters))
    return isAdministrator(replica) ? undefined : "You can delete only your own messages.";
  const inStream = stream && ofStream(stream, "can_delete_any_message_group");
  const any = inStream === undefined ? [deleters] : [deleters, inStream];
  return permissionProblem(replica, any, "delete messages of others");
}

/** Why the user cannot delete all messages of a topic. */
export function deleteTopicProblem(replica: Replica, streamId: StreamId): Problem {
  if (isAdministrator(replica)) return undefined;
  const problem = deleteAnyProblem(replica, get(replica.streams, streamId));
  if (problem === undefined || hasPermission(replica, ofRealm("can_delete_any_message_group")))
    return problem;
  return roleSentence(administrator, "delete topics");
}

type TopicPlace = { readonly streamId: StreamId; readonly topic: string };

/**
 * Why messages of the topic cannot be moved there: the realm's permissions, the age of `oldest`, or who may post in the
 * other stream. `now` in UNIX milliseconds.
 */
export function moveProblem(
  replica: Replica,
  oldest: Message,
  { from, to }: { readonly from: TopicPlace; readonly to: TopicPlace },
  now: number,
): Problem {
  if (from.streamId === to.streamId)
    return (
      topicEditProblem(replica, from.streamId) ??
      targetProblem(replica, to) ??
      moveTooLate(replica, "within_stream", oldest, now)
    );
  const source = get(replica.streams, from.streamId);
  const policy = settingProblem(
    replica,
    "move_messages_between_streams_policy",
    "move messages to another stream",
    source && [ofStream(source, "can_move_messages_out_of_channel_group")],
  );
  if (policy !== undefined) return policy;
  const renamed = from.topic === to.topic ? undefined : topicEditProblem(replica, from.streamId);
  const stream = get(replica.streams, to.streamId);
  const closed =
    stream === undefined
      ? outOfReachSentence(replica, to.streamId)
      : streamProblem(replica, stream);
  return (
    renamed ??
    closed ??
    targetProblem(replica, to) ??
    moveTooLate(replica, "between_streams", oldest, now)
  );
}

/** Why no messages can come into the topic, whoever wants to. */
function targetProblem(replica: Replica, { streamId, topic }: TopicPlace): Problem {
  const stream = get(replica.streams, streamId);
  return (
    topicRuleProblem(replica, { streamId, topic }) ??
    (stream && topicStartProblem(replica, stream, topic))
  );
}

/** The limits do not apply to administrators and moderators. */
function moveTooLate(
  replica: Replica,
  how: "within_stream" | "between_streams",
  message: Message,
  now: number,
): Problem {
  if (ownRole(replica) <= moderator) return undefined;
  const name = `move_messages_${how}_limit_seconds`;
  const limit = limitPassed(replica, name, message, now - graceSeconds * 1000);
  return limit === undefined ? undefined : `Messages can only be moved for ${duration(limit)}.`;
}

/** Why topics of the stream cannot be renamed. */
export function topicEditProblem(replica: Replica, streamId: StreamId): Problem {
  const stream = get(replica.streams, streamId);
  return settingProblem(
    replica,
    "edit_topic_policy",
    "change topics",
    stream && [ofStream(stream, "can_move_messages_within_channel_group")],
  );
}

/** Whether summaries of the server are offered: it writes some, and the user does not hide what models write. */
export function offersSummaries({ realm, settings }: Pick<Replica, "realm" | "settings">): boolean {
  return (
    realm.featureLevel >= since.summaries && realm.summarizes && settings.hide_ai_features !== true
  );
}

/** Why the server does not sum up a topic for the user. */
export function summaryProblem(replica: Replica): Problem {
  return permissionProblem(
    replica,
    [ofRealm("can_summarize_topics_group")],
    "let the server sum up topics",
  );
}

/** Why topics of the stream cannot be resolved: who may rename them may on older servers, too. */
export function resolveProblem(replica: Replica, streamId: StreamId): Problem {
  const renaming = topicEditProblem(replica, streamId);
  const resolvers = ofRealm("can_resolve_topics_group");
  if (renaming === undefined || !hasPermission(replica, resolvers)) return renaming;
  const stream = get(replica.streams, streamId);
  const inStream = stream && ofStream(stream, "can_resolve_topics_group");
  const any = inStream === undefined ? [resolvers] : [resolvers, inStream];
  return permissionProblem(replica, any, "resolve topics");
}

/** Why an archived stream cannot be used again. */
export function unarchivingProblem(replica: Replica, stream: Stream): Problem {
  const lack = unsupportedFeatureAt(replica.realm.featureLevel, "unarchiving");
  return lack?.sentence ?? channelProblem(replica, stream, "unarchive this stream");
}

/** Why the user cannot change or archive the stream. */
export function channelProblem(replica: Replica, stream: Stream, deed: string): Problem {
  if (isAdministrator(replica)) return undefined;
  const administrators = ofStream(stream, "can_administer_channel_group");
  if (!hasPermission(replica, administrators)) return roleSentence(administrator, deed);
  return permissionProblem(replica, [administrators], deed, everyAdministrator(replica));
}

function everyAdministrator(replica: Replica): readonly Permitted[] {
  const group = systemGroupNamed(replica, "role:administrators");
  return group === undefined ? [] : [{ people: [], groups: [group.id] }];
}

/** Why the user cannot unsubscribe others from the stream. */
export function removalProblem(replica: Replica, stream: Stream): Problem {
  if (channelProblem(replica, stream, "remove others") === undefined) return undefined;
  const removers = ofStream(stream, "can_remove_subscribers_group");
  return permissionProblem(replica, [removers], "remove others", everyAdministrator(replica));
}

/** Why the user cannot subscribe others to the stream, or, without one, to a new one. Not safe for a terminal. */
export function additionProblem(replica: Replica, stream?: Stream): Problem {
  if (stream?.isPrivate === true && stream.subscription === undefined)
    if (!isAdmittedTo(replica, stream))
      return `Only subscribers may add people to #${stream.name}.`;
  return settingProblem(
    replica,
    "invite_to_stream_policy",
    "add people to streams",
    stream && [ofStream(stream, "can_add_subscribers_group")],
  );
}

/** What can be done with a group, besides mentioning it, and the end of the sentence about it. */
const groupDeedWords = {
  manage: "change this group",
  add: "add people to this group",
  remove: "remove people from this group",
  join: "join this group",
  leave: "leave this group",
} as const;
export type GroupDeed = keyof typeof groupDeedWords;
export const groupDeeds = [
  "add",
  "remove",
  "join",
  "leave",
] as const satisfies readonly GroupDeed[];

const groupPermissionsFor = {
  manage: [],
  add: ["can_add_members_group"],
  remove: ["can_remove_members_group"],
  join: ["can_join_group", "can_add_members_group"],
  leave: ["can_leave_group", "can_remove_members_group"],
} as const;

/** Why the user cannot create groups. */
export function creationProblem(replica: Replica, deed: string): Problem {
  return settingProblem(replica, "user_group_edit_policy", deed);
}

/**
 * Why the user cannot change the group, or its members.
 * LEVEL(305): before it, its members and moderators may, if the organization's setting admits them.
 */
export function groupProblem(
  replica: Replica,
  group: Group,
  done: GroupDeed,
  deed: string = groupDeedWords[done],
): Problem {
  if (group.isSystem) return "System groups cannot be changed.";
  if (replica.realm.featureLevel < since.groupManagers) return olderGroupProblem(replica, group);
  return permissionProblem(
    replica,
    [
      ofRealm("can_manage_all_groups"),
      ofGroup(group, "can_manage_group"),
      ...groupPermissionsFor[done].map((name) => ofGroup(group, name)),
    ],
    deed,
  );
}

/** LEVEL(299): from then on until 305, the server decides. */
function olderGroupProblem(replica: Replica, { members }: Group): Problem {
  const { featureLevel } = replica.realm;
  if (featureLevel >= since.groupCreators) return undefined;
  const problem = settingProblem(replica, "user_group_edit_policy", "change groups");
  if (problem !== undefined) return problem;
  const isAllowed = members.includes(replica.ownId) || ownRole(replica) <= moderator;
  return isAllowed ? undefined : "Only its members and moderators may change this group.";
}

const plurals: Readonly<Record<number, string>> = {
  0: "Nobody",
  [owner]: "Only owners",
  [administrator]: "Only administrators",
  [moderator]: "Only moderators",
  [member]: "Only members",
};

/** Why somebody below that role may not do it: `Only administrators may change streams.` */
function roleSentence(least: number, deed: string): string {
  return `${plurals[least] ?? "Only some people"} may ${deed}.`;
}

/** Why a declaration does not permit the user to do it; `deed` ends the sentence: `change streams`. */
export function whoProblem(
  replica: Replica,
  who: readonly Omit<Who, "isHuman" | "error">[] = [],
  deed: string,
): Problem {
  for (const { role = guest, setting, ...levels } of who) {
    if (!isKnownAt(levels, replica.realm.featureLevel)) continue;
    if (ownRole(replica) > role) return roleSentence(role, deed);
    const problem = setting && settingProblem(replica, setting, deed);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

export function isAdministrator(replica: Replica): boolean {
  return ownRole(replica) <= administrator;
}

/**
 * The same for a policy of older servers, or the permission that replaced it; `more` are permissions of a stream, which
 * admit others, too.
 */
export function settingProblem(
  replica: Replica,
  setting: ReplacedPolicy,
  deed: string,
  more: readonly Permission[] = [],
): Problem {
  const permission = ofRealm(replacedPolicies[setting]);
  if (isDecisive(replica, permission, setting))
    return permissionProblem(replica, [permission, ...more], deed);
  if (isAllowed(replica, setting)) return undefined;
  const policy = replica.organization.settings[setting];
  return roleSentence((typeof policy === "number" && admitted[policy]) || 0, deed);
}

/** Whether it says who may: told by the server, or else by default, where a policy that admits no fewer says nothing. */
function isDecisive(replica: Replica, permission: Permission, policy: ReplacedPolicy): boolean {
  const { settings } = replica.organization;
  return typeof settings[policy] === "number"
    ? toldPermitted(replica, permission) !== undefined
    : permittedOf(replica, permission) !== undefined;
}

// Checks where the user may write and whom they may mention, before a request. Unknown settings permit.

/** Why the user cannot post there. The sentence may contain names: not safe for a terminal. */
export function postProblem(replica: Replica, to: Conversation): Problem {
  // Before the first register.
  if (replica.epoch === 0) return undefined;
  if (to.kind === "direct") return directProblem(replica, to.userIds);
  const stream = get(replica.streams, to.streamId);
  if (stream === undefined) return outOfReachSentence(replica, to.streamId);
  return (
    streamProblem(replica, stream) ??
    topicRuleProblem(replica, to) ??
    topicStartProblem(replica, stream, to.topic)
  );
}

/** Before the first register, the highest one. */
function ownRole({ people, ownId }: Replica): number {
  return get(people, ownId)?.role ?? roles.owner;
}

/** Why the user may not post in the stream even with access to it. */
function policyProblem(replica: Replica, stream: Stream): Problem {
  const { name, postPolicy } = stream;
  const senders = ofStream(stream, "can_send_message_group");
  // What cannot be read is not its default: the policy that is sent beside it admits no fewer.
  if (toldPermitted(replica, senders) !== undefined)
    return permissionProblem(replica, [senders], `post in #${name}`);
  const role = ownRole(replica);
  const least = { 2: administrator, 4: moderator }[postPolicy] ?? guest;
  if (role > least) return roleSentence(least, `post in #${name}`);
  return postPolicy === 3 && role >= roles.guest ? `Guests may not post in #${name}.` : undefined;
}

/** Why the user may not post in the stream, whatever the topic. */
function streamProblem(replica: Replica, stream: Stream): Problem {
  const { name, isPrivate, isWebPublic, historyPublic, subscription } = stream;
  const refused = policyProblem(replica, stream);
  if (refused !== undefined) return refused;
  const role = ownRole(replica);
  const isOpen = isWebPublic || (!isPrivate && role < roles.guest);
  const isIn = subscription !== undefined || (historyPublic && isAdmittedTo(replica, stream));
  return isOpen || isIn ? undefined : `Only subscribers may post in #${name}.`;
}

/** Why the user could not come back to the stream on their own, having left it. */
export function rejoinProblem(replica: Replica, stream: Stream): Problem {
  if (isAdmittedTo(replica, stream)) return undefined;
  if (stream.isPrivate)
    return "You could not join it again: somebody who is in it would have to add you.";
  const isOpen = stream.isWebPublic || ownRole(replica) < roles.guest;
  return isOpen
    ? undefined
    : "You could not join it again: guests cannot join streams on their own.";
}

/**
 * LEVEL(354): who may add people to a private stream, or join it, reads it without being in it; from level 438 on owners, too,
 * if the organization says so.
 */
function isAdmittedTo(replica: Replica, stream: Stream): boolean {
  const { realm, organization } = replica;
  if (!stream.isPrivate || realm.featureLevel < since.contentAccess) return false;
  const admitsOwners = organization.settings["owner_full_content_access"] === true;
  if (admitsOwners && ownRole(replica) <= owner) return true;
  const permissions = ["can_add_subscribers_group", "can_subscribe_group"] as const;
  return permissions.some((name) => admits(replica, ofStream(stream, name), replica.ownId));
}

/** LEVEL(441): not everybody starts topics. Where not all topics of the stream are known, the server decides. */
function topicStartProblem(replica: Replica, stream: Stream, topic: string): Problem {
  const isThere = replica.topics.get(stream.id)?.has(topicKey(stream.id, topic)) === true;
  if (isThere || !replica.topicsComplete.has(stream.id)) return undefined;
  const starters = ofStream(stream, "can_create_topic_group");
  return permissionProblem(replica, [starters], `start topics in #${stream.name}`);
}

function directProblem(replica: Replica, userIds: readonly UserId[]): Problem {
  const people = others(userIds, replica.ownId).flatMap((id) => get(replica.people, id) ?? []);
  const gone = people.find(({ isActive }) => !isActive);
  if (gone !== undefined) return `${gone.name}'s account is ${disuseOf(gone)}.`;
  const needsRight = people.some(({ id, isBot }) => !isBot && id !== replica.ownId);
  return needsRight ? directRight(replica, userIds) : undefined;
}

function directRight(replica: Replica, userIds: readonly UserId[]): Problem {
  const { settings } = replica.organization;
  // Older servers have this setting, newer ones the groups.
  if (settings["private_message_policy"] === 2)
    return "Your organization does not allow direct messages.";
  const permitted = permittedOf(replica, ofRealm("direct_message_permission_group"));
  if (permitted !== undefined && !userIds.some((id) => isPermitted(replica, permitted, id)))
    return "Your organization does not allow this direct message.";
  const isOpen = replica.directs.has(conversationKey({ kind: "direct", userIds }));
  const initiators = permittedOf(replica, ofRealm("direct_message_initiator_group"));
  if (isOpen || initiators === undefined || isPermitted(replica, initiators, replica.ownId))
    return undefined;
  return "Your organization does not let you start direct conversations.";
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
    everybody.test(outside) ? subscribersIn(replica, to.streamId) : 0,
    everybodyHere.test(outside) ? writersIn(replica, to) : 0,
  );
  return count > manyPeople ? count : undefined;
}

/** Whether the text notifies all of a stream. */
export function mentionsEverybody(text: string): boolean {
  return text.includes("@**") && everybody.test(text.replace(silentParts, ""));
}

function subscribersIn(replica: Replica, id: StreamId): number {
  const stream = get(replica.streams, id);
  return (stream && subscriberCountOf(replica, stream)) ?? 0;
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

/** Why the user may not mention so many people. */
export function wildcardMentionProblem(replica: Replica, count: number): Problem {
  const mentioners = ofRealm("can_mention_many_users_group");
  if (isDecisive(replica, mentioners, "wildcard_mention_policy"))
    return permissionProblem(replica, [mentioners], `mention all ${count} people here at once`);
  const policy = replica.organization.settings["wildcard_mention_policy"];
  const most = typeof policy === "number" ? mentionPolicies[policy] : undefined;
  if (most === undefined || ownRole(replica) <= most) return undefined;
  return `Your organization does not let you mention all ${count} people here at once.`;
}
