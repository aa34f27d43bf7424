/** Who may do what to people: names, roles, coming and going, and who sees what of them. */
import {
  administrators,
  allowed,
  commoners,
  type Deed,
  everybody,
  members,
  notPermitted,
  onlyOwners,
  refused,
  shows,
  withholds,
  without,
} from "./deed.ts";
import { did } from "./given.ts";
import { cast, others } from "./village.ts";

const user = (id: number) => ({ user_id: id });
const noSuchUser = refused("No such user");
const isGone = refused("User is deactivated");
const managers = { [administrators]: allowed, [commoners]: notPermitted };

const change = "PATCH /users/{user_id}";
const owningBot = did(cast.owner, "PATCH", `/users/${cast.bot}`, { role: 100 });
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
    relation: "the only owner beside a bot to a member",
    given: [owningBot],
    at: user(cast.owner),
    asks: { role: 400 },
    outcomes: {
      owner: refused("The owner permission cannot be removed from the only organization owner."),
    },
  },
  {
    action: change,
    relation: "the name of nobody",
    at: user(9_999),
    asks: { full_name: "Nobody" },
    outcomes: { [everybody]: noSuchUser },
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
    relation: "the only owner beside a bot",
    given: [owningBot],
    at: user(cast.owner),
    outcomes: { owner: refused("Cannot deactivate the only organization owner") },
  },
  {
    action: deactivate,
    relation: "the member's bot",
    at: user(cast.bot),
    outcomes: { [everybody]: noSuchUser },
  },
  {
    action: deactivate,
    relation: "somebody who has left",
    at: user(others.gone),
    outcomes: { [everybody]: isGone },
  },
  {
    action: deactivate,
    relation: "nobody",
    at: user(9_999),
    outcomes: { [everybody]: noSuchUser },
  },
  {
    action: reactivate,
    relation: "nobody",
    at: user(9_999),
    outcomes: { [everybody]: noSuchUser },
  },
  {
    action: reactivate,
    relation: "somebody who has left",
    at: user(others.gone),
    outcomes: managers,
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
];

export const peopleDeeds: readonly Deed[] = [...roles, ...coming, ...looking];
