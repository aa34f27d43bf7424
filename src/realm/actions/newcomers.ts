/** What newcomers have set from the beginning: administrators' to change. */
import { settingAt } from "#realm/levels.ts";
import { newcomersSettings } from "#realm/register/settings.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import { newSettings } from "./setting-values.ts";

/** Whoever is there keeps what they have set. */
export function setForNewcomers(
  server: Server,
  wanted: Readonly<Record<string, string | number | boolean | undefined>>,
): void {
  for (const [property, value] of newSettings(newcomersSettings(server), wanted)) {
    commit(server, { kind: "newcomers' setting set", property, value });
    const told = settingAt(server.level, property, value);
    announceToAll(server, "realm_user_settings_defaults", { op: "update", property, value: told });
  }
}
