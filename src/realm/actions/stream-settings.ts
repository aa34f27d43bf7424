/** What a stream may be set to: names, descriptions, privacy, retention and groups as they come, and what is wrong with them. */
import { badValue, Refusal } from "#realm/failures.ts";
import { parsed } from "#realm/parameters.ts";
import { realmSetting } from "#realm/register/realm-settings.ts";
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { StreamFacts } from "#realm/state/streams.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { notPermitted } from "./access.ts";
import { readSystemGroup } from "./group-settings.ts";
import { isAllowed } from "./policies.ts";

export function readName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === "") throw new Refusal("Channel name can't be empty.");
  const points = [...trimmed];
  if (points.length > limits.streamNameLength) {
    throw new Refusal(`Channel name too long (limit: ${limits.streamNameLength} characters).`);
  }
  const strange = points.findIndex((point) =>
    /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(point),
  );
  if (strange >= 0) {
    throw new Refusal(`Invalid character in channel name, at position ${strange + 1}.`);
  }
  return trimmed;
}

/** Descriptions have one line. `where` names it in a complaint. */
export function readDescription(text: string, where = "description"): string {
  if ([...text].length > limits.streamDescriptionLength) {
    throw new Refusal(`${where} is too long (limit: ${limits.streamDescriptionLength} characters)`);
  }
  return text.replaceAll("\n", " ");
}

export function readPostPolicy(policy: number): number {
  if (policy >= 1 && policy <= 4) return policy;
  throw new Refusal("Invalid stream_post_policy: Value error, Not in the list of possible values");
}

/** The parameter as it came: a number or a word as JSON text. What the document calls a string may be a bare word. */
export function retentionIn(level: number, text: string | undefined): number | string | undefined {
  if (text === undefined || level < since.retention) return undefined;
  if (level <= documentLevel && /^[a-z_]+$/.test(text)) return text;
  // Of its two kinds the first is the one that is missed.
  const place = 'message_retention_days["json[str]"]';
  const value = parsed(place, text);
  if (typeof value === "string") return value;
  if (typeof value === "number" && Number.isInteger(value)) return value;
  throw new Refusal(`${place} is not a string`);
}

/** Days, or a word for all days. LEVEL(91): `forever` is what `unlimited` was before. */
export function readRetention(level: number, value: number | string): number | null {
  if (value === "realm_default") return null;
  if (value === (level < since.unlimited ? "forever" : "unlimited")) return -1;
  if (typeof value === "number" && value > 0) return value;
  throw badValue("message_retention_days", value);
}

/** A system group but internet and owners. Servers beyond the document have a group that nobody is in, and refuse it. */
export function readRemovers(server: Server, id: number): number {
  const { level } = server;
  const unfit = ["role:internet", "role:owners", ...(level > documentLevel ? ["role:nobody"] : [])];
  return readSystemGroup(server, removersName(level), id, unfit);
}

/** LEVEL(197): the setting lost the last part of its name. */
export function removersName(level: number): string {
  return level < since.removersName
    ? "can_remove_subscribers_group_id"
    : "can_remove_subscribers_group";
}

export type PrivacyWish = {
  readonly isPrivate: boolean | undefined;
  readonly isWebPublic: boolean | undefined;
  readonly historyPublic: boolean | undefined;
};

export type Privacy = Pick<StreamFacts, "inviteOnly" | "isWebPublic" | "historyPublic">;

/**
 * What a stream's privacy becomes; throws for combinations that cannot be. Whoever makes it private takes it from the
 * web, and who says nothing of its past then gets the usual past of such streams: closed for private ones.
 */
export function readPrivacy(before: Privacy, wish: PrivacyWish): Privacy {
  const inviteOnly = wish.isPrivate ?? before.inviteOnly;
  const isWebPublic = wish.isWebPublic ?? (before.isWebPublic && wish.isPrivate !== true);
  const usual = wish.isPrivate === undefined ? before.historyPublic : !wish.isPrivate;
  const historyPublic = wish.historyPublic ?? usual;
  if ((inviteOnly && isWebPublic) || (!inviteOnly && !historyPublic)) {
    throw new Refusal("Invalid parameters");
  }
  return { inviteOnly, isWebPublic, historyPublic };
}

/** The server's own switch, which stands above the realm's: on unless it was turned off. */
export function hasWebPublicStreams({ state }: Server): boolean {
  return state.settings.get("web_public_streams_enabled") !== false;
}

/** The three conditions of a stream that everybody on the Internet may read. */
export function requireWebPublic(server: Server, person: Person): void {
  const isPossible = hasWebPublicStreams(server);
  if (!isPossible || realmSetting(server, "enable_spectator_access") !== true) {
    throw new Refusal("Web-public channels are not enabled.");
  }
  if (!isAllowed(server, person, "create_web_public_stream_policy")) throw notPermitted();
}

/** How a stream's privacy is called in notices. */
export function privacyName({ inviteOnly, isWebPublic, historyPublic }: Privacy): string {
  if (isWebPublic) return "Web-public";
  if (!inviteOnly) return "Public";
  return historyPublic ? "Private, shared history" : "Private, protected history";
}
