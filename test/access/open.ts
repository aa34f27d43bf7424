/** What everybody may do: the rows of the doors that stand open. */
import { allowed, type Deed, everybody, shows, unchanged } from "./deed.ts";
import { didBefore } from "./given.ts";
import { others } from "./village.ts";

const anybody = { relation: "as anybody", outcomes: { [everybody]: allowed } };

export const openDeeds: readonly Deed[] = [
  { ...anybody, action: "GET /server_settings" },
  { ...anybody, action: "GET /users" },
  { ...anybody, action: "GET /users/{email}", at: { email: "other@village.example" } },
  { ...anybody, action: "GET /realm/presence" },
  { ...anybody, action: "GET /realm/profile_fields" },
  { ...anybody, action: "GET /realm/emoji" },
  { ...anybody, action: "GET /realm/linkifiers" },
  {
    action: "POST /fetch_api_key",
    relation: "with the password of the other member",
    asks: { username: "other@village.example", password: "other-secret" },
    outcomes: { [everybody]: { kind: "allowed", answer: { user_id: others.other }, quiet: true } },
  },
  {
    action: "GET /users/me",
    relation: "themselves",
    outcomes: {
      owner: shows({ is_owner: true }),
      administrator: shows({ is_admin: true }),
      moderator: shows({ role: 300 }),
      "member newcomer": shows({ role: 400 }),
      guest: shows({ is_guest: true }),
      bot: shows({ is_bot: true }),
    },
  },
  {
    action: "POST /messages/render",
    relation: "any text",
    asks: { content: "*hello*" },
    outcomes: { [everybody]: unchanged },
  },
  {
    action: "POST /users/me/alert_words",
    relation: "their own",
    asks: { alert_words: ["tea"] },
    outcomes: { [everybody]: allowed },
  },
  {
    action: "DELETE /users/me/alert_words",
    relation: "their own",
    given: [didBefore("POST", "/users/me/alert_words", { alert_words: ["tea"] })],
    asks: { alert_words: ["tea"] },
    outcomes: { [everybody]: allowed },
  },
];
