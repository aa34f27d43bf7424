/** What a stream may be set to: names, privacy, retention and groups as they come, and what is wrong with them. */
import { badValue, Refusal } from "#realm/failures.ts";
import { parsedJson } from "#realm/parameters.ts";
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
import { requireLength, unprintableAt } from "./text.ts";

export function readName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === "") throw new Refusal("Channel name can't be empty.");
  if ([...trimmed].length > limits.streamNameLength) {
    throw new Refusal(`Channel name too long (limit: ${limits.streamNameLength} characters).`);
  }
  const position = unprintableAt(trimmed);
  if (position > 0) {
    throw new Refusal(`Invalid character in channel name, at position ${position}.`);
  }
  return trimmed;
}

/** Descriptions have one line. */
export function readDescription(text: string): string {
  requireLength("description", text, limits.streamDescriptionLength);
  return text.replaceAll("\n", " ");
}

export function readPostPolicy(policy: number): number {
  if (policy >= 1 && policy <= 4) return policy;
  throw new Refusal("Invalid stream_post_policy");
}

/** Days, or a word for all days; what the document calls a string may be a bare word. LEVEL(91): `forever` was `unlimited`. */
export function readRetention(level: number, text: string): number | null {
  const isBare = level <= documentLevel && /^[a-z_]+$/.test(text);
  const value = isBare ? text : parsedJson("message_retention_days", text);
  if (value === "realm_default") return null;
  if (value === (level < since.unlimited ? "forever" : "unlimited")) return -1;
  if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
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

export type PrivacyRequest = {
  readonly isPrivate: boolean | undefined;
  readonly isWebPublic: boolean | undefined;
  readonly historyPublic: boolean | undefined;
};

export type Privacy = Pick<StreamFacts, "inviteOnly" | "isWebPublic" | "historyPublic">;

/**
 * What a stream's privacy becomes; throws for combinations that cannot be. A stream that becomes private leaves the
 * web, and has a closed past unless the wish says otherwise.
 */
export function readPrivacy(before: Privacy, request: PrivacyRequest): Privacy {
  const inviteOnly = request.isPrivate ?? before.inviteOnly;
  const isWebPublic = request.isWebPublic ?? (before.isWebPublic && request.isPrivate !== true);
  const usual = request.isPrivate === undefined ? before.historyPublic : !request.isPrivate;
  const historyPublic = request.historyPublic ?? usual;
  if ((inviteOnly && isWebPublic) || (!inviteOnly && !historyPublic)) {
    throw new Refusal("Invalid parameters");
  }
  return { inviteOnly, isWebPublic, historyPublic };
}

/** Whether streams can be open to the web: the server's own switch and the realm's setting are on. */
export function hasWebPublicStreams(server: Server): boolean {
  const isSwitchedOff = server.state.settings.get("web_public_streams_enabled") === false;
  return !isSwitchedOff && realmSetting(server, "enable_spectator_access") === true;
}

export function requireWebPublic(server: Server, person: Person): void {
  if (!hasWebPublicStreams(server)) throw new Refusal("Web-public channels are not enabled.");
  if (!isAllowed(server, person, "create_web_public_stream_policy")) throw notPermitted();
}
