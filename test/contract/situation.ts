/**
 * The situation in which a real server was recorded, as far as the recordings tell it: its people, streams, groups,
 * messages and settings with their own IDs, for an embedded realm to be asked the same.
 */
import type { Realm } from "#realm/realm.ts";
import type { Blueprint, BlueprintStream, BlueprintUser, Role } from "#realm/seed/blueprint.ts";
import type { Change } from "#realm/state/changes.ts";
import { brandOf } from "#wire/server.ts";
import { savedChanges, watchChanges } from "../support/changes.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { type Exchange, readEverywhere } from "../support/recordings.ts";
import { type Archived, archivedStreams } from "./archived.ts";
import { type Fields, numbers, objects } from "./fields.ts";
import { nowSeconds } from "./moment.ts";
import { messageOf, toldMessages } from "./told-messages.ts";
import { visibilityOf } from "./visibility.ts";

export type SituatedRealm = {
  readonly realm: Realm;
  readonly clock: FakeClock;
  /** How much has changed since the situation was brought about. */
  readonly changes: () => number;
};

export type Situation = {
  /** The user ID behind the name that an exchange gives to whoever asked, such as `member:somebody`. */
  readonly idOf: (label: string) => number | undefined;
  /** The address that somebody signs in with. */
  readonly loginOf: (id: number) => string;
  /** The address that others write to. */
  readonly addressOf: (id: number) => string;
  /** A new realm in this situation, with or without a limit of requests. */
  readonly start: (rateLimit: boolean) => SituatedRealm;
};

type Answers = readonly (readonly [string, Fields])[];

let known: Answers | undefined;

/** Register answers with the label of whoever asked, the most telling last. */
function registers(): Answers {
  known ??= readEverywhere<Exchange>("register/*.json")
    .filter(([, { body }]) => body["result"] === "success")
    .map(([, { request, body }]) => ({ as: request.as ?? "", body, size: sizeOf(body) }))
    .sort((a, b) => a.size - b.size)
    .map(({ as, body }) => [as, body] as const);
  return known;
}

function sizeOf(fields: Fields): number {
  return JSON.stringify(fields).length;
}

/** A key as the realm takes it, made of a user's ID. */
export function keyOf(id: number): string {
  return String(id).padStart(32, "k");
}

function userOf(fields: Fields, isActive: boolean): BlueprintUser {
  const id = Number(fields["user_id"]);
  return {
    id,
    fullName: String(fields["full_name"]),
    email: String(fields["email"]),
    role: Number(fields["role"]) as Role,
    isBot: fields["is_bot"] === true,
    isWebhook: fields["bot_type"] === 2,
    ...(typeof fields["bot_owner_id"] === "number" ? { botOwnerId: fields["bot_owner_id"] } : {}),
    isActive,
    timezone: String(fields["timezone"] ?? ""),
    joinedAt: nowSeconds - 2_400,
    apiKey: keyOf(id),
    password: "PASSWORD",
  };
}

function streamOf(fields: Fields, subscribers: readonly number[]): BlueprintStream {
  return {
    id: Number(fields["stream_id"]),
    name: String(fields["name"]),
    description: String(fields["description"]),
    inviteOnly: fields["invite_only"] === true,
    isWebPublic: fields["is_web_public"] === true,
    color: "#76ce90",
    createdAt: Number(fields["date_created"] ?? 0),
    subscribers: subscribers.toSorted((a, b) => a - b),
  };
}

const streamLists = ["subscriptions", "unsubscribed", "never_subscribed", "streams"] as const;

type KnownStream = Archived & { readonly isArchived: boolean };

/** The streams of all register answers, each with everybody who was told to be in it; and those that no answer has any more. */
function streamsIn(answers: Answers): readonly KnownStream[] {
  const facts = new Map<number, Fields>();
  const members = new Map<number, Set<number>>();
  for (const [, body] of answers) {
    for (const key of streamLists) {
      for (const stream of objects(body[key])) {
        const id = Number(stream["stream_id"]);
        facts.set(id, { ...facts.get(id), ...stream });
        const known = members.get(id) ?? new Set();
        members.set(id, known);
        for (const one of numbers(stream["subscribers"])) known.add(one);
        if (key === "subscriptions") known.add(Number(body["user_id"]));
      }
    }
  }
  const present = [...facts].map(([id, fields]) => ({
    ...{ fields, members: [...(members.get(id) ?? [])], isArchived: false },
  }));
  const gone = archivedStreams().filter(({ fields }) => !facts.has(Number(fields["stream_id"])));
  return [...present, ...gone.map((one) => ({ ...one, isArchived: true }))];
}

function usersIn(answers: Answers) {
  const users = new Map<number, BlueprintUser>();
  const logins = new Map<number, string>();
  const profiles = new Map<number, Fields>();
  for (const [, body] of answers) {
    for (const [key, isActive] of [
      ["realm_non_active_users", false],
      ["realm_users", true],
    ] as const)
      for (const fields of objects(body[key])) {
        const id = Number(fields["user_id"]);
        users.set(id, userOf(fields, isActive));
        if (typeof fields["delivery_email"] === "string") logins.set(id, fields["delivery_email"]);
        if (typeof fields["profile_data"] === "object")
          profiles.set(id, (fields["profile_data"] ?? {}) as Fields);
      }
  }
  return { users, logins, profiles };
}

/** The longest list that any answer has under that key. */
function longest(answers: Answers, key: string): readonly Fields[] {
  const lists = answers.map(([, body]) => objects(body[key]));
  return lists.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

function streamSaved({ fields, isArchived }: KnownStream, defaults: readonly number[]): Change {
  const id = Number(fields["stream_id"]);
  const retention = fields["message_retention_days"];
  return {
    kind: "stream saved",
    stream: {
      ...{ id, name: String(fields["name"]) },
      ...{ description: String(fields["description"]), color: "#76ce90" },
      inviteOnly: fields["invite_only"] === true,
      isWebPublic: fields["is_web_public"] === true,
      historyPublic: fields["history_public_to_subscribers"] === true,
      postPolicy: Number(fields["stream_post_policy"]),
      createdAt: Number(fields["date_created"]),
      retention: typeof retention === "number" ? retention : null,
      removers: Number(fields["can_remove_subscribers_group"]),
      creatorId: typeof fields["creator_id"] === "number" ? fields["creator_id"] : null,
      isDefault: defaults.includes(id),
      isArchived,
    },
  };
}

/** What a blueprint cannot say, as changes since the birth. */
function changesOf(answers: Answers): Change[] {
  const last = answers.at(-1)?.[1] ?? {};
  const { profiles } = usersIn(answers);
  const defaults = longest(answers, "realm_default_streams").map((one) => Number(one["stream_id"]));
  const streams = streamsIn(answers).map((one) => streamSaved(one, defaults));
  const groups = objects(last["realm_user_groups"]).map(
    (group): Change => ({
      kind: "group saved",
      group: {
        ...{ id: Number(group["id"]), name: String(group["name"]) },
        description: String(group["description"]),
        members: numbers(group["members"]),
        subgroups: numbers(group["direct_subgroup_ids"]),
        isSystem: group["is_system_group"] === true,
        canMention: Number(group["can_mention_group"]),
      },
    }),
  );
  const fields = objects(last["custom_profile_fields"]);
  const profileFields: Change = {
    kind: "profile fields set",
    fields: fields.map((field) => ({
      ...{ id: Number(field["id"]), type: Number(field["type"]), name: String(field["name"]) },
      ...{ hint: String(field["hint"]), data: String(field["field_data"]) },
      ...(typeof field["order"] === "number" ? { order: field["order"] } : {}),
      inSummary: field["display_in_profile_summary"] === true,
      isRequired: field["required"] === true,
    })),
  };
  const emoji = Object.values((last["realm_emoji"] ?? {}) as Record<string, Fields>).map(
    (one): Change => ({
      kind: "emoji saved",
      emoji: {
        ...{ id: Number(one["id"]), name: String(one["name"]), path: String(one["source_url"]) },
        ...{ picture: { type: "image/png", base64: "" }, authorId: Number(one["author_id"]) },
        isActive: one["deactivated"] !== true,
      },
    }),
  );
  const patterns: Change = {
    kind: "linkifiers set",
    linkifiers: longest(answers, "realm_linkifiers").map((one) => ({
      ...{ id: Number(one["id"]), pattern: String(one["pattern"]) },
      template: String(one["url_template"]),
    })),
  };
  const profileValues = [...profiles].map(([personId, values]): Change => {
    const profile = Object.entries(values).map(([id, told]) => [
      id,
      String((told as Fields)["value"]),
    ]);
    return { kind: "person changed", personId, facts: { profile: Object.fromEntries(profile) } };
  });
  return [
    ...streams,
    ...groups,
    ...emoji,
    patterns,
    profileFields,
    ...profileValues,
    ...personalChanges(answers),
  ];
}

/** What register answers tell of those who asked: of each, the most telling one. */
function personalChanges(answers: Answers): Change[] {
  const own = new Map(answers.map(([, body]) => [Number(body["user_id"]), body] as const));
  return [...own].flatMap(([userId, body]) => {
    if (Number.isNaN(userId)) return [];
    const words = Array.isArray(body["alert_words"]) ? body["alert_words"].map(String) : [];
    const policies = objects(body["user_topics"]).map(
      (entry): Change => ({
        kind: "topic policy set",
        userId,
        entry: {
          ...{ streamId: Number(entry["stream_id"]), topic: String(entry["topic_name"]) },
          ...{ policy: Number(entry["visibility_policy"]), at: Number(entry["last_updated"]) },
        },
      }),
    );
    const muted = objects(body["muted_users"]).map(
      ({ id, timestamp }): Change => ({
        ...{ kind: "person muted", userId, otherId: Number(id), at: Number(timestamp) },
      }),
    );
    const settings = Object.entries((body["user_settings"] ?? {}) as Fields).map(
      ([property, value]): Change => ({ kind: "setting set", userId, property, value }),
    );
    return [{ kind: "alert words set", userId, words }, ...policies, ...muted, ...settings];
  });
}

/**
 * Built once: reading the recordings takes longer than starting a realm. `begin` is a register answer that counts more
 * than all others: the situation is the one that it tells of.
 */
export function situation(begin?: Fields): Situation {
  const answers = [...registers(), ...(begin === undefined ? [] : [["", begin] as const])];
  if (answers.length === 0)
    throw new RangeError("No register answer tells who and what was there.");
  const { users, logins } = usersIn(answers);
  const found = toldMessages();
  const streams = streamsIn(answers);
  const streamIds = streams.map(({ fields }) => Number(fields["stream_id"]));
  const messages = [...found.values()]
    .map(messageOf)
    .filter((one) => !("streamId" in one) || streamIds.includes(one.streamId))
    .sort((a, b) => a.id - b.id);
  const asked = new Map(answers.map(([label, body]) => [label, Number(body["user_id"])]));
  const last = answers.at(-1)?.[1] ?? {};
  const blueprint: Blueprint = {
    realm: { name: String(last["realm_name"]), description: String(last["realm_description"]) },
    users: [...users.values()],
    groups: [],
    streams: streams.map(({ fields, members }) => streamOf(fields, members)),
    messages,
    you: {
      userId: users.keys().next().value ?? 0,
      ...{ subscriptions: [], topicPolicies: [], unread: [], starred: [], drafts: [] },
      alertWords: [],
    },
  };
  const changes = changesOf(answers);
  const brand = brandOf(last).prefix;
  const own = new Set(
    changes.flatMap((change) => (change.kind === "group saved" ? [change.group.id] : [])),
  );
  const label = (text: string) => text.replace(/^.*:/, "").replace(/ .*$/, "").toLowerCase();
  return {
    idOf: (text) => {
      const known = asked.get(text);
      if (known !== undefined && !Number.isNaN(known)) return known;
      const name = label(text);
      return [...users.values()].find(
        ({ id, fullName }) =>
          logins.get(id)?.toLowerCase().startsWith(name) || fullName.toLowerCase().includes(name),
      )?.id;
    },
    loginOf: (id) => logins.get(id) ?? users.get(id)?.email ?? "",
    addressOf: (id) => users.get(id)?.email ?? "",
    start: (rateLimit) => {
      const clock = fakeClock((nowSeconds + 60) * 1000);
      let count = 0;
      const save = savedChanges(blueprint, changes);
      const { realm } = startRealm({ clock, blueprint, save, brand, rateLimit });
      watchChanges(realm, () => {
        count += 1;
      });
      const { people } = realm.control.server.state;
      for (const id of people.groups.keys()) if (!own.has(id)) people.groups.delete(id);
      for (const [id, person] of people.byId) {
        const login = logins.get(id);
        if (login === undefined) continue;
        const emailVisibility = visibilityOf(id, person.email);
        const whole = { ...person, loginEmail: login, emailVisibility };
        people.byId.set(id, whole);
        people.byEmail.set(whole.email.toLowerCase(), whole);
        people.byLogin.set(login.toLowerCase(), whole);
      }
      count = 0;
      return { realm, clock, changes: () => count };
    },
  };
}
