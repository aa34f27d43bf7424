/** The forms of streams: creating one, its shared settings and the user's own, and its subscribers. */
import { values as allOf, get } from "#base/table.ts";
import {
  byLevel,
  endpointForm,
  type FieldRow,
  field,
  levelProblem,
  type Now,
  section,
  serverSays,
  textProblem,
} from "#commands/forms/endpoint-form.ts";
import { type Form, type Option, yesNo } from "#commands/forms/form.ts";
import { isTaken, peopleNamed } from "#commands/forms/names.ts";
import { permissionField } from "#commands/forms/permission-field.ts";
import type { SubscriptionProperty } from "#journal/actions/stream.ts";
import type { Problem } from "#model/limits.ts";
import {
  ofRealm,
  ofStream,
  permissionProblem,
  permittedOf,
  systemGroupNamed,
  toldPermitted,
} from "#model/permission.ts";
import {
  additionProblem,
  channelProblem,
  removalProblem,
  settingProblem,
} from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { type Privacy, privacyOf, privacyTitles, systemGroupTitle } from "#model/select/streams.ts";
import type { Stream, Subscription } from "#model/stream.ts";
import type { FormRef } from "#store/forms.ts";
import { type Endpoint, isKnownAt } from "#wire/endpoint.ts";
import {
  createStream,
  streamDescription,
  streamName,
  streamNameTaken,
  streamSettings,
  subscribe,
  unknownRetention,
  unsubscribe,
  updateStream,
  webPublicOff,
} from "#wire/endpoints/streams.ts";
import { setSubscriptionProperties, subscriptionProperties } from "#wire/endpoints/topics.ts";
import type { GroupId, StreamId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { type StreamPermission, streamPermissions } from "#wire/permission.ts";
import { folderField, ownFolderField } from "./folder-fields.ts";

type OwnProperty = Exclude<keyof Subscription, "colour">;

/** The user's own settings by their names on the wire. */
const ownSettings: readonly (readonly [
  SubscriptionProperty["property"],
  OwnProperty | "colour",
  string,
])[] = [
  ["is_muted", "muted", "Mute"],
  ["pin_to_top", "pinned", "Pin"],
  ["color", "colour", "Colour"],
  ["desktop_notifications", "desktopNotifications", "Desktop"],
  ["audible_notifications", "audibleNotifications", "Sound"],
  ["push_notifications", "pushNotifications", "Mobile"],
  ["email_notifications", "emailNotifications", "Email"],
  ["wildcard_mentions_notify", "wildcardMentionsNotify", "@all notifies"],
];

const inherited = [{ value: "inherited", title: "Inherited" }, ...yesNo];

const properties = { ...setSubscriptionProperties, parameters: subscriptionProperties };

function settingField([property, name, label]: (typeof ownSettings)[number]): FieldRow<Stream> {
  const isFlag = name === "muted" || name === "pinned";
  const isText = name === "colour";
  return field(properties, property, {
    flag: label.toLowerCase().replace(/^@/, "").replace(" ", "-"),
    label,
    // It is empty if the server does not tell.
    value: ({ subject: { subscription } }) =>
      subscription?.[name] === null ? "inherited" : (subscription?.[name] ?? ""),
    placeholder: "such as #76ce90",
    ...(!(isFlag || isText) && { kind: { type: "choice", options: inherited } }),
    locked: ({ subject }) =>
      subject.subscription === undefined ? "You are not subscribed." : undefined,
    problem: (value, { subject: { subscription } }) =>
      value === "inherited" && subscription?.[name] !== null
        ? "Servers cannot restore the inherited setting."
        : undefined,
    toRequest: (text, { subject: { id: streamId } }) => {
      const value = isText ? text.trim() : text === "true";
      return { actions: [{ kind: "subscription-property", streamId, property, value }] };
    },
  });
}

/** `own`: its current name. */
function nameTaken(view: Replica, name: string, own?: string): Problem {
  return isTaken(allOf(view.streams), name, own) ? serverSays(streamNameTaken) : undefined;
}

function streamOf({ streams }: Replica, { id }: Pick<FormRef, "id">): Stream | undefined {
  return get(streams, id as StreamId);
}

type EditedStream = Pick<
  Stream,
  | "description"
  | "folderId"
  | "historyPublic"
  | "isPrivate"
  | "isWebPublic"
  | "name"
  | "creatorId"
  | "permissions"
  | "postPolicy"
  | "retentionDays"
  | "topicsPolicy"
  | "pushDefault"
>;

/** The endpoints that save it; two of them create one. */
type To = typeof updateStream | typeof subscribe | typeof createStream;

const privacies = Object.keys(privacyTitles) as readonly Privacy[];

/** Private has another name in the request that creates a stream. */
function privacyField(to: To): FieldRow<EditedStream> {
  const isNew = to !== updateStream;
  const options = privacies.map((value) => ({ value, title: privacyTitles[value] }));
  return field<EditedStream, Endpoint["parameters"]>(to, isNew ? "invite_only" : "is_private", {
    key: "privacy",
    label: "Privacy",
    value: ({ subject }) => privacyOf(subject),
    kind: { type: "choice", options },
    problem: (value, { view }) =>
      (isNew ? creationProblem(view, value.startsWith("private")) : undefined) ??
      (value === "web-public" ? webPublicProblem(view) : undefined),
    toRequest: (value, { view }) => {
      const isPrivate = value.startsWith("private");
      // On older servers no stream is.
      const isTold = isKnownAt(streamSettings.is_web_public, view.realm.featureLevel);
      const request = {
        ...(isNew ? { invite_only: isPrivate } : { is_private: isPrivate }),
        ...(isTold && { is_web_public: value === "web-public" }),
        history_public_to_subscribers: value !== "private",
      };
      return { request };
    },
  });
}

function creationProblem(view: Replica, isPrivate: boolean): Problem {
  const kind = isPrivate ? "private" : "public";
  return settingProblem(view, `create_${kind}_stream_policy`, `create ${kind} streams`);
}

/** Requires all three: the server's setting, the organization's, and its policy for the user's role. */
function webPublicProblem(view: Replica): Problem {
  const old = levelProblem(view, streamSettings.is_web_public);
  if (old !== undefined) return old;
  const { settings } = view.organization;
  const isOff = (name: string) => settings[name] === false;
  if (isOff("server_web_public_streams_enabled") || isOff("enable_spectator_access"))
    return serverSays(webPublicOff);
  return settingProblem(view, "create_web_public_stream_policy", "create web-public streams");
}

/** Days, `default` or `forever`; requests encode the latter two differently. */
function retentionField(to: To): FieldRow<EditedStream> {
  return field<EditedStream, typeof streamSettings>(to, "message_retention_days", {
    key: "retention",
    label: "Retention",
    value: ({ subject }) => retentionText(subject.retentionDays),
    placeholder: "days, default or forever",
    problem: (value) =>
      retentionValue(value) === undefined ? serverSays(unknownRetention, { value }) : undefined,
    toRequest: (value) => ({ request: { message_retention_days: retentionValue(value) } }),
  });
}

/** It is empty if the server does not tell. */
function retentionText(days: Stream["retentionDays"]): string {
  if (days === undefined) return "";
  if (days === null) return "Default";
  return days < 0 ? "Forever" : String(days);
}

function retentionValue(text: string): number | string | undefined {
  const word = text.trim().toLowerCase();
  if (word === "default" || word === "realm_default") return "realm_default";
  if (word === "forever" || word === "unlimited") return "unlimited";
  return /^[1-9]\d{0,5}$/.test(word) ? Number(word) : undefined;
}

/** LEVEL(333): a policy before it. */
function postingField(to: To): FieldRow<EditedStream> {
  const row = { key: "posting", label: "May post", olderWords: { anyone: "everybody" } } as const;
  const older = field<EditedStream, typeof streamSettings>(to, "stream_post_policy", {
    ...row,
    value: ({ subject }) => subject.postPolicy,
  });
  const name = "can_send_message_group";
  return byLevel(permissionIn(to, { ...row, name }), older, streamPermissions[name]);
}

/** LEVEL(320): before it, only system groups, except everybody on the internet and owners. */
function removersField(to: To): FieldRow<EditedStream> {
  const name = "can_remove_subscribers_group";
  const permittedNow = to === updateStream ? toldPermitted : permittedOf;
  const row = {
    key: "removers",
    label: "May remove",
    locked: ({ view, subject }: Now<EditedStream>) =>
      permittedNow(view, ofStream(subject, name)) === undefined
        ? "The server does not report who may."
        : undefined,
  };
  const single = (sentAs: typeof name | `${typeof name}_id`) => ({
    ...row,
    value: ({ subject }: Now<EditedStream>) => removingGroup(subject) ?? "",
    kind: ({ view }: Now<EditedStream>) => ({ type: "choice", options: removers(view) }) as const,
    toRequest: (text: string) => {
      const id = Number(text) as GroupId;
      return text === "" ? {} : { request: { [sentAs]: id } };
    },
  });
  const renamed = field<EditedStream, Endpoint["parameters"]>(to, name, single(name));
  const olderName = `${name}_id` as const;
  const oldest = field<EditedStream, Endpoint["parameters"]>(to, olderName, single(olderName));
  const older = byLevel(renamed, oldest, since.removersName);
  return byLevel(permissionIn(to, { ...row, name }), older, since.settingChanges);
}

/** Undefined if it is not a group alone. */
function removingGroup({ permissions }: Pick<Stream, "permissions">): GroupId | undefined {
  const { people = [], groups = [] } = permissions.can_remove_subscribers_group ?? {};
  return people.length === 0 && groups.length === 1 ? groups[0] : undefined;
}

function removers({ groups }: Replica) {
  return [...allOf(groups)]
    .filter(({ isSystem, name }) => isSystem && !/internet|owners|nobody/.test(name))
    .map(({ id, name }) => ({ value: String(id), title: systemGroupTitle(name) }));
}

type NamedPermission = {
  readonly name: StreamPermission;
  readonly key: string;
  readonly label: string;
  readonly olderWords?: Readonly<Record<string, string>>;
  readonly locked?: (now: Now<EditedStream>) => Problem;
  readonly isFor?: (subject: EditedStream, view: Replica) => boolean;
};

function permissionIn(to: To, { name, ...row }: NamedPermission): FieldRow<EditedStream> {
  const permission = (stream: EditedStream) => ofStream(stream, name);
  return permissionField(to, { ...row, permission }, to === updateStream ? "changed" : "created");
}

/** Besides posting and removing, which older servers know in other forms. */
const furtherPermissions = [
  ["can_administer_channel_group", "administrators", "May administer"],
  ["can_add_subscribers_group", "adders", "May add people"],
  ["can_subscribe_group", "joiners", "May join"],
  ["can_create_topic_group", "starters", "May start topics"],
  ["can_move_messages_within_channel_group", "topic-editors", "May change topics"],
  ["can_move_messages_out_of_channel_group", "movers", "May move out"],
  ["can_resolve_topics_group", "resolvers", "May resolve"],
  ["can_delete_any_message_group", "deleters", "May delete any"],
  ["can_delete_own_message_group", "own-deleters", "May delete own"],
] as const satisfies readonly (readonly [StreamPermission, string, string])[];

/** Those that the server has: older ones have none of them. */
function permissionFields(to: To): readonly FieldRow<EditedStream>[] {
  return furtherPermissions.map(([name, key, label]) =>
    permissionIn(to, {
      name,
      key,
      label,
      isFor: (_, { realm }) => realm.featureLevel >= streamPermissions[name],
    }),
  );
}

const topicRules: readonly Option[] = [
  { value: "inherit", title: "Inherited" },
  { value: "allow_empty_topic", title: "May be empty" },
  { value: "disable_empty_topic", title: "Never empty" },
  { value: "empty_topic_only", title: "Always empty" },
];

function topicsField(to: To): FieldRow<EditedStream> {
  return field<EditedStream, Endpoint["parameters"]>(to, "topics_policy", {
    key: "topics",
    label: "Topics",
    // It is empty for a policy that weir does not know.
    value: ({ subject }) => subject.topicsPolicy ?? "",
    kind: { type: "choice", options: topicRules },
    isFor: (_, { realm }) => realm.featureLevel >= since.topicsPolicy,
    locked: ({ view }) =>
      permissionProblem(view, [ofRealm("can_set_topics_policy_group")], "set rules for topics"),
    problem: (value, { view }) =>
      value === "empty_topic_only"
        ? levelProblem(view, { since: since.emptyTopicsOnly })
        : undefined,
  });
}

/** The user's own setting of that kind is among those for the user. */
function pushField(to: To): FieldRow<EditedStream> {
  return field<EditedStream, typeof streamSettings>(to, "default_push_notifications", {
    key: "mobile-default",
    label: "Mobile by default",
    value: ({ subject }) => subject.pushDefault === true,
    isFor: (_, { realm }) => realm.featureLevel >= since.pushDefault,
  });
}

/** The stream's shared settings, except its name and description. */
function settingFields(to: To): readonly FieldRow<EditedStream>[] {
  return [
    privacyField(to),
    postingField(to),
    removersField(to),
    topicsField(to),
    retentionField(to),
    folderField(to),
    pushField(to),
  ];
}

export const streamForm = endpointForm<Stream>({
  saves: updateStream,
  deed: "change streams",
  subject: streamOf,
  refusal: ({ view, subject, deed }) => channelProblem(view, subject, deed),
  title: ({ subject }) => `Stream #${subject.name}`,
  fields: [
    ...section<Stream>("Stream", [
      field(updateStream, "new_name", {
        key: "name",
        label: "Name",
        value: ({ subject }) => subject.name,
        problem: (name, { view, subject }) => nameTaken(view, name, subject.name),
      }),
      field(updateStream, "description", {
        label: "Description",
        value: ({ subject }) => subject.description,
        placeholder: "Markdown in one line",
      }),
    ]),
    ...section<Stream>("Rules", settingFields(updateStream)),
    ...section<Stream>("More permissions", permissionFields(updateStream)),
    ...section("For you", [...ownSettings.slice(0, 3).map(settingField), ownFolderField]),
    ...section("Notifications", ownSettings.slice(3).map(settingField)),
  ],
  report: ({ name: before }, { name = before }) => `Changed #${name.trim()}`,
});

/** What new streams have by default. LEVEL(221): older servers do not say that administrators may remove subscribers. */
function defaultPermissions(view: Replica): Stream["permissions"] {
  const administrators = systemGroupNamed(view, "role:administrators")?.id;
  const name = "can_remove_subscribers_group";
  const isTold = view.organization.permissionRules["stream"]?.[name] !== undefined;
  return isTold || administrators === undefined
    ? {}
    : { [name]: { people: [], groups: [administrators] } };
}

/** Names of users, and of groups for their members. */
const people = {
  value: () => "",
  kind: {
    type: "people",
    groups: true,
    placeholder: "names of people and groups, comma-separated",
  },
} as const;

const othersNamed = (view: Replica, text: string) =>
  peopleNamed(view, text).some((id) => id !== view.ownId);

/** LEVEL(9): before it, addresses. */
function principals({ realm, people }: Replica, ids: readonly UserId[]): UserId[] | string[] {
  if (realm.featureLevel >= since.integerPrincipals) return [...ids];
  return ids.flatMap((id) => get(people, id)?.email ?? []);
}

/** Whether those who are added are told; nothing without somebody. */
function noticeField<Subject>(to: typeof subscribe | typeof createStream): FieldRow<Subject> {
  return field<Subject, Endpoint["parameters"]>(to, "send_new_subscription_messages", {
    key: "notify",
    label: "Notify them",
    value: () => true,
    disabledBy: ({ add = "" }) => (add.trim() === "" ? "Nobody is added." : undefined),
  });
}

const nameRow = { key: "name", label: "Name", value: () => "" } as const;
const descriptionRow = {
  key: "description",
  label: "Description",
  value: () => "",
  placeholder: "Markdown in one line",
} as const;
const addRow = {
  ...people,
  key: "add",
  label: "Add",
  problem: (text: string, { view }: Now<EditedStream>) =>
    othersNamed(view, text) ? additionProblem(view) : undefined,
} as const;

type Row = FieldRow<EditedStream>;
type Identity = readonly [name: Row, description: Row, people: Row];

/** The three of a new stream. */
const identity: Readonly<Record<"newer" | "older", Identity>> = {
  newer: [
    field(createStream, "name", {
      ...nameRow,
      problem: (name, { view }) => nameTaken(view, name),
    }),
    field(createStream, "description", descriptionRow),
    field(createStream, "subscribers", {
      ...addRow,
      toRequest: (text, { view }, { join }) => {
        const members = join === "true" ? [view.ownId] : [];
        return { request: { subscribers: [...new Set([...members, ...peopleNamed(view, text)])] } };
      },
    }),
  ],
  /** Up to level 416: both are parts of one parameter. */
  older: [
    field(subscribe, "subscriptions", {
      ...nameRow,
      problem: (name, { view }) =>
        textProblem(view, streamName, name) ?? nameTaken(view, name.trim()),
      toRequest: (name, _, { description = "" }) => ({
        request: { subscriptions: [{ name: name.trim(), description }] },
      }),
    }),
    field(subscribe, "subscriptions", {
      ...descriptionRow,
      problem: (text, { view }) => textProblem(view, streamDescription, text),
      toRequest: () => ({}),
    }),
    field(subscribe, "principals", {
      ...addRow,
      toRequest: (text, { view }) => ({
        request: {
          principals: principals(view, [...new Set([view.ownId, ...peopleNamed(view, text)])]),
        },
      }),
    }),
  ],
};

/** Sent with those who are added. */
const joinField = field<EditedStream, typeof createStream.parameters>(createStream, "subscribers", {
  key: "join",
  label: "Join it yourself",
  kind: { type: "choice", options: yesNo },
  value: () => true,
  toRequest: () => ({}),
});

function creationForm(to: typeof subscribe | typeof createStream): Form {
  const [name, description, added] = identity[to === createStream ? "newer" : "older"];
  return endpointForm<EditedStream>({
    saves: to,
    deed: "create streams",
    subject: (view) => ({
      name: "",
      description: "",
      isPrivate: false,
      isWebPublic: false,
      historyPublic: true,
      postPolicy: 1,
      creatorId: view.ownId,
      permissions: defaultPermissions(view),
      retentionDays: null,
      topicsPolicy: "inherit",
      folderId: undefined,
    }),
    title: () => "New stream",
    locked: ({ view }) => creationProblem(view, false) && creationProblem(view, true),
    fields: [
      ...section("Stream", [name, description]),
      ...section("Rules", settingFields(to)),
      ...section("More permissions", permissionFields(to)),
      ...section("People", [
        joinField,
        added,
        noticeField(to),
        field<EditedStream, Endpoint["parameters"]>(to, "announce", {
          label: "Announce it",
          value: () => false,
        }),
      ]),
    ],
    submit: "Create the stream",
    report: (_, { name = "" }) => `Created #${name.trim()}`,
  });
}

const [newer, older] = [creationForm(createStream), creationForm(subscribe)];
const formAt = ({ realm }: Replica) => (realm.featureLevel < since.streamCreation ? older : newer);

export const newStreamForm: Form = {
  declared: newer.declared,
  now: (view, ref) => formAt(view).now(view, ref),
  save: (view, ref, change) => formAt(view).save(view, ref, change),
};

export const streamPeopleForm = endpointForm<Stream>({
  saves: subscribe,
  deed: "change who is in a stream",
  subject: streamOf,
  title: ({ subject }) => `People in #${subject.name}`,
  explanation: ({ subject: { subscribers } }) => {
    const count = subscribers?.length;
    if (count === undefined) return [];
    return [count === 1 ? "1 person is in it." : `${count} people are in it.`];
  },
  fields: [
    field(subscribe, "principals", {
      ...people,
      key: "add",
      label: "Add",
      problem: (text, { view, subject }) =>
        othersNamed(view, text) ? additionProblem(view, subject) : undefined,
      toRequest: (text, { view, subject: { name } }) => ({
        request: {
          subscriptions: [{ name }],
          principals: principals(view, peopleNamed(view, text)),
        },
      }),
    }),
    noticeField(subscribe),
    field(unsubscribe, "principals", {
      ...people,
      key: "remove",
      label: "Remove",
      kind: { ...people.kind, placeholder: "names of people, comma-separated" },
      problem: (text, { view, subject }) =>
        absentProblem(view, subject, text) ?? othersProblem(view, subject, text),
      toRequest: (text, { view, subject: { name } }) => ({
        request: { subscriptions: [name], principals: principals(view, peopleNamed(view, text)) },
      }),
    }),
  ],
  report: ({ name }) => `Changed who is in #${name}`,
});

/** Known once the subscribers are. */
function absentProblem(view: Replica, { subscribers }: Stream, text: string): Problem {
  if (subscribers === undefined) return undefined;
  const absent = peopleNamed(view, text).find((person) => !subscribers.includes(person));
  if (absent === undefined) return undefined;
  return `${get(view.people, absent)?.name ?? "Somebody"} is not in this stream.`;
}

/** Everybody may remove themselves and their bots; others need the right to. */
function othersProblem(view: Replica, stream: Stream, text: string): Problem {
  const other = peopleNamed(view, text).find(
    (id) => id !== view.ownId && get(view.people, id)?.botOwnerId !== view.ownId,
  );
  return other === undefined ? undefined : removalProblem(view, stream);
}
