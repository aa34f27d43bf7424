/** A person's own settings, and telling their clients of them. */
import { type LegacyKind, languageName, legacyKindOf } from "#realm/register/settings.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { since } from "#wire/levels.ts";
import { tellPresence } from "./presence.ts";

/** Changes one setting; presence follows at once where it is concerned. */
export function setSetting(
  server: Server,
  person: Person,
  property: string,
  value: string | number | boolean,
): void {
  commit(server, { kind: "setting set", userId: person.id, property, value });
  tellSetting(server, person, property, value);
  if (property === "presence_enabled") tellPresence(server, person, value === true);
}

/** The key under which each of the older events names what was set. */
const nameKeys: Readonly<Record<LegacyKind, string>> = {
  update_display_settings: "setting_name",
  update_global_notifications: "notification_name",
};

/** LEVEL(89): one event of one kind since then; clients that did not ask for it hear of the older two as well. */
export function tellSetting(
  server: Server,
  person: Person,
  property: string,
  value: unknown,
): void {
  const own = (userId: number) => userId === person.id;
  const hasObject = server.level >= since.settingsEvents;
  const language =
    property === "default_language" ? { language_name: languageName(String(value)) } : {};
  announce(server, "user_settings", own, () =>
    hasObject ? { op: "update", property, value, ...language } : undefined,
  );
  const type = legacyKindOf(property);
  if (type === undefined) return;
  announce(server, type, own, ({ wishes }) => {
    if (hasObject && wishes.capabilities?.user_settings_object === true) return undefined;
    return { user: person.email, [nameKeys[type]]: property, setting: value, ...language };
  });
}
