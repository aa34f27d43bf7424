/** Who may make bots, and change those that there are. */
import {
  administrators,
  allowed,
  type Deed,
  notForBots,
  notForGuests,
  notPermitted,
  onlyAdministrators,
  onlyOwners,
  refused,
  shows,
  unchanged,
  withholds,
} from "./deed.ts";
import { did } from "./given.ts";
import { cast, others } from "./village.ts";

const apart = { guest: notForGuests, bot: notForBots };
const humans = "owner administrator moderator member newcomer";
const commoners = "moderator member newcomer";
/** The bot of the cast is the member's. */
const keepers = { "owner administrator member": allowed, "moderator newcomer": notPermitted };

const fresh = { full_name: "Fresh", short_name: "fresh" };
const theirs = { at: { bot_id: cast.bot } };

const making: readonly Deed[] = [
  {
    action: "POST /bots",
    relation: "a generic one, where everybody may",
    asks: fresh,
    outcomes: { [humans]: allowed, ...apart },
  },
  {
    action: "POST /bots",
    relation: "a generic one, where administrators make those",
    asks: fresh,
    realm: { bot_creation_policy: 2 },
    outcomes: { [administrators]: allowed, [commoners]: onlyAdministrators, ...apart },
  },
  {
    action: "POST /bots",
    relation: "one that only brings in, where administrators make generic ones",
    asks: { ...fresh, bot_type: 2 },
    realm: { bot_creation_policy: 2 },
    outcomes: { [humans]: allowed, ...apart },
  },
  {
    action: "POST /bots",
    relation: "one that only brings in, where administrators make all",
    asks: { ...fresh, bot_type: 2 },
    realm: { bot_creation_policy: 3 },
    outcomes: { [administrators]: allowed, [commoners]: onlyAdministrators, ...apart },
  },
  {
    action: "POST /bots",
    relation: "one that writes to a private stream that they are not in",
    asks: { ...fresh, default_sending_stream: "secret" },
    outcomes: { [humans]: refused("Invalid channel name 'secret'"), ...apart },
  },
];

const owned: readonly Deed[] = [
  {
    action: "GET /bots",
    relation: "their own",
    outcomes: {
      member: shows({ bots: [{ full_name: "Bot" }] }),
      "owner administrator moderator newcomer": withholds({ bots: [] }),
      ...apart,
    },
  },
  {
    action: "PATCH /bots/{bot_id}",
    relation: "one of the member's: its name",
    ...theirs,
    asks: { full_name: "Helper" },
    outcomes: { ...keepers, ...apart },
  },
  {
    action: "PATCH /bots/{bot_id}",
    relation: "one of the member's: nothing",
    ...theirs,
    asks: {},
    outcomes: {
      "owner administrator member": unchanged,
      "moderator newcomer": notPermitted,
      ...apart,
    },
  },
  {
    action: "PATCH /bots/{bot_id}",
    relation: "one of the member's: who keeps it",
    ...theirs,
    asks: { bot_owner_id: others.other },
    outcomes: { ...keepers, ...apart },
  },
  {
    action: "PATCH /bots/{bot_id}",
    relation: "one of the member's: its role",
    ...theirs,
    asks: { role: 300 },
    outcomes: {
      [administrators]: allowed,
      member: onlyAdministrators,
      "moderator newcomer": notPermitted,
      ...apart,
    },
  },
  {
    action: "PATCH /bots/{bot_id}",
    relation: "one of the member's: that it owns the realm",
    ...theirs,
    asks: { role: 100 },
    outcomes: {
      owner: allowed,
      administrator: onlyOwners,
      member: onlyAdministrators,
      "moderator newcomer": notPermitted,
      ...apart,
    },
  },
  {
    action: "PATCH /bots/{bot_id}",
    relation: "a person",
    at: { bot_id: others.other },
    asks: { full_name: "Helper" },
    outcomes: { [humans]: refused("No such bot"), ...apart },
  },
  {
    action: "DELETE /bots/{bot_id}",
    relation: "one of the member's",
    ...theirs,
    outcomes: { ...keepers, ...apart },
  },
  {
    action: "DELETE /bots/{bot_id}",
    relation: "one that is off already",
    ...theirs,
    given: [did(cast.owner, "DELETE", `/bots/${cast.bot}`)],
    outcomes: {
      "owner administrator member": unchanged,
      "moderator newcomer": notPermitted,
      guest: notForGuests,
    },
  },
  {
    action: "POST /bots/{bot_id}/api_key/regenerate",
    relation: "one of the member's",
    ...theirs,
    outcomes: { ...keepers, ...apart },
  },
];

export const botDeeds: readonly Deed[] = [...making, ...owned];
