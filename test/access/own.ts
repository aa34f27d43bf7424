/** Who may do what to themselves: settings, status, profile, words and people that they mute. */
import {
  allowed,
  type Deed,
  everybody,
  humans,
  notForBots,
  refused,
  shows,
  withholds,
} from "./deed.ts";
import { did, didBefore } from "./given.ts";
import { cast, others } from "./village.ts";

const user = (id: number) => ({ user_id: id });
const people = { [humans]: allowed, bot: notForBots };
const fieldMade = did(cast.owner, "POST", "/realm/profile_fields", { name: "Pet", field_type: 1 });
const wellFed = { profile_data: [{ id: 1, value: "cat" }] };
const pet = { data: [{ id: 1, value: "cat" }] };

export const ownDeeds: readonly Deed[] = [
  {
    action: "PATCH /settings",
    relation: "their own",
    asks: { enter_sends: false },
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
  {
    action: "POST /users/me/api_key/regenerate",
    relation: "their own",
    outcomes: { [everybody]: allowed },
  },
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
