/** The form of a stream: its shared settings, and the user's own ones. */
import { values as allOf, get, values } from "#base/table.ts";
import type { SubscriptionProperty } from "#journal/actions/subscription-property.ts";
import type { Problem } from "#model/limits.ts";
import { settingProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import {
  type Privacy,
  privacyOf,
  privacyTitles,
  systemGroupTitle,
} from "#model/select/stream-words.ts";
import type { Stream, Subscription } from "#model/stream.ts";
import type { FormRef } from "#store/forms.ts";
import type { Endpoint, PolicyName } from "#wire/endpoint.ts";
import {
  streamNameTaken,
  streamSettings,
  unknownRetention,
  updateStream,
  webPublicOff,
} from "#wire/endpoints/streams.ts";
import { subscribe } from "#wire/endpoints/subscriptions.ts";
import { setSubscriptionProperties, subscriptionProperties } from "#wire/endpoints/topics.ts";
import type { GroupId, StreamId } from "#wire/ids.ts";
import { endpointForm, field, type SavedField } from "./endpoint-form.ts";
import { levelProblem, refusal, serverSays } from "./parts.ts";

type OwnProperty = Exclude<keyof Subscription, "colour">;

/** The user's own settings by their names on the wire. */
const own: readonly (readonly [
  SubscriptionProperty["property"],
  OwnProperty | "colour",
  string,
])[] = [
  ["is_muted", "muted", "Mute"],
  ["pin_to_top", "pinned", "Pin"],
  ["desktop_notifications", "desktopNotifications", "Desktop"],
  ["audible_notifications", "audibleNotifications", "Sound"],
  ["push_notifications", "pushNotifications", "Mobile"],
  ["email_notifications", "emailNotifications", "Email"],
  ["wildcard_mentions_notify", "wildcardMentionsNotify", "@all notifies"],
  ["color", "colour", "Colour"],
];

const inherited = [
  { value: "inherited", title: "inherited from your settings" },
  { value: "true", title: "yes" },
  { value: "false", title: "no" },
];

const properties = { ...setSubscriptionProperties, parameters: subscriptionProperties };

function ownField(
  view: Replica,
  { id: streamId, subscription }: Stream,
  [property, name, label]: (typeof own)[number],
): SavedField {
  const isFlag = name === "muted" || name === "pinned";
  const isText = name === "colour";
  return field(view, properties, property, {
    label,
    value: subscription?.[name] ?? (isText ? "" : "inherited"),
    placeholder: "such as #76ce90",
    ...(!(isFlag || isText) && { kind: { type: "choice", options: inherited } }),
    locked: subscription === undefined ? "You are not subscribed." : undefined,
    problem: (value) =>
      value === "inherited" && (subscription?.[name] ?? null) !== null
        ? "Servers cannot restore the inherited setting."
        : undefined,
    toRequest: (text) => {
      const value = isText ? text.trim() : text === "true";
      return { actions: [{ kind: "subscription-property", streamId, property, value }] };
    },
  });
}

/** `own`: its current name. */
export function nameTaken(view: Replica, own?: string) {
  return (name: string): Problem =>
    [...allOf(view.streams)].some(
      (stream) => stream.name !== own && stream.name.toLowerCase() === name.toLowerCase(),
    )
      ? serverSays(view, streamNameTaken)
      : undefined;
}

export function streamOf({ streams }: Replica, { id }: Pick<FormRef, "id">): Stream | undefined {
  return get(streams, id as StreamId);
}

export const streamForm = endpointForm({
  saves: updateStream,
  subject: streamOf,
  title: ({ name }) => `Stream #${name}`,
  fields: (view, stream) => [
    field(view, updateStream, "new_name", {
      key: "name",
      label: "Name",
      value: stream.name,
      problem: nameTaken(view, stream.name),
    }),
    field(view, updateStream, "description", {
      label: "Description",
      value: stream.description,
      placeholder: "Markdown in one line",
    }),
    ...settingFields(view, updateStream, stream),
    ...own.map((row) => ownField(view, stream, row)),
  ],
  done: ({ name: before }, { name = before }) => `Changed #${name.trim()}`,
});

type EditedStream = Pick<
  Stream,
  | "description"
  | "historyPublic"
  | "isPrivate"
  | "isWebPublic"
  | "name"
  | "postPolicy"
  | "removers"
  | "retentionDays"
>;

const privacies = Object.keys(privacyTitles) as readonly Privacy[];

/** Private has another name in the request that creates a stream. */
function privacyField(view: Replica, subject: EditedStream, isNew: boolean): SavedField {
  const options = privacies.map((value) => ({ value, title: privacyTitles[value] }));
  const shared = {
    key: "privacy",
    label: "Privacy",
    value: privacyOf(subject),
    kind: { type: "choice", options } as const,
    problem: (value: string) =>
      (isNew ? settingProblem(view, creationPolicy(value)) : undefined) ??
      (value === "web-public" ? webPublicProblem(view) : undefined),
    toRequest: (value: string) => {
      const isPrivate = value.startsWith("private");
      const request = {
        ...(isNew ? { invite_only: isPrivate } : { is_private: isPrivate }),
        is_web_public: value === "web-public",
        history_public_to_subscribers: value !== "private",
      };
      return { request };
    },
  };
  return isNew
    ? field(view, subscribe, "invite_only", shared)
    : field(view, updateStream, "is_private", shared);
}

function creationPolicy(privacy: string): PolicyName {
  return privacy.startsWith("private")
    ? "create_private_stream_policy"
    : "create_public_stream_policy";
}

/** Requires all three: the server's setting, the organization's, and its policy for the user's role. */
function webPublicProblem(view: Replica): Problem {
  const old = levelProblem(view, streamSettings.is_web_public);
  if (old !== undefined) return old;
  const { settings } = view.organization;
  const isOff = (name: string) => settings[name] === false;
  if (isOff("server_web_public_streams_enabled") || isOff("enable_spectator_access"))
    return refusal(view, webPublicOff.text);
  return settingProblem(view, "create_web_public_stream_policy");
}

type Saving = Endpoint<string, typeof streamSettings>;

/** Days, `default` or `forever`; requests encode the latter two differently. */
function retentionField(view: Replica, to: Saving, { retentionDays }: EditedStream): SavedField {
  return field(view, to, "message_retention_days", {
    key: "retention",
    label: "Retention",
    value: retentionText(retentionDays),
    placeholder: "days, default or forever",
    problem: (value) =>
      retentionValue(value) === undefined
        ? serverSays(view, unknownRetention, { value })
        : undefined,
    toRequest: (value) => ({ request: { message_retention_days: retentionValue(value) } }),
  });
}

function retentionText(days: number | null): string {
  if (days === null) return "default";
  return days < 0 ? "forever" : String(days);
}

function retentionValue(text: string): number | string | undefined {
  const word = text.trim();
  if (word === "default" || word === "realm_default") return "realm_default";
  if (word === "forever" || word === "unlimited") return "unlimited";
  return /^[1-9]\d{0,5}$/.test(word) ? Number(word) : undefined;
}

/**
 * Only system groups, except everybody on the internet and owners. Sent under both of its names: the encoder picks the
 * one that the server's level knows.
 */
function removersField(view: Replica, to: Saving, { removers: value }: EditedStream): SavedField {
  const options = [...values(view.groups)]
    .filter(({ isSystem, name }) => isSystem && !/internet|owners|nobody/.test(name))
    .map(({ id, name }) => ({ value: String(id), title: systemGroupTitle(name) }));
  const { can_remove_subscribers_group: newer } = streamSettings;
  const name =
    levelProblem(view, newer) === undefined
      ? "can_remove_subscribers_group"
      : "can_remove_subscribers_group_id";
  const unknown = value === undefined ? "The server does not report who may." : undefined;
  return field(view, to, name, {
    key: "removers",
    label: "May remove",
    value: value ?? "",
    kind: { type: "choice", options },
    locked: unknown,
    toRequest: (text) => {
      const id = Number(text) as GroupId;
      const request = { can_remove_subscribers_group: id, can_remove_subscribers_group_id: id };
      return text === "" ? {} : { request };
    },
  });
}

/** The stream's shared settings, except its name and description. */
export function settingFields(
  view: Replica,
  to: typeof updateStream | typeof subscribe,
  subject: EditedStream,
): readonly SavedField[] {
  return [
    privacyField(view, subject, to === subscribe),
    field<typeof streamSettings>(view, to, "stream_post_policy", {
      key: "policy",
      label: "May post",
      value: subject.postPolicy,
    }),
    removersField(view, to, subject),
    retentionField(view, to, subject),
  ];
}
