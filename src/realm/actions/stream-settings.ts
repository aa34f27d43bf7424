/** Parses and validates settings of streams. */
import { badValue, Refusal, refusalOf } from "#realm/failures.ts";
import { accepted, parsedJson } from "#realm/parameters.ts";
import { realmSetting } from "#realm/register/realm.ts";
import type { RouteRequest } from "#realm/routes/route.ts";
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { isChoice } from "#wire/checks.ts";
import { streamDescription, streamSettings, webPublicOff } from "#wire/endpoints/streams.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { since } from "#wire/levels.ts";
import { groupNumbered, isAllowed, notPermitted } from "./access.ts";

/** Descriptions are a single line. */
export function readDescription(text: string): string {
  return accepted(streamDescription, text).replaceAll("\n", " ");
}

/** A request that creates or changes a stream. */
type Setting = Pick<RouteRequest<typeof streamSettings>, "server" | "values" | "text">;

/** The settings in a request, except name and privacy; undefined if absent. */
export function readSettings({ server, values, text }: Setting) {
  const { level } = server;
  const { stream_post_policy: postPolicy } = values;
  if (postPolicy !== undefined && !isChoice(streamSettings.stream_post_policy, postPolicy, level)) {
    throw new Refusal("Invalid stream_post_policy");
  }
  const days = level < since.retention ? undefined : text("message_retention_days");
  const removers = values.can_remove_subscribers_group ?? values.can_remove_subscribers_group_id;
  return {
    postPolicy,
    retention: days === undefined ? undefined : readRetention(level, days),
    removers: removers === undefined ? undefined : readRemovers(server, removers),
  };
}

/** Days, or a word for unlimited, which need not be JSON. LEVEL(91): `forever` was `unlimited`. */
function readRetention(level: number, text: string): number | null {
  const isBare = level <= documentLevel && /^[a-z_]+$/.test(text);
  const value = isBare ? text : parsedJson("message_retention_days", text);
  if (value === "realm_default") return null;
  if (value === (level < since.unlimited ? "forever" : "unlimited")) return -1;
  if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
  throw badValue("message_retention_days", value);
}

/** Any system group except internet and owners. Servers newer than the document also refuse the group of nobody. */
function readRemovers(server: Server, id: number): number {
  const { level } = server;
  const unfit = ["role:internet", "role:owners", ...(level > documentLevel ? ["role:nobody"] : [])];
  const setting = removersName(level);
  const { isSystem, name } = groupNumbered(server, id);
  if (!isSystem) {
    throw new Refusal(`'${setting}' must be a system user group.`, {
      code: "SYSTEM_GROUP_REQUIRED",
      extra: { setting_name: setting },
    });
  }
  if (unfit.includes(name)) {
    throw new Refusal(`'${setting}' setting cannot be set to '${name}' group.`);
  }
  return id;
}

/** LEVEL(197): the name had a suffix before it. */
export function removersName(level: number): string {
  return level < since.removersName
    ? "can_remove_subscribers_group_id"
    : "can_remove_subscribers_group";
}

/** Whether web-public streams are enabled, by the server and by the realm. */
export function hasWebPublicStreams(server: Server): boolean {
  const isSwitchedOff = server.state.settings.get("web_public_streams_enabled") === false;
  return !isSwitchedOff && realmSetting(server, "enable_spectator_access") === true;
}

export function requireWebPublic(server: Server, person: Person): void {
  if (!hasWebPublicStreams(server)) throw refusalOf(webPublicOff);
  if (!isAllowed(server, person, "create_web_public_stream_policy")) throw notPermitted();
}
