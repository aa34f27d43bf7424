/** Who may come into which stream, make one, and put others in and out; and set what a stream is to them. */
import {
  administrators,
  allowed,
  byPolicy,
  commoners,
  type Deed,
  everybody,
  members,
  noSuchStream,
  notForGuests,
  notPermitted,
  onlyOwners,
  refused,
  shows,
  withholds,
  without,
} from "./deed.ts";
import { archived, did, didBefore, joined, left } from "./given.ts";
import { cast, others, streams, systemGroups } from "./village.ts";

const subscribe = "POST /users/me/subscriptions";
const into = (...names: readonly string[]) => ({ subscriptions: names.map((name) => ({ name })) });
const noWayIn = refused("Unable to access channel (secret).");
const newOne = "fresh";

/** The two endpoints by which somebody comes into streams. */
const comingBy = [{ action: subscribe, asks: into }] as const;

const coming: readonly Deed[] = [
  ...comingBy.flatMap(({ action, asks }): readonly Deed[] => [
    {
      action,
      relation: "into a public stream",
      asks: asks("apart"),
      outcomes: { [members]: allowed, guest: notForGuests },
    },
    {
      action,
      relation: "into a private stream",
      asks: asks("apart", "secret"),
      outcomes: { [members]: noWayIn, guest: notForGuests },
    },
  ]),
  {
    action: subscribe,
    relation: "into a private stream among others, if it can be",
    asks: { ...into("apart", "secret"), authorization_errors_fatal: false },
    outcomes: { [members]: shows({ unauthorized: ["secret"] }), guest: notForGuests },
  },
];

const refusals = { others: notPermitted, guests: notForGuests };

const making: readonly Deed[] = [
  ...byPolicy(
    "create_public_stream_policy",
    [1, 2, 3, 4],
    { action: subscribe, relation: "making a public stream", asks: into(newOne) },
    refusals,
  ),
  ...byPolicy(
    "create_private_stream_policy",
    [1, 2, 3, 4],
    {
      action: subscribe,
      relation: "making a private stream",
      asks: { ...into(newOne), invite_only: true },
    },
    refusals,
  ),
  ...[
    { policy: 7, may: "owner" },
    { policy: 2, may: administrators },
    { policy: 4, may: "owner administrator moderator" },
  ].map(
    ({ policy, may }): Deed => ({
      action: subscribe,
      relation: `making a web-public stream, create_web_public_stream_policy ${policy}`,
      realm: { enable_spectator_access: true, create_web_public_stream_policy: policy },
      asks: { ...into(newOne), is_web_public: true },
      outcomes: { [may]: allowed, [without(`${may} guest`)]: notPermitted, guest: notForGuests },
    }),
  ),
  {
    action: subscribe,
    relation: "making a stream that keeps its messages for some days",
    asks: { ...into(newOne), message_retention_days: 30 },
    outcomes: {
      owner: allowed,
      "administrator moderator member newcomer bot": onlyOwners,
      guest: notForGuests,
    },
  },
];

const inviting: readonly Deed[] = [
  ...byPolicy(
    "invite_to_stream_policy",
    [1, 2, 3, 4],
    {
      action: subscribe,
      relation: "putting somebody into a stream",
      given: [({ realm }) => realm.control.unsubscribe(others.other, streams.open)],
      asks: { ...into("open"), principals: [others.other] },
    },
    refusals,
  ),
  {
    action: subscribe,
    relation: "putting somebody into a private stream that they are not in themselves",
    asks: { ...into("secret"), principals: [others.stray] },
    outcomes: { [members]: noWayIn, guest: notForGuests },
  },
  {
    action: subscribe,
    relation: "putting somebody into a private stream of theirs",
    asks: { ...into("team"), principals: [others.stray] },
    outcomes: { [members]: allowed, guest: notForGuests },
  },
  {
    action: subscribe,
    relation: "putting somebody in who has left",
    asks: { ...into("open"), principals: [others.gone] },
    outcomes: { [members]: refused("User is deactivated"), guest: notForGuests },
  },
];

const unsubscribe = "DELETE /users/me/subscriptions";
const outOf = (...subscriptions: readonly string[]) => ({ subscriptions });

function removers(stream: number, groupId: number) {
  const setting = { can_remove_subscribers_group: groupId };
  return did(cast.owner, "PATCH", `/streams/${stream}`, setting);
}

const out = (who: number, ...names: readonly string[]) => ({
  ...outOf(...names),
  principals: [who],
});

const leaving: readonly Deed[] = [
  {
    action: unsubscribe,
    relation: "themselves out of a public stream",
    asks: outOf("open"),
    outcomes: { [everybody]: shows({ removed: ["open"], not_removed: [] }) },
  },
  {
    action: unsubscribe,
    relation: "themselves out of a private stream",
    asks: outOf("team"),
    outcomes: { [everybody]: shows({ removed: ["team"], not_removed: [] }) },
  },
  {
    action: unsubscribe,
    relation: "themselves out of a stream that they are not in",
    asks: outOf("secret"),
    outcomes: { [everybody]: withholds({ removed: [], not_removed: ["secret"] }) },
  },
  {
    action: unsubscribe,
    relation: "somebody else",
    asks: out(others.other, "open"),
    outcomes: { [administrators]: allowed, [commoners]: notPermitted },
  },
  {
    action: unsubscribe,
    relation: "somebody else, out of a private stream that they are not in themselves",
    asks: out(others.other, "secret"),
    outcomes: { [administrators]: allowed, [commoners]: notPermitted },
  },
  {
    action: unsubscribe,
    relation: "somebody else, where moderators may",
    given: [removers(streams.open, systemGroups.moderators)],
    asks: out(others.other, "open"),
    outcomes: {
      "owner administrator moderator": allowed,
      "member newcomer guest bot": notPermitted,
    },
  },
  {
    action: unsubscribe,
    relation: "somebody else, where everybody may",
    given: [removers(streams.open, systemGroups.everyone)],
    asks: out(others.other, "open"),
    outcomes: { [everybody]: allowed },
  },
  {
    action: unsubscribe,
    relation: "somebody else, where everybody may who can see the stream",
    given: [removers(streams.apart, systemGroups.everyone)],
    asks: out(others.other, "apart"),
    outcomes: { [members]: allowed, guest: notPermitted },
  },
  {
    action: unsubscribe,
    relation: "somebody else, out of a private stream where everybody may who is in it",
    given: [removers(streams.secret, systemGroups.everyone)],
    asks: out(others.other, "secret"),
    outcomes: { [administrators]: allowed, [commoners]: notPermitted },
  },
  {
    action: unsubscribe,
    relation: "the member's bot",
    asks: out(cast.bot, "open"),
    outcomes: {
      "owner administrator member bot": allowed,
      "moderator newcomer guest": notPermitted,
    },
  },
  {
    action: unsubscribe,
    relation: "the member's bot and somebody else",
    asks: { ...outOf("open"), principals: [cast.bot, others.other] },
    outcomes: { [administrators]: allowed, [commoners]: notPermitted },
  },
  {
    action: unsubscribe,
    relation: "the member's bot, out of a private stream that the member is not in",
    given: [joined(cast.bot, streams.secret)],
    asks: out(cast.bot, "secret"),
    outcomes: {
      "owner administrator bot": allowed,
      "moderator member newcomer guest": notPermitted,
    },
  },
  {
    action: unsubscribe,
    relation: "somebody else's bot",
    given: [joined(others.stray, streams.open)],
    asks: out(others.stray, "open"),
    outcomes: { [administrators]: allowed, [commoners]: notPermitted },
  },
  {
    action: unsubscribe,
    relation: "somebody who has left",
    asks: out(others.gone, "open"),
    outcomes: { [administrators]: refused("User is deactivated") },
  },
];

const notIn = refused(`Not subscribed to channel ID ${streams.apart}`);
const pin = { property: "pin_to_top", value: true };
const mute = "PATCH /users/me/subscriptions/muted_topics";

/** What somebody does with one stream; the same outcomes hold however they ask for it. */
type Way = {
  readonly action: string;
  readonly of: (stream: number) => Pick<Deed, "at" | "asks">;
};

/** The two endpoints by which somebody sets what a stream is to them. */
const settingBy: readonly Way[] = [
  {
    action: "POST /users/me/subscriptions/properties",
    of: (stream) => ({ asks: { subscription_data: [{ stream_id: stream, ...pin }] } }),
  },
];

const policy = (id: number, visibility_policy: number) => ({
  stream_id: id,
  topic: "hello",
  visibility_policy,
});

/** The two endpoints by which somebody mutes a topic. */
const mutingBy: readonly Way[] = [
  { action: "POST /user_topics", of: (stream) => ({ asks: policy(stream, 1) }) },
  {
    action: mute,
    of: (stream) => ({ asks: { stream_id: stream, topic: "hello", op: "add" } }),
  },
];

const setting: readonly Deed[] = [
  ...settingBy.flatMap(({ action, of }): readonly Deed[] => [
    {
      action,
      relation: "a stream of theirs",
      ...of(streams.open),
      outcomes: { [everybody]: allowed },
    },
    {
      action,
      relation: "a public stream that they are not in",
      ...of(streams.apart),
      outcomes: { [members]: notIn, guest: noSuchStream },
    },
    {
      action,
      relation: "a private stream that they are not in",
      ...of(streams.secret),
      outcomes: { [everybody]: noSuchStream },
    },
    {
      action,
      relation: "a stream of theirs that was archived",
      given: [archived(streams.open)],
      ...of(streams.open),
      outcomes: { [everybody]: noSuchStream },
    },
  ]),
  ...mutingBy.flatMap(({ action, of }): readonly Deed[] => [
    {
      action,
      relation: "a topic of a public stream that they are not in",
      ...of(streams.apart),
      outcomes: { [members]: allowed, guest: noSuchStream },
    },
    {
      action,
      relation: "a topic of a private stream that they are not in",
      ...of(streams.secret),
      outcomes: { [everybody]: noSuchStream },
    },
    {
      action,
      relation: "a topic of a stream that is archived",
      given: [archived(streams.open)],
      ...of(streams.open),
      outcomes: { [everybody]: noSuchStream },
    },
  ]),
  {
    action: "POST /user_topics",
    relation: "following a topic of a private stream that they are not in",
    asks: policy(streams.secret, 3),
    outcomes: { [everybody]: noSuchStream },
  },
  {
    action: "POST /user_topics",
    relation: "taking it back in a private stream that they left",
    given: [didBefore("POST", "/user_topics", policy(streams.team, 1)), left(streams.team)],
    asks: policy(streams.team, 0),
    outcomes: { [everybody]: allowed },
  },
  {
    action: mute,
    relation: "taking it back in a private stream that they left",
    given: [didBefore("POST", "/user_topics", policy(streams.team, 1)), left(streams.team)],
    asks: { stream_id: streams.team, topic: "hello", op: "remove" },
    outcomes: { [everybody]: allowed },
  },
];

export const subscriptionDeeds: readonly Deed[] = [
  ...coming,
  ...making,
  ...inviting,
  ...leaving,
  ...setting,
];
