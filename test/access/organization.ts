/** Who may change what administrators set up for everybody. */
import {
  administrators,
  allowed,
  commoners,
  type Deed,
  everybody,
  notForBots,
  onlyAdministrators,
  onlyOwners,
  refused,
  shows,
  unchanged,
  without,
} from "./deed.ts";
import { did, didBefore } from "./given.ts";
import { cast, streams, systemGroups } from "./village.ts";

const managers = { [administrators]: allowed, [commoners]: onlyAdministrators };
const owners = {
  owner: allowed,
  administrator: onlyOwners,
  [commoners]: onlyAdministrators,
};

const ownersAlone = { owner: allowed, [without("owner")]: onlyOwners };

const realm: readonly Deed[] = [
  {
    action: "PATCH /realm",
    relation: "its name",
    asks: { name: "Town" },
    outcomes: managers,
  },
  {
    action: "PATCH /realm",
    relation: "its name as it is",
    asks: { name: "Village" },
    outcomes: { [administrators]: unchanged, [commoners]: onlyAdministrators },
  },
  ...[
    { waiting_period_threshold: 5 },
    { message_retention_days: 30 },
    { invite_required: false },
    { invite_to_realm_policy: 2 },
    { emails_restricted_to_domains: true },
    { disallow_disposable_email_addresses: false },
    { create_multiuse_invite_group: systemGroups.members },
    { name: "Town", waiting_period_threshold: 5 },
  ].map((asks) => ({
    action: "PATCH /realm",
    relation: `what owners alone decide: ${Object.keys(asks).join(" beside ")}`,
    asks,
    outcomes: owners,
  })),
  {
    action: "PATCH /realm",
    relation: "a stream that they are told of, for news of streams",
    asks: { new_stream_announcements_stream_id: streams.secret },
    outcomes: managers,
  },
  {
    action: "POST /realm/deactivate",
    relation: "their own",
    outcomes: ownersAlone,
  },
  {
    action: "PATCH /realm/user_settings_defaults",
    relation: "any",
    asks: { enter_sends: false },
    outcomes: managers,
  },
];

const domain = { domain: "village.example" };
const domainMade = did(cast.owner, "POST", "/realm/domains", {
  ...domain,
  allow_subdomains: false,
});

const domains: readonly Deed[] = [
  {
    action: "GET /realm/domains",
    relation: "all",
    given: [domainMade],
    outcomes: { [everybody]: shows({ domains: [domain] }) },
  },
  {
    action: "POST /realm/domains",
    relation: "a new one",
    asks: { ...domain, allow_subdomains: true },
    outcomes: ownersAlone,
  },
  {
    action: "PATCH /realm/domains/{domain}",
    relation: "one",
    given: [domainMade],
    at: domain,
    asks: { allow_subdomains: true },
    outcomes: ownersAlone,
  },
  {
    action: "DELETE /realm/domains/{domain}",
    relation: "one",
    given: [domainMade],
    at: domain,
    outcomes: ownersAlone,
  },
];

const playground = {
  name: "Try",
  pygments_language: "Python",
  url_template: "https://try.example/{code}",
};

const playgrounds: readonly Deed[] = [
  {
    action: "POST /realm/playgrounds",
    relation: "a new one",
    asks: playground,
    outcomes: managers,
  },
  {
    action: "DELETE /realm/playgrounds/{playground_id}",
    relation: "one",
    given: [did(cast.owner, "POST", "/realm/playgrounds", playground)],
    at: { playground_id: 1 },
    outcomes: managers,
  },
];

const offer = { group_name: "first", description: "to begin with", stream_names: ["open"] };
const offered = did(cast.owner, "POST", "/default_stream_groups/create", offer);
const first = { at: { group_id: 1 } };

const newcomers: readonly Deed[] = [
  {
    action: "POST /default_streams",
    relation: "a public one",
    asks: { stream_id: streams.open },
    outcomes: managers,
  },
  {
    action: "POST /default_streams",
    relation: "a private one that they are in",
    asks: { stream_id: streams.team },
    outcomes: {
      [administrators]: refused("Private channels cannot be made default."),
      [commoners]: onlyAdministrators,
    },
  },
  {
    action: "DELETE /default_streams",
    relation: "one that newcomers are put into",
    given: [did(cast.owner, "POST", "/default_streams", { stream_id: streams.open })],
    asks: { stream_id: streams.open },
    outcomes: managers,
  },
  {
    action: "POST /default_stream_groups/create",
    relation: "a new one",
    asks: offer,
    outcomes: managers,
  },
  {
    action: "POST /default_stream_groups/create",
    relation: "one with a private stream that they are not in",
    asks: { ...offer, stream_names: ["secret"] },
    outcomes: {
      [administrators]: refused("Invalid channel name 'secret'"),
      [commoners]: onlyAdministrators,
    },
  },
  {
    action: "PATCH /default_stream_groups/{group_id}",
    relation: "one",
    given: [offered],
    ...first,
    asks: { new_group_name: "second" },
    outcomes: managers,
  },
  {
    action: "DELETE /default_stream_groups/{group_id}",
    relation: "one",
    given: [offered],
    ...first,
    outcomes: managers,
  },
  {
    action: "PATCH /default_stream_groups/{group_id}/streams",
    relation: "one",
    given: [offered],
    ...first,
    asks: { op: "add", stream_names: ["crowd"] },
    outcomes: managers,
  },
];

const fixed = refused("Avatar changes are disabled in this organization.");
const keepsPictures = { realm: { avatar_changes_disabled: true } };

const looks: readonly Deed[] = [
  {
    action: "POST /users/me/avatar",
    relation: "their own",
    brings: true,
    outcomes: { [without("bot")]: allowed, bot: notForBots },
  },
  {
    action: "POST /users/me/avatar",
    relation: "their own, where pictures stay as they are",
    brings: true,
    ...keepsPictures,
    outcomes: {
      [administrators]: allowed,
      "moderator member newcomer guest": fixed,
      bot: notForBots,
    },
  },
  {
    action: "DELETE /users/me/avatar",
    relation: "their own",
    outcomes: { [without("bot")]: allowed, bot: notForBots },
  },
  {
    action: "DELETE /users/me/avatar",
    relation: "their own, where pictures stay as they are",
    ...keepsPictures,
    outcomes: {
      [administrators]: allowed,
      "moderator member newcomer guest": fixed,
      bot: notForBots,
    },
  },
  {
    action: "POST /users/me/onboarding_steps",
    relation: "a hint for them",
    asks: { onboarding_step: "intro_inbox_view_modal" },
    outcomes: { [without("bot")]: allowed, bot: notForBots },
  },
  {
    action: "POST /zcommand",
    relation: "a word that changes their look",
    asks: { command: "/dark" },
    outcomes: { [everybody]: allowed },
  },
  {
    action: "POST /zcommand",
    relation: "a word for the look that they have",
    given: [didBefore("POST", "/zcommand", { command: "/dark" })],
    asks: { command: "/dark" },
    outcomes: { [everybody]: unchanged },
  },
];

export const organizationDeeds: readonly Deed[] = [
  ...realm,
  ...domains,
  ...playgrounds,
  ...newcomers,
  ...looks,
];
