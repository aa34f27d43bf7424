/** Endpoints for streams: listing, updating, archiving, deleting topics, and subscribing to them. */
import * as z from "zod";
import { atMost, errorsOf, notBlank, without } from "#wire/checks.ts";
import { type ErrorRow, endpoint, hint, json, numbered, optional, plain } from "#wire/endpoint.ts";
import {
  noSuchStream,
  noSuchStreamName,
  noSuchUser,
  notAllowed,
  outOfTime,
  ownersOnly,
  refused,
  staleSetting,
} from "#wire/error-rows.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { folderId, groupId, streamId, userId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { asked, identifies, object, otherwise } from "#wire/object.ts";
import {
  changedPermissions,
  createdPermissions,
  realmPermissions,
  streamPermissions,
} from "#wire/permission.ts";
import { stream, topicsPolicy } from "#wire/stream.ts";
import { administrators, members, owners } from "#wire/user.ts";

/** LEVEL(325): since then, a stream may have administrators of its own. */
const olderAdministrators = {
  ...administrators,
  until: streamPermissions.can_administer_channel_group - 1,
};

const retention = optional(
  json(z.union([z.int(), z.string()]), {
    since: 17,
    who: owners,
    description: "days, or realm_default, or unlimited",
    // LEVEL(91): `forever` before it.
    encode: (value, level) =>
      value === "unlimited" && level < since.unlimited ? "forever" : value,
  }),
);

/** Settings given on creation, which may be changed later. */
export const streamSettings = {
  is_web_public: optional(json(z.boolean(), { since: 98 })),
  history_public_to_subscribers: optional(json(z.boolean())),
  stream_post_policy: optional(
    numbered(
      [
        { value: 1, words: "everybody" },
        { value: 2, words: "administrators" },
        { value: 3, words: "full members" },
        { value: 4, words: "moderators" },
      ],
      // LEVEL(333): ignored since then, in favour of `can_send_message_group`.
      { since: 1, until: 332 },
    ),
  ),
  message_retention_days: retention,
  folder_id: optional(
    json(folderId.nullable(), { since: since.folders, description: "null: in no folder" }),
  ),
  default_push_notifications: optional(
    json(z.boolean(), {
      since: since.pushDefault,
      who: administrators,
      description: "true: whoever joins for the first time has mobile notifications",
    }),
  ),
  can_remove_subscribers_group_id: optional(
    json(groupId, {
      since: 161,
      until: 196,
      description: "the older name of can_remove_subscribers_group",
    }),
  ),
} as const;

const topicsPolicyExtras = {
  since: since.topicsPolicy,
  description: "whether topics may be empty; empty_topic_only from level 404",
} as const;

/** LEVEL(197): the first of them was called `can_remove_subscribers_group_id` before it. */
const permissions = { ...streamPermissions, can_remove_subscribers_group: since.removersName };

/** A stream's name, for creating and renaming. */
export const streamName = plain(z.string(), {
  jsonUntil: 63,
  isTrimmed: true,
  checks: [
    notBlank(refused("name empty", "Channel name can't be empty.")),
    atMost(
      "streamNameLength",
      refused("name too long", "Channel name too long (limit: <limit> characters)."),
    ),
    without(
      /[\p{Cc}\p{Cs}\p{NChar}]/u,
      refused(
        "unprintable character in the name",
        "Invalid character in channel name, at position <position>.",
      ),
    ),
  ],
});

export const streamNameErrors: readonly ErrorRow[] = errorsOf(streamName);

export const streamDescription = plain(z.string(), {
  jsonUntil: 63,
  description: "Markdown in one line",
  checks: [
    atMost(
      "streamDescriptionLength",
      refused("description too long", "description is too long (limit: <limit> characters)"),
    ),
  ],
});

const streamLimits = [
  { of: "Stream name length", value: "`max_stream_name_length` from the register response" },
  {
    of: "Stream description length",
    value: "`max_stream_description_length` from the register response",
  },
];

export const getStreams = endpoint("GET /streams", {
  heading: "GET /streams — get all streams",
  summary: "lists streams",
  parameters: {
    include_public: optional(json(z.boolean(), { default: true })),
    include_web_public: optional(json(z.boolean(), { default: false })),
    include_subscribed: optional(json(z.boolean(), { default: true })),
    include_all_active: optional(
      json(z.boolean(), { until: 355, default: false, description: "administrators only" }),
    ),
    include_all: optional(
      json(z.boolean(), { since: 356, default: false, description: "all that you may know of" }),
    ),
    exclude_archived: optional(json(z.boolean(), { since: 315, default: true })),
    include_default: optional(json(z.boolean(), { default: false })),
    include_owner_subscribed: optional(
      json(z.boolean(), { default: false, description: "for bots: the streams of their owner" }),
    ),
  },
  answer: object({ streams: z.array(stream) }, { streams: asked }),
  errors: [
    refused("non-administrator uses include_all_active", "User not authorized for this query"),
  ],
});

export const webPublicOff = refused(
  "web-public streams are switched off",
  "Web-public channels are not enabled.",
);

export const streamNameTaken = refused("name taken", "Channel name already in use.");

const streamNotArchived = refused(
  "unarchived without being archived",
  "Channel is not currently deactivated",
);

export const unknownRetention: ErrorRow = {
  when: "retention neither days nor a known word",
  code: "REQUEST_VARIABLE_INVALID",
  text: "Bad value for 'message_retention_days': <value>",
  extra: ["var_name", "bad_value"],
};

export const updateStream = endpoint("PATCH /streams/{stream_id}", {
  heading: "PATCH /streams/{stream_id} — update a stream",
  summary: "changes a stream; administrators only, and from level 325 on those of the stream",
  parameters: {
    description: optional(streamDescription),
    new_name: optional(streamName),
    is_private: optional(json(z.boolean())),
    ...streamSettings,
    // LEVEL(184): up to it, the document permits administrators all of the call.
    message_retention_days: { ...retention, who: { ...owners, since: documentLevel + 1 } },
    topics_policy: optional(plain(topicsPolicy, topicsPolicyExtras)),
    ...changedPermissions(permissions),
    is_archived: optional(
      json(z.boolean(), { since: since.unarchiving, description: "false unarchives it" }),
    ),
    is_announcement_only: optional(
      json(z.boolean(), {
        deprecated: 1,
        until: 332,
        description: "stream_post_policy is its successor",
      }),
    ),
  },
  who: [olderAdministrators],
  errors: [
    { ...noSuchStream, when: "unknown stream" },
    refused("invalid permission combination", "Invalid parameters"),
    { ...ownersOnly, when: "retention changed by somebody who is not an owner" },
    refused("default stream made private", "A default channel cannot be private."),
    {
      when: "group is not a system group",
      code: "SYSTEM_GROUP_REQUIRED",
      text: "'can_remove_subscribers_group' must be a system user group.",
      extra: ["setting_name"],
    },
    refused(
      "group is internet or owners",
      "'can_remove_subscribers_group' setting cannot be set to '<group>' group.",
    ),
    streamNameTaken,
    refused("name is the present one", "Channel already has that name."),
    webPublicOff,
    ...streamNameErrors,
    ...errorsOf(streamDescription),
    unknownRetention,
    staleSetting,
    streamNotArchived,
  ],
  limits: streamLimits,
});

export const getStream = endpoint("GET /streams/{stream_id}", {
  heading: "protocol reference 7.6",
  summary: "shows a stream",
  since: 132,
  answer: object({ stream }, { stream: asked }),
  errors: [noSuchStream],
});

export const getStreamAddress = endpoint("GET /streams/{stream_id}/email_address", {
  heading: "protocol reference 7.6",
  summary: "shows the address at which a stream takes mail",
  since: 226,
  /** From level 335 on: as whom its messages are sent; you when absent. */
  parameters: { sender_id: optional(json(userId, { since: 335 })) },
  answer: object({ email: z.string() }, { email: asked }),
  // LEVEL(448): since then, only who may post there learns it.
  errors: [noSuchStream, notAllowed],
});

export const archiveStream = endpoint("DELETE /streams/{stream_id}", {
  heading: "protocol reference 7.6",
  summary: "archives a stream; administrators only, and from level 325 on those of the stream",
  who: [olderAdministrators],
  errors: [noSuchStream, refused("archived already", "Channel is already deactivated")],
});

export const deleteTopic = endpoint("POST /streams/{stream_id}/delete_topic", {
  summary: "deletes all messages of a topic, newest first",
  batches: true,
  parameters: { topic_name: plain(z.string()) },
  /** LEVEL(211): false when time ran out; from 154 to 210 the answer is `partially_completed` instead. */
  who: [{ ...administrators, until: realmPermissions.can_delete_any_message_group - 1 }],
  answer: object({ complete: z.boolean().optional() }),
  errors: [outOfTime, noSuchStream],
});

export const getStreamId = endpoint("GET /get_stream_id", {
  heading: "protocol reference 7.6",
  summary: "gets the ID of a stream by name",
  parameters: { stream: plain(z.string()) },
  answer: object({ stream_id: streamId }, { stream_id: identifies }),
  errors: [noSuchStreamName],
});

export const getMembers = endpoint("GET /streams/{stream_id}/members", {
  heading: "protocol reference 7.6",
  summary: "lists the subscribers of a stream",
  /** LEVEL(79): addresses before it. */
  answer: object({ subscribers: z.array(z.union([userId, z.string()])) }, { subscribers: asked }),
  errors: [noSuchStream],
});

// Endpoints for subscriptions: subscribing, creating streams, unsubscribing, and settings.

const requestedStream = z.looseObject({
  name: z.string(),
  description: z.string().optional(),
  color: z.string().optional(),
});

/** LEVEL(9): IDs; addresses at every level. */
const principals = optional(
  json(z.union([z.array(z.string()), z.array(z.int())]), {
    description: "IDs or addresses of others; you when absent",
  }),
);

/** From level 397 on: whether the server's bot writes to those who were added. */
const sendsNotices = {
  send_new_subscription_messages: optional(
    json(z.boolean(), { since: since.additionNotices, default: true }),
  ),
} as const;

const newPrivacy = {
  announce: optional(json(z.boolean(), { default: false })),
  invite_only: optional(json(z.boolean(), { default: false, description: "for new streams" })),
} as const;

/** JSON, unlike the one that changes a stream. */
const newTopicsPolicy = {
  topics_policy: optional(json(topicsPolicy, topicsPolicyExtras)),
} as const;

/** By address; from level 289 on by user ID. */
const namesByPerson = z.record(z.string(), z.array(z.string()));

export const subscribe = endpoint("POST /users/me/subscriptions", {
  heading: "protocol reference 7.6",
  summary: "subscribes you or others to streams, creating those that do not exist",
  parameters: {
    subscriptions: json(z.array(requestedStream), {
      description: 'such as [{"name": "garden"}]; description and color are optional',
    }),
    principals,
    authorization_errors_fatal: hint(
      optional(
        json(z.boolean(), {
          default: true,
          description: "false: what is refused is listed instead",
        }),
      ),
    ),
    ...newPrivacy,
    ...streamSettings,
    ...newTopicsPolicy,
    ...sendsNotices,
    ...createdPermissions(permissions),
  },
  who: [members],
  answer: object(
    {
      subscribed: namesByPerson,
      already_subscribed: namesByPerson,
      unauthorized: z.array(z.string()).optional(),
      /** From level 397 on: false if there would have been too many. */
      new_subscription_messages_sent: z.boolean().optional(),
    },
    { subscribed: otherwise({}), already_subscribed: otherwise({}) },
  ),
  errors: [
    refused("no access", "Unable to access channel (<name>)."),
    notAllowed,
    noSuchUser,
    ...streamNameErrors,
    { ...ownersOnly, when: "retention set by somebody who is not an owner" },
    refused("default stream that is private", "A default channel cannot be private."),
  ],
});

/** Refuses a taken name, to which `POST /users/me/subscriptions` would subscribe people. */
export const createStream = endpoint("POST /channels/create", {
  heading: "protocol reference, part 2, 4.3",
  summary: "creates a stream, for you or for others alone",
  since: since.streamCreation,
  parameters: {
    name: streamName,
    description: optional(streamDescription),
    subscribers: json(z.array(userId), { description: "IDs of people, you or not; may be empty" }),
    ...newPrivacy,
    is_default_stream: optional(json(z.boolean(), { default: false })),
    ...streamSettings,
    ...newTopicsPolicy,
    ...sendsNotices,
    ...createdPermissions(permissions),
  },
  who: [members],
  answer: object({ id: streamId }, { id: identifies }),
  errors: [
    // GAP(taken-stream-name): what the server says of a taken name.
    streamNameTaken,
    notAllowed,
    noSuchUser,
    ...streamNameErrors,
    ...errorsOf(streamDescription),
    { ...ownersOnly, when: "retention set by somebody who is not an owner" },
    refused("default stream that is private", "A default channel cannot be private."),
  ],
  limits: streamLimits,
});

export const unsubscribe = endpoint("DELETE /users/me/subscriptions", {
  heading: "DELETE /users/me/subscriptions — unsubscribe from streams",
  summary: "unsubscribes you or others from streams",
  parameters: {
    subscriptions: json(z.array(z.string()), { description: "names of streams" }),
    principals,
  },
  answer: object(
    { removed: z.array(z.string()), not_removed: z.array(z.string()) },
    { removed: otherwise([]), not_removed: otherwise([]) },
  ),
  errors: [
    refused("stream does not exist", "Channel(s) (<name>) do not exist"),
    notAllowed,
    noSuchUser,
  ],
});

/** LEVEL(170): the way to mute a topic before POST /user_topics. */
export const muteTopic = endpoint("PATCH /users/me/subscriptions/muted_topics", {
  heading: "protocol reference 7.6",
  summary: "mutes or unmutes a topic on old servers",
  parameters: {
    stream: optional(plain(z.string(), { description: "the stream's name, if not its ID" })),
    stream_id: optional(json(streamId)),
    topic: plain(z.string()),
    op: plain(z.enum(["add", "remove"])),
  },
  errors: [
    noSuchStream,
    refused("stream named and unknown", "Invalid channel name '<name>'"),
    refused("stream neither named nor numbered", "Missing 'stream_id' argument"),
    {
      ...refused(
        "stream named and numbered",
        "Unsupported parameter combination: stream_id, stream",
      ),
      extra: ["parameters"],
    },
    refused("topic too long", "topic is too long (limit: 60 characters)"),
    refused("stream unknown, to unmute in", "Topic is not muted"),
  ],
});
