/** Checks permissions by the realm's settings, so that errors appear before a request. Unknown settings permit. */
import { get } from "#base/table.ts";
import type { PolicyName, Who } from "#wire/endpoint.ts";
import { textAt } from "#wire/error-texts.ts";
import type { StreamId } from "#wire/ids.ts";
import { roles } from "#wire/user.ts";
import { administrators, admittedBy, owners } from "#wire/who.ts";
import { outOfReach, streamTitle } from "./known-stream.ts";
import type { Problem } from "./limits.ts";
import type { Message } from "./message.ts";
import { ownRole, streamProblem } from "./posting.ts";
import type { Replica } from "./replica.ts";
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
  const count = Math.round(seconds / size);
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
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
  if (ownRole(replica) <= administrator) return undefined;
  const owned = get(replica.people, message.senderId)?.botOwnerId === replica.ownId;
  if (message.senderId !== replica.ownId && !owned) return "You can delete only your own messages.";
  if (!isAllowed(replica, "delete_own_message_policy"))
    return "Your organization does not let you delete messages.";
  const limit = limitPassed(replica, "message_content_delete_limit_seconds", message, now);
  return limit === undefined ? undefined : `Messages can only be deleted for ${duration(limit)}.`;
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
    return topicEditProblem(replica) ?? moveTooLate(replica, "within_stream", oldest, now);
  if (!isAllowed(replica, "move_messages_between_streams_policy"))
    return "Your organization does not let you move messages to another stream.";
  const stream = get(replica.streams, to.streamId);
  const target =
    stream === undefined
      ? `${streamTitle(replica, to.streamId)} is ${outOfReach}.`
      : streamProblem(replica, stream);
  const renamed = from.topic === to.topic ? undefined : topicEditProblem(replica);
  return renamed ?? target ?? moveTooLate(replica, "between_streams", oldest, now);
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

/** Why topics cannot be renamed; this includes resolving. */
export function topicEditProblem(replica: Replica): Problem {
  return isAllowed(replica, "edit_topic_policy")
    ? undefined
    : "Your organization does not let you change topics.";
}

/** The server's error if a declaration does not permit the person. */
export function whoProblem(replica: Replica, who: readonly Who[] = []): Problem {
  const refused = who.find(
    ({ role = guest, setting }) =>
      ownRole(replica) > role || (setting !== undefined && !isAllowed(replica, setting)),
  );
  if (refused === undefined) return undefined;
  return textAt(replica.realm.featureLevel, (refused.reason ?? refused.error).text);
}

export function administratorProblem(replica: Replica): Problem {
  return whoProblem(replica, [administrators]);
}

export function ownerProblem(replica: Replica): Problem {
  return whoProblem(replica, [owners]);
}

/** The same for the organization's setting of that name. */
export function settingProblem(replica: Replica, setting: PolicyName): Problem {
  return whoProblem(replica, [admittedBy(setting)]);
}
