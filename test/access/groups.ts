/** Who may make groups, change them, and look into them. */
import {
  administrators,
  allowed,
  byPolicy,
  type Deed,
  notForBots,
  notForGuests,
  notPermitted,
  type Outcome,
} from "./deed.ts";
import { cast, group, groupName, others, systemGroups } from "./village.ts";

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

export const groupDeeds: readonly Deed[] = [
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
