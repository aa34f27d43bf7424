/** Who may know of a stream, change it and empty it; and be in it, and put others in and out. */
import {
  administrators,
  allowed,
  commoners,
  type Deed,
  everybody,
  members,
  noSuchStream,
  notPermitted,
  onlyAdministrators,
  onlyOwners,
  refused,
  shows,
  withholds,
} from "./deed.ts";
import { archived, left } from "./given.ts";
import { streams, systemGroups } from "./village.ts";

const stream = (id: number) => ({ stream_id: id });

/** The same relations for everything that begins with knowing of a stream. */
function knowersOf(action: string, ofSecret: Deed["outcomes"]): readonly Deed[] {
  return [
    {
      action,
      relation: "a public stream of theirs",
      at: stream(streams.open),
      outcomes: { [everybody]: allowed },
    },
    {
      action,
      relation: "a public stream that they are not in",
      at: stream(streams.apart),
      outcomes: { [members]: allowed, guest: noSuchStream },
    },
    {
      action,
      relation: "a web-public stream that they are not in",
      at: stream(streams.web),
      outcomes: { [everybody]: allowed },
    },
    {
      action,
      relation: "a private stream of theirs",
      at: stream(streams.team),
      outcomes: { [everybody]: allowed },
    },
    {
      action,
      relation: "a private stream that they are not in",
      at: stream(streams.secret),
      outcomes: ofSecret,
    },
    {
      action,
      relation: "a private stream that they left",
      given: [left(streams.team)],
      at: stream(streams.team),
      outcomes: ofSecret,
    },
    {
      action,
      relation: "a stream of theirs that was archived",
      given: [archived(streams.open)],
      at: stream(streams.open),
      outcomes: ofSecret,
    },
  ];
}

/** Administrators are told of all streams, though not of what is said there. */
const toldOfAll = { [administrators]: allowed, [commoners]: noSuchStream };
const toldOfNone = { [everybody]: noSuchStream };

function named(...names: readonly string[]) {
  return { streams: names.map((name) => ({ name })) };
}

const notInTheQuery = refused("User not authorized for this query");
const noSuchName = (name: string) => refused(`Invalid channel name '${name}'`);

const knowing: readonly Deed[] = [
  ...knowersOf("GET /streams/{stream_id}", toldOfAll),
  ...knowersOf("GET /streams/{stream_id}/members", toldOfAll),
  ...knowersOf("GET /users/me/{stream_id}/topics", toldOfNone),
  {
    action: "GET /get_stream_id",
    relation: "a public stream that they are not in",
    asks: { stream: "apart" },
    outcomes: { [members]: shows({ stream_id: streams.apart }), guest: noSuchName("apart") },
  },
  {
    action: "GET /get_stream_id",
    relation: "a private stream that they are not in",
    asks: { stream: "secret" },
    outcomes: { [everybody]: noSuchName("secret") },
  },
  {
    action: "GET /streams",
    relation: "those that everybody may know of",
    outcomes: {
      "owner administrator moderator newcomer bot": withholds(
        named("apart", "board", "crowd", "open", "team", "web"),
      ),
      member: withholds(named("apart", "board", "crowd", "den", "open", "team", "web")),
      guest: withholds(named("board", "crowd", "open", "team")),
    },
  },
  {
    action: "GET /streams",
    relation: "those that all the world may read",
    asks: { include_public: false, include_subscribed: false, include_web_public: true },
    outcomes: { [everybody]: withholds(named("web")) },
  },
  {
    action: "GET /streams",
    relation: "all that there are",
    asks: { include_all_active: true },
    outcomes: {
      [administrators]: shows(
        named("apart", "board", "crowd", "den", "open", "secret", "team", "web"),
      ),
      [commoners]: notInTheQuery,
    },
  },
  {
    action: "GET /streams",
    relation: "those of the bot's owner",
    asks: { include_public: false, include_subscribed: false, include_owner_subscribed: true },
    outcomes: { bot: shows(named("board", "crowd", "den", "open", "team")) },
  },
  {
    action: "GET /users/me/subscriptions",
    relation: "their own",
    outcomes: {
      member: shows({
        subscriptions: ["board", "crowd", "den", "open", "team"].map((name) => ({ name })),
      }),
      "owner administrator moderator newcomer guest bot": withholds({
        subscriptions: ["board", "crowd", "open", "team"].map((name) => ({ name })),
      }),
    },
  },
];

const change = "PATCH /streams/{stream_id}";
const words = { description: "better" };
const onlyManagers = { [administrators]: allowed, [commoners]: onlyAdministrators };

const changing: readonly Deed[] = [
  {
    action: change,
    relation: "a public stream of theirs",
    at: stream(streams.open),
    asks: words,
    outcomes: onlyManagers,
  },
  {
    action: change,
    relation: "a public stream that they are not in",
    at: stream(streams.apart),
    asks: { new_name: "near" },
    outcomes: {
      [administrators]: allowed,
      "moderator member newcomer bot": onlyAdministrators,
      guest: noSuchStream,
    },
  },
  {
    action: change,
    relation: "a private stream of theirs",
    at: stream(streams.team),
    asks: { stream_post_policy: 2 },
    outcomes: onlyManagers,
  },
  {
    action: change,
    relation: "a private stream that they are not in",
    at: stream(streams.secret),
    asks: words,
    outcomes: toldOfAll,
  },
  {
    action: change,
    relation: "who may read a private stream that they are not in",
    at: stream(streams.secret),
    asks: { is_private: false },
    outcomes: toldOfNone,
  },
  {
    action: change,
    relation: "who may read a private stream of theirs",
    at: stream(streams.team),
    asks: { is_private: false },
    outcomes: onlyManagers,
  },
  {
    action: change,
    relation: "who may put people out of it",
    at: stream(streams.open),
    asks: { can_remove_subscribers_group: systemGroups.moderators },
    outcomes: onlyManagers,
  },
  {
    action: change,
    relation: "how long its messages are kept",
    at: stream(streams.open),
    asks: { message_retention_days: 30 },
    outcomes: { owner: allowed, administrator: onlyOwners, [commoners]: onlyAdministrators },
  },
  ...[
    { policy: 7, outcomes: { owner: allowed, administrator: notPermitted } },
    { policy: 2, outcomes: { [administrators]: allowed } },
    { policy: 4, outcomes: { [administrators]: allowed } },
    { policy: 6, outcomes: { [administrators]: notPermitted } },
  ].map(
    ({ policy, outcomes }): Deed => ({
      action: change,
      relation: `into a web-public one, create_web_public_stream_policy ${policy}`,
      realm: { enable_spectator_access: true, create_web_public_stream_policy: policy },
      at: stream(streams.open),
      asks: { is_web_public: true },
      outcomes: { ...(outcomes as Deed["outcomes"]), [commoners]: onlyAdministrators },
    }),
  ),
  {
    action: change,
    relation: "into a web-public one, where there are none",
    at: stream(streams.open),
    asks: { is_web_public: true },
    outcomes: {
      [administrators]: refused("Web-public channels are not enabled."),
      [commoners]: onlyAdministrators,
    },
  },
  {
    action: change,
    relation: "one that is archived",
    given: [archived(streams.open)],
    at: stream(streams.open),
    asks: words,
    outcomes: { [everybody]: noSuchStream },
  },
];

const archive = "DELETE /streams/{stream_id}";
const empty = "POST /streams/{stream_id}/delete_topic";

const ending: readonly Deed[] = [
  {
    action: archive,
    relation: "a public stream of theirs",
    at: stream(streams.open),
    outcomes: onlyManagers,
  },
  {
    action: archive,
    relation: "a private stream that they are not in",
    at: stream(streams.secret),
    outcomes: toldOfAll,
  },
  {
    action: archive,
    relation: "a public stream that they are not in",
    at: stream(streams.apart),
    outcomes: {
      [administrators]: allowed,
      "moderator member newcomer bot": onlyAdministrators,
      guest: noSuchStream,
    },
  },
  {
    action: empty,
    relation: "a topic of a stream of theirs",
    at: stream(streams.open),
    asks: { topic_name: "hello" },
    outcomes: onlyManagers,
  },
  {
    action: empty,
    relation: "a topic of a private stream that they are not in",
    at: stream(streams.secret),
    asks: { topic_name: "hello" },
    outcomes: { [administrators]: noSuchStream, [commoners]: onlyAdministrators },
  },
  {
    action: empty,
    relation: "a topic of a stream that is archived",
    given: [archived(streams.open)],
    at: stream(streams.open),
    asks: { topic_name: "hello" },
    outcomes: { [administrators]: noSuchStream, [commoners]: onlyAdministrators },
  },
  {
    action: archive,
    relation: "one that is archived already",
    given: [archived(streams.open)],
    at: stream(streams.open),
    outcomes: {
      [administrators]: refused("Channel is already deactivated"),
      [commoners]: noSuchStream,
    },
  },
];

export const streamDeeds: readonly Deed[] = [...knowing, ...changing, ...ending];
