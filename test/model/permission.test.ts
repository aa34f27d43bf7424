/** Who has a permission whose value is a group, by the rules of servers; and the sentences for those who have not. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import {
  admits,
  ofGroup,
  ofRealm,
  ofStream,
  permissionProblem,
  permittedOf,
  postersTitle,
  postPolicyOf,
} from "#model/permission.ts";
import {
  additionProblem,
  channelProblem,
  deleteProblem,
  groupProblem,
  moveProblem,
  postProblem,
  rejoinProblem,
  removalProblem,
  resolveProblem,
  settingProblem,
  topicEditProblem,
  wildcardMentionProblem,
} from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import type { GroupId } from "#wire/ids.ts";
import { groupPermissions, realmPermissions, streamPermissions } from "#wire/permission.ts";
import * as make from "../support/make.ts";
import { step } from "../support/replica.ts";

const { me, ada, brook, general, backend } = make;
const names = [
  "nobody",
  "owners",
  "administrators",
  "moderators",
  "fullmembers",
  "members",
  "everyone",
];
/** Their IDs, each of which contains the one before it. */
const groupOf = Object.fromEntries(names.map((name, at) => [name, at + 1])) as Record<
  string,
  number
>;

type Keys = Readonly<Record<string, unknown>>;
const rule = (default_group_name: string, keys: Keys = {}) => ({
  default_group_name,
  allow_everyone_group: false,
  ...keys,
});
const guests = { allow_everyone_group: true };

const rules = {
  realm: {
    can_delete_any_message_group: rule("role:administrators"),
    can_delete_own_message_group: rule("role:everyone", guests),
    can_move_messages_between_topics_group: rule("role:everyone", guests),
    can_move_messages_between_channels_group: rule("role:members"),
    can_resolve_topics_group: rule("role:everyone", guests),
    can_mention_many_users_group: rule("role:administrators", guests),
    can_create_public_channel_group: rule("role:members"),
    can_manage_all_groups: rule("role:owners"),
  },
  stream: {
    can_send_message_group: rule("role:everyone", guests),
    can_administer_channel_group: rule("channel_creator"),
    can_remove_subscribers_group: rule("role:administrators", guests),
    can_delete_any_message_group: rule("role:nobody"),
    can_subscribe_group: rule("role:nobody"),
    can_add_subscribers_group: rule("role:nobody"),
    can_move_messages_within_channel_group: rule("role:nobody"),
    can_move_messages_out_of_channel_group: rule("role:nobody"),
    can_resolve_topics_group: rule("role:nobody"),
  },
  group: {
    can_manage_group: rule("group_creator", { default_for_system_groups: "role:nobody" }),
    can_join_group: rule("role:nobody"),
    can_leave_group: rule("role:everyone", guests),
    can_add_members_group: rule("group_creator"),
    can_remove_members_group: rule("role:nobody"),
  },
};

const levels = { realm: realmPermissions, stream: streamPermissions, group: groupPermissions };

function rulesAt(level: number) {
  const known = Object.entries(rules).map(([kind, all]) => {
    const first: Readonly<Record<string, number>> = levels[kind as keyof typeof levels];
    return [
      kind,
      Object.fromEntries(Object.entries(all).filter(([name]) => (first[name] ?? 0) <= level)),
    ];
  });
  return Object.fromEntries(known);
}

type World = {
  readonly role?: number;
  readonly realm?: Keys;
  readonly stream?: Keys;
  readonly crew?: Keys;
  /** A private stream without the user. */
  readonly secret?: Keys;
  readonly level?: number;
};

const crew = 20 as GroupId;

/** At level 500; the user is a member and `crew` has Ada and, as a subgroup, the moderators. */
function world({
  role = 400,
  realm = {},
  stream = {},
  crew: own = {},
  secret = {},
  level = 500,
}: World = {}) {
  const homes: Readonly<Record<number, string>> = {
    100: "owners",
    200: "administrators",
    300: "moderators",
    400: "fullmembers",
    600: "everyone",
  };
  const system = names.map((name, at) => ({
    id: at + 1,
    name: `role:${name}`,
    description: "",
    members: homes[role] === name ? [me] : [],
    direct_subgroup_ids: at < 2 ? [] : [at],
    is_system_group: true,
  }));
  const replica = make.replica({
    realm_users: [
      make.person(me, { full_name: "Me", role }),
      make.person(ada, { full_name: "Ana Ruiz" }),
      make.person(brook, { full_name: "Brook", is_active: true }),
    ],
    realm_user_groups: [
      ...system,
      {
        id: crew,
        name: "crew",
        description: "",
        members: [ada],
        direct_subgroup_ids: [groupOf["moderators"]],
        creator_id: ada,
        ...own,
      },
    ],
    subscriptions: [make.subscription(general, { name: "general", creator_id: ada, ...stream })],
    never_subscribed: [
      make.stream(backend, {
        name: "backend",
        invite_only: true,
        history_public_to_subscribers: true,
        ...secret,
      }),
    ],
    server_supported_permission_settings: rulesAt(level),
    ...Object.fromEntries(Object.entries(realm).map(([key, value]) => [`realm_${key}`, value])),
  });
  return { ...replica, realm: { ...replica.realm, featureLevel: level } };
}

function streamIn(replica: Replica, id = general) {
  const stream = get(replica.streams, id);
  if (stream === undefined) throw new RangeError("No such stream.");
  return stream;
}
function crewIn(replica: Replica) {
  const group = get(replica.groups, crew);
  if (group === undefined) throw new RangeError("No such group.");
  return group;
}

const members = (...direct_members: number[]) => ({
  direct_members,
  direct_subgroups: [] as number[],
});
const groups = (...direct_subgroups: number[]) => ({
  direct_members: [] as number[],
  direct_subgroups,
});
const { moderators, everyone, nobody } = groupOf as Record<string, number>;
const topic = { kind: "topic", streamId: general, topic: "topic" } as const;
const posting = (value: unknown) => ({ stream: { can_send_message_group: value } });
const post = (replica: Replica) => postProblem(replica, topic);
const theirs = (replica: Replica) => deleteProblem(replica, fromWireMessage(make.message()), 0);
const moved = (replica: Replica) =>
  moveProblem(
    replica,
    fromWireMessage(make.message()),
    { from: { streamId: general, topic: "a" }, to: { streamId: backend, topic: "a" } },
    0,
  );

test.each<[string, World, (replica: Replica) => string | undefined, string | undefined]>([
  ["a group", { ...posting(moderators), role: 300 }, post, undefined],
  ["a group of a lower role", { ...posting(moderators), role: 200 }, post, undefined],
  ["a group without the user", posting(moderators), post, "Only moderators may post in #general."],
  ["a person", posting(members(me)), post, undefined],
  [
    "people and groups",
    posting({ direct_members: [ada], direct_subgroups: [moderators] }),
    post,
    "Only moderators and Ana Ruiz may post in #general.",
  ],
  ["a group within a group", { ...posting(crew), role: 300 }, post, undefined],
  ["nobody", posting(nobody), post, "Nobody may post in #general."],
  ["nobody, for an owner", { ...posting(nobody), role: 100 }, post, "Nobody may post in #general."],
  ["an unknown group", posting(99), post, undefined],
  ["no value: the default", {}, post, undefined],
  [
    "an older server's policy",
    { level: 332, stream: { stream_post_policy: 2 } },
    post,
    "Only administrators may post in #general.",
  ],
  [
    "a policy beside the permission",
    { stream: { stream_post_policy: 2, can_send_message_group: everyone } },
    post,
    undefined,
  ],
  ["guests where they may", { ...posting(everyone), role: 600 }, post, undefined],
  [
    "deleting by the realm",
    { realm: { can_delete_any_message_group: members(me) } },
    theirs,
    undefined,
  ],
  [
    "deleting by the stream",
    { stream: { can_delete_any_message_group: members(me) } },
    theirs,
    undefined,
  ],
  [
    "guests where they may not, even if listed",
    { role: 600, realm: { can_delete_any_message_group: members(me) } },
    theirs,
    "Guests may not delete messages of others.",
  ],
  [
    "deleting by neither",
    { stream: { can_delete_any_message_group: members(ada) } },
    theirs,
    "Only administrators and Ana Ruiz may delete messages of others.",
  ],
  [
    "an administrator without the right",
    { role: 200, realm: { can_delete_any_message_group: nobody } },
    theirs,
    "Nobody may delete messages of others.",
  ],
  ["deleting on older servers", { level: 280, role: 200, realm: {} }, theirs, undefined],
  [
    "topics",
    { realm: { can_move_messages_between_topics_group: moderators } },
    (one) => topicEditProblem(one, general),
    "Only moderators may change topics.",
  ],
  [
    "topics by the stream",
    {
      realm: { can_move_messages_between_topics_group: moderators },
      stream: { can_move_messages_within_channel_group: members(me) },
    },
    (one) => topicEditProblem(one, general),
    undefined,
  ],
  [
    "resolving without changing topics",
    { realm: { can_move_messages_between_topics_group: nobody } },
    (one) => resolveProblem(one, general),
    undefined,
  ],
  [
    "resolving by neither",
    {
      realm: {
        can_move_messages_between_topics_group: nobody,
        can_resolve_topics_group: moderators,
      },
    },
    (one) => resolveProblem(one, general),
    "Only moderators may resolve topics.",
  ],
  [
    "resolving while that is changing topics",
    { level: 366, realm: { edit_topic_policy: 2 } },
    (one) =>
      resolveProblem(
        { ...one, organization: { ...one.organization, permissionRules: {} } },
        general,
      ),
    "Only administrators may change topics.",
  ],
  ["moving into a private stream", {}, moved, "Only subscribers may post in #backend."],
  [
    "moving out",
    { realm: { can_move_messages_between_channels_group: moderators } },
    moved,
    "Only moderators may move messages to another stream.",
  ],
  [
    "mentions of many",
    {},
    (one) => wildcardMentionProblem(one, 40),
    "Only administrators may mention all 40 people here at once.",
  ],
  [
    "mentions of many, permitted",
    { realm: { can_mention_many_users_group: everyone, wildcard_mention_policy: 6 } },
    (one) => wildcardMentionProblem(one, 40),
    undefined,
  ],
  [
    "adding people by the stream",
    {
      realm: { can_add_subscribers_group: moderators },
      stream: { can_add_subscribers_group: members(me) },
    },
    (one) => additionProblem(one, streamIn(one)),
    undefined,
  ],
  [
    "adding people by neither",
    { realm: { can_add_subscribers_group: moderators } },
    (one) => additionProblem(one, streamIn(one)),
    "Only moderators may add people to streams.",
  ],
  [
    "adding people to a private stream from outside",
    { role: 200 },
    (one) => additionProblem(one, streamIn(one, backend)),
    "Only subscribers may add people to #backend.",
  ],
  [
    "channel administrators",
    { stream: { can_administer_channel_group: members(me) } },
    (one) => channelProblem(one, streamIn(one), "change streams"),
    undefined,
  ],
  [
    "the creator by default",
    {},
    (one) => channelProblem(one, streamIn(one), "change streams"),
    "Only administrators and Ana Ruiz may change streams.",
  ],
  [
    "no creator",
    { stream: { creator_id: null } },
    (one) => channelProblem(one, streamIn(one), "change streams"),
    "Only administrators may change streams.",
  ],
  [
    "removing as a channel administrator",
    { stream: { can_administer_channel_group: members(me) } },
    (one) => removalProblem(one, streamIn(one)),
    undefined,
  ],
  [
    "creating",
    { realm: { can_create_public_channel_group: moderators, create_public_stream_policy: 1 } },
    (one) => settingProblem(one, "create_public_stream_policy", "create public streams"),
    "Only moderators may create public streams.",
  ],
  [
    "managing a group",
    {},
    (one) => groupProblem(one, crewIn(one), "manage"),
    "Only owners and Ana Ruiz may change this group.",
  ],
  [
    "joining a group",
    { crew: { can_join_group: everyone } },
    (one) => groupProblem(one, crewIn(one), "join"),
    undefined,
  ],
  [
    "adding others to it",
    { crew: { can_join_group: everyone } },
    (one) => groupProblem(one, crewIn(one), "add"),
    "Only owners and Ana Ruiz may add people to this group.",
  ],
  ["leaving it", {}, (one) => groupProblem(one, crewIn(one), "leave"), undefined],
  [
    "managing all groups",
    { realm: { can_manage_all_groups: members(me) } },
    (one) => groupProblem(one, crewIn(one), "manage"),
    undefined,
  ],
  [
    "a manager who is no member, before there were any",
    { level: 304 },
    (one) => groupProblem(one, crewIn(one), "manage"),
    undefined,
  ],
])("%s", (_, options, problem, expected) => {
  expect(problem(world(options))).toBe(expected);
});

test.each([
  ["joiners", 500, { can_subscribe_group: members(me) }, undefined],
  ["those who add people", 500, { can_add_subscribers_group: members(me) }, undefined],
  ["joiners below 354", 353, { can_subscribe_group: members(me) }, "subscribers"],
  ["others", 500, { can_subscribe_group: members(ada) }, "subscribers"],
  [
    "joiners without its history",
    500,
    { can_subscribe_group: members(me), history_public_to_subscribers: false },
    "subscribers",
  ],
])("a private stream takes messages from %s at level %i", (_, level, secret, expected) => {
  const problem = postProblem(world({ level, secret }), { ...topic, streamId: backend });
  expect(problem).toBe(expected && "Only subscribers may post in #backend.");
});

test.each([
  ["owners", 100, true, undefined],
  ["owners where that is off", 100, false, "subscribers"],
  ["administrators", 200, true, "subscribers"],
])("a private stream takes messages from %s", (_, role, isOn, expected) => {
  const open = world({ role, secret: {}, realm: { owner_full_content_access: isOn } });
  const problem = postProblem(open, { ...topic, streamId: backend });
  expect(problem).toBe(expected && "Only subscribers may post in #backend.");
  const stream = get(open.streams, backend);
  expect(stream && rejoinProblem(open, stream) === undefined).toBe(expected === undefined);
});

test.each([
  [{ can_send_message_group: everyone, stream_post_policy: 1 }, 1, "Everybody", undefined],
  [{ can_send_message_group: members(me), stream_post_policy: 1 }, undefined, "Me", undefined],
  // As if its value could not be read.
  [{ stream_post_policy: 1 }, undefined, "unknown", undefined],
  [{ stream_post_policy: 2 }, undefined, "unknown", "Only administrators may post in #general."],
])("of who may post, nothing is said that the server does not tell: %j", (stream, ...expected) => {
  const now = world({ stream });
  const own = streamIn(now);
  expect([postPolicyOf(now, own), postersTitle(now, own), post(now)]).toEqual(expected);
});

test("events change permissions at once, and end the policies that they replaced", () => {
  const before = world({ realm: { edit_topic_policy: 5 } });
  const settings = (replica: Replica) => replica.organization.settings;
  expect(settings(before)["edit_topic_policy"]).toBe(5);
  const data = { can_move_messages_between_topics_group: groups(moderators ?? 0) };
  const change = make.event("realm", { op: "update_dict", property: "default", data });
  const after = step(before, change);
  expect(settings(after)).not.toHaveProperty("edit_topic_policy");
  expect(topicEditProblem(after, general)).toBe("Only moderators may change topics.");
  const update = make.event("stream", {
    op: "update",
    stream_id: general,
    name: "general",
    property: "can_move_messages_within_channel_group",
    value: members(me),
  });
  expect(topicEditProblem(step(after, update), general)).toBeUndefined();
  const joined = make.event("user_group", {
    op: "add_members",
    group_id: moderators,
    user_ids: [me],
  });
  expect(topicEditProblem(step(after, joined), general)).toBeUndefined();
});

test.each([302, 303])("deactivated people have no permission; level %i", (level) => {
  const replica = world({ stream: { can_send_message_group: members(ada, brook) }, level });
  const posters = (now: Replica) => ofStream(streamIn(now), "can_send_message_group");
  expect(admits(replica, posters(replica), brook)).toBe(true);
  const turn = (now: Replica, is_active: boolean) =>
    step(now, make.event("realm_user", { op: "update", person: { user_id: brook, is_active } }));
  const gone = turn(replica, false);
  expect(admits(gone, posters(gone), brook)).toBe(false);
  // The value that the server has, with which a change of it must agree.
  const both = { people: [ada, brook], groups: [] };
  const left = level < 303 ? both : { people: [ada], groups: [] };
  expect(permittedOf(gone, posters(gone))).toEqual(left);
  // No event says so of streams.
  const back = turn(gone, true);
  expect(permittedOf(back, posters(back))).toEqual(both);
});

/** As servers do it: everybody who can be reached through subgroups, by repetition until nothing changes. */
function reached(subgroups: readonly (readonly number[])[], from: readonly number[]): Set<number> {
  const found = new Set(from);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const id of [...found]) for (const inner of subgroups[id] ?? []) found.add(inner);
  }
  return found;
}

test("a permission is had through groups of any depth, in circles too, and named only by its own groups", () => {
  const count = 8;
  const ids = fc.array(fc.nat({ max: count - 1 }), { maxLength: 3 });
  fc.assert(
    fc.property(
      fc.array(ids, { minLength: count, maxLength: count }),
      ids,
      ids,
      (within, homes, named) => {
        const first = 100;
        const all = within.map((inner, at) => ({
          id: first + at,
          name: `g${at}`,
          description: "",
          members: homes.includes(at) ? [me] : [],
          direct_subgroup_ids: inner.map((one) => first + one),
          is_system_group: false,
        }));
        const replica = make.replica({
          realm_user_groups: all,
          realm_can_delete_any_message_group: groups(...named.map((one) => first + one)),
        });
        const expected = homes.some((home) => reached(within, named).has(home));
        const permission = ofRealm("can_delete_any_message_group");
        expect(admits(replica, permission, me)).toBe(expected);
        const problem = permissionProblem(replica, [permission], "do it");
        expect(problem === undefined).toBe(expected);
        if (problem !== undefined) for (const one of named) expect(problem).toContain(`g${one}`);
      },
    ),
  );
});

test("what a server says neither of a value nor of a rule is its to decide", () => {
  const replica = { ...world(), organization: { ...world().organization, permissionRules: {} } };
  expect(permissionProblem(replica, [ofRealm("can_manage_all_groups")], "do it")).toBeUndefined();
  expect(
    permissionProblem(replica, [ofGroup(crewIn(replica), "can_manage_group")], "do it"),
  ).toBeUndefined();
  expect(channelProblem(replica, streamIn(replica), "change streams")).toBeUndefined();
});
