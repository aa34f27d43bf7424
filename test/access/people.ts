/** Who may do what to people, groups and themselves. */
import {
  administrators,
  allowed,
  byPolicy,
  commoners,
  type Deed,
  everybody,
  humans,
  members,
  notForBots,
  notForGuests,
  notPermitted,
  type Outcome,
  onlyAdministrators,
  onlyOwners,
  refused,
  shows,
  withholds,
  without,
} from "./deed.ts";
import { did, didBefore } from "./given.ts";
import { cast, group, groupName, others, systemGroups } from "./village.ts";

const user = (id: number) => ({ user_id: id });
const noSuchUser = refused("No such user");
const isGone = refused("User is deactivated");
const managers = { [administrators]: allowed, [commoners]: notPermitted };

const change = "PATCH /users/{user_id}";
const secondOwner = did(cast.owner, "PATCH", `/users/${others.other}`, { role: 100 });

const roles: readonly Deed[] = [
  {
    action: change,
    relation: "somebody's name",
    at: user(others.other),
    asks: { full_name: "Another" },
    outcomes: managers,
  },
  {
    action: change,
    relation: "their own name",
    at: (me) => user(me),
    asks: { full_name: "Another" },
    outcomes: managers,
  },
  {
    action: change,
    relation: "the name of the member's bot",
    at: user(cast.bot),
    asks: { full_name: "Machine" },
    outcomes: managers,
  },
  {
    action: change,
    relation: "somebody to an administrator",
    at: user(others.other),
    asks: { role: 200 },
    outcomes: managers,
  },
  {
    action: change,
    relation: "somebody to an owner",
    at: user(others.other),
    asks: { role: 100 },
    outcomes: { owner: allowed, administrator: onlyOwners, [commoners]: notPermitted },
  },
  {
    action: change,
    relation: "an owner to a member",
    given: [secondOwner],
    at: user(others.other),
    asks: { role: 400 },
    outcomes: { owner: allowed, administrator: onlyOwners, [commoners]: notPermitted },
  },
  {
    action: change,
    relation: "the only owner to a member",
    at: user(cast.owner),
    asks: { role: 400 },
    outcomes: {
      owner: refused("The owner permission cannot be removed from the only organization owner."),
      administrator: onlyOwners,
      [commoners]: notPermitted,
    },
  },
  {
    action: change,
    relation: "the name of somebody who has left",
    at: user(others.gone),
    asks: { full_name: "Away" },
    outcomes: managers,
  },
];

const deactivate = "DELETE /users/{user_id}";
const reactivate = "POST /users/{user_id}/reactivate";
const leave = "DELETE /users/me";

const coming: readonly Deed[] = [
  { action: deactivate, relation: "somebody", at: user(others.other), outcomes: managers },
  {
    action: deactivate,
    relation: "an owner",
    given: [secondOwner],
    at: user(others.other),
    outcomes: { owner: allowed, administrator: onlyOwners, [commoners]: notPermitted },
  },
  {
    action: deactivate,
    relation: "the only owner",
    at: user(cast.owner),
    outcomes: {
      owner: refused("Cannot deactivate the only organization owner"),
      administrator: onlyOwners,
      [commoners]: notPermitted,
    },
  },
  {
    action: deactivate,
    relation: "the member's bot",
    at: user(cast.bot),
    outcomes: { [administrators]: noSuchUser, [commoners]: notPermitted },
  },
  {
    action: deactivate,
    relation: "somebody who has left",
    at: user(others.gone),
    outcomes: { [administrators]: isGone, [commoners]: notPermitted },
  },
  {
    action: reactivate,
    relation: "somebody who has left",
    at: user(others.gone),
    outcomes: managers,
  },
  {
    action: leave,
    relation: "the only owner and others",
    outcomes: {
      owner: refused(
        "Cannot deactivate the only organization owner.",
        "CANNOT_DEACTIVATE_LAST_USER",
      ),
      "administrator moderator member newcomer guest": allowed,
      bot: notForBots,
    },
  },
  {
    action: leave,
    relation: "one of two owners",
    given: [secondOwner],
    outcomes: { owner: allowed },
  },
];

const otherAddress = "other@village.example";
const address = (delivery_email: string | null) => ({
  user: { user_id: others.other, delivery_email },
});

function hidden(visibility: number) {
  return did(others.other, "PATCH", "/settings", { email_address_visibility: visibility });
}

/** Whoever may see the address of somebody who shows it to these; all others see that there is none. */
const addresses: readonly Deed[] = [
  { visibility: 1, seen: everybody },
  { visibility: 2, seen: members },
  { visibility: 3, seen: administrators },
  { visibility: 4, seen: "" },
  { visibility: 5, seen: "owner administrator moderator" },
].map(({ visibility, seen }) => {
  const unseen = without(seen);
  return {
    action: "GET /users/{user_id}",
    relation: `somebody whose email_address_visibility is ${visibility}`,
    given: [hidden(visibility)],
    at: user(others.other),
    outcomes: {
      ...(seen === "" ? {} : { [seen]: shows(address(otherAddress)) }),
      ...(unseen === "" ? {} : { [unseen]: withholds(address(null)) }),
    },
  };
});

const looking: readonly Deed[] = [
  ...addresses,
  {
    action: "GET /users/{email}",
    relation: "somebody by the address that they sign in with, which they hide",
    given: [hidden(4)],
    at: { email: otherAddress },
    outcomes: { [everybody]: noSuchUser },
  },
  {
    action: "GET /users/{user_id}",
    relation: "somebody who has left",
    at: user(others.gone),
    outcomes: { [everybody]: shows({ user: { user_id: others.gone, is_active: false } }) },
  },
  {
    action: "GET /users/{user_id}/status",
    relation: "somebody",
    at: user(others.other),
    outcomes: { [everybody]: shows({ status: {} }) },
  },
  {
    action: "GET /users/{user_id}/status",
    relation: "a bot",
    at: user(cast.bot),
    outcomes: { [everybody]: noSuchUser },
  },
  {
    action: "GET /users/{user_id}/status",
    relation: "somebody who has left",
    at: user(others.gone),
    outcomes: { [everybody]: isGone },
  },
  {
    action: "GET /users/{user_id_or_email}/presence",
    relation: "somebody",
    given: [did(others.other, "POST", "/users/me/presence", { status: "active" })],
    at: { user_id_or_email: others.other },
    outcomes: { [everybody]: shows({ presence: { aggregated: { status: "active" } } }) },
  },
  {
    action: "GET /users/{user_id_or_email}/presence",
    relation: "a bot",
    at: { user_id_or_email: cast.bot },
    outcomes: { [everybody]: refused("Presence is not supported for bot users.") },
  },
  {
    action: "GET /users/{user_id_or_email}/presence",
    relation: "somebody who has left",
    at: { user_id_or_email: others.gone },
    outcomes: { [everybody]: noSuchUser },
  },
];

const create = "POST /user_groups/create";
const fresh = { name: "cooks", description: "Those who cook", members: [others.other] };
const rename = "PATCH /user_groups/{user_group_id}";
const fill = "POST /user_groups/{user_group_id}/members";
const nest = "POST /user_groups/{user_group_id}/subgroups";
const remove = "DELETE /user_groups/{user_group_id}";
const crew = { user_group_id: group };
const asMember = { others: notPermitted, guests: notForGuests };

/** By somebody's place in the group: only the member is in it; bots and guests are refused for what they are. */
const insiders: Deed["outcomes"] = {
  "owner administrator moderator member": allowed,
  newcomer: notPermitted,
  guest: notForGuests,
  bot: notForBots,
};
const nobody: Deed["outcomes"] = {
  "owner administrator moderator member newcomer": notPermitted,
  guest: notForGuests,
  bot: notForBots,
};

function withBots(deeds: readonly Deed[]): readonly Deed[] {
  return deeds.map(({ outcomes, ...deed }) => {
    const humanly = Object.entries(outcomes).map(([names, outcome]): [string, Outcome] => [
      names
        .split(" ")
        .filter((who) => who !== "bot")
        .join(" "),
      outcome,
    ]);
    const named = humanly.filter(([names]) => names !== "");
    return { ...deed, outcomes: { ...Object.fromEntries(named), bot: notForBots } };
  });
}

const changes = [
  { action: rename, asks: { name: "rowers" } },
  { action: fill, asks: { add: [others.other], delete: [cast.guest] } },
  { action: nest, asks: { add: [systemGroups.moderators] } },
  { action: remove, asks: {} },
];

const groups: readonly Deed[] = [
  ...withBots(
    byPolicy(
      "user_group_edit_policy",
      [1, 2, 3, 4],
      { action: create, relation: "a new group", asks: fresh },
      asMember,
    ),
  ),
  ...changes.flatMap(({ action, asks }): readonly Deed[] => [
    {
      action,
      relation: `the group ${groupName}, which the member is in`,
      at: crew,
      asks,
      outcomes: insiders,
    },
    {
      action,
      relation: `the group ${groupName}, where administrators change groups`,
      realm: { user_group_edit_policy: 2 },
      at: crew,
      asks,
      outcomes: {
        [administrators]: allowed,
        "moderator member newcomer": notPermitted,
        guest: notForGuests,
        bot: notForBots,
      },
    },
    {
      action,
      relation: "a group of the system",
      at: { user_group_id: systemGroups.moderators },
      asks,
      outcomes: nobody,
    },
  ]),
  ...[
    { action: "GET /user_groups", at: {} },
    { action: "GET /user_groups/{user_group_id}/members", at: crew },
    { action: "GET /user_groups/{user_group_id}/subgroups", at: crew },
    {
      action: "GET /user_groups/{user_group_id}/members/{user_id}",
      at: { ...crew, user_id: others.other },
    },
  ].map(
    ({ action, at }): Deed => ({
      action,
      relation: "as anybody",
      at,
      outcomes: {
        "owner administrator moderator member newcomer": allowed,
        guest: notForGuests,
        bot: notForBots,
      },
    }),
  ),
];

const people = { [humans]: allowed, bot: notForBots };
const fieldMade = did(cast.owner, "POST", "/realm/profile_fields", { name: "Pet", field_type: 1 });
const wellFed = { profile_data: [{ id: 1, value: "cat" }] };
const pet = { data: [{ id: 1, value: "cat" }] };

const ownThings: readonly Deed[] = [
  {
    action: "PATCH /settings",
    relation: "their own",
    asks: { dense_mode: true },
    outcomes: people,
  },
  {
    action: "POST /users/me/status",
    relation: "their own",
    asks: { status_text: "here" },
    outcomes: people,
  },
  {
    action: "POST /users/me/presence",
    relation: "their own",
    asks: { status: "active" },
    outcomes: people,
  },
  { action: "POST /users/me/api_key/regenerate", relation: "their own", outcomes: people },
  {
    action: "PATCH /users/me/profile_data",
    relation: "their own",
    given: [fieldMade],
    asks: pet,
    outcomes: people,
  },
  {
    action: "DELETE /users/me/profile_data",
    relation: "their own",
    given: [
      fieldMade,
      (village) => did(cast.owner, "PATCH", `/users/${village.me}`, wellFed)(village),
    ],
    asks: { data: [1] },
    outcomes: people,
  },
  {
    action: "GET /users/me/alert_words",
    relation: "while only somebody else has one",
    given: [did(others.other, "POST", "/users/me/alert_words", { alert_words: ["tea"] })],
    outcomes: { [everybody]: withholds({ alert_words: [] }) },
  },
  {
    action: "GET /users/me/alert_words",
    relation: "their own",
    given: [didBefore("POST", "/users/me/alert_words", { alert_words: ["tea"] })],
    outcomes: { [everybody]: shows({ alert_words: ["tea"] }) },
  },
  {
    action: "DELETE /users/me/muted_users/{user_id}",
    relation: "somebody whom they muted",
    given: [didBefore("POST", `/users/me/muted_users/${others.other}`)],
    at: user(others.other),
    outcomes: { [everybody]: allowed },
  },
  {
    action: "DELETE /users/me/muted_users/{user_id}",
    relation: "somebody whom only the other member muted",
    given: [did(others.other, "POST", `/users/me/muted_users/${others.stray}`)],
    at: user(others.stray),
    outcomes: { [everybody]: refused("User is not muted") },
  },
  {
    action: "POST /users/me/muted_users/{user_id}",
    relation: "somebody",
    at: user(others.other),
    outcomes: { [everybody]: allowed },
  },
  {
    action: "POST /users/me/muted_users/{user_id}",
    relation: "themselves",
    at: (me) => user(me),
    outcomes: { [everybody]: refused("Cannot mute self") },
  },
];

const field = "POST /realm/profile_fields";
const onlyManagers = { [administrators]: allowed, [commoners]: onlyAdministrators };

const fields: readonly Deed[] = [
  {
    action: field,
    relation: "a new one",
    asks: { name: "Pet", field_type: 1 },
    outcomes: onlyManagers,
  },
  {
    action: "PATCH /realm/profile_fields",
    relation: "their order",
    given: [
      fieldMade,
      did(cast.owner, "POST", "/realm/profile_fields", { name: "Zoo", field_type: 1 }),
    ],
    asks: { order: [2, 1] },
    outcomes: onlyManagers,
  },
  {
    action: "PATCH /realm/profile_fields/{field_id}",
    relation: "one",
    given: [fieldMade],
    at: { field_id: 1 },
    asks: { hint: "of yours" },
    outcomes: onlyManagers,
  },
  {
    action: "DELETE /realm/profile_fields/{field_id}",
    relation: "one",
    given: [fieldMade],
    at: { field_id: 1 },
    outcomes: onlyManagers,
  },
];

export const peopleDeeds: readonly Deed[] = [
  ...roles,
  ...coming,
  ...looking,
  ...groups,
  ...ownThings,
  ...fields,
];
