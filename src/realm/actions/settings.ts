/** A person's own settings, and telling their programs of them. */
import { settingAt } from "#realm/levels.ts";
import { type LegacyKind, legacyKindOf } from "#realm/register/legacy-settings.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { since } from "#wire/levels.ts";
import { languageName } from "./languages.ts";
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

/** LEVEL(89): one event of one kind since then; programs that did not ask for it hear of the older two as well. */
export function tellSetting(
  server: Server,
  person: Person,
  property: string,
  value: unknown,
): void {
  const own = (userId: number) => userId === person.id;
  const told = settingAt(server.level, property, value);
  const language = languageOf(property, value);
  announce(server, "user_settings", own, () =>
    server.level < since.settingsEvents
      ? undefined
      : { op: "update", property, value: told, ...language },
  );
  const type = legacyKindOf(property);
  if (type === undefined) return;
  announce(server, type, own, ({ wishes }) => {
    const isModern = wishes.capabilities?.user_settings_object === true;
    if (isModern && server.level >= since.settingsEvents) return undefined;
    return { user: person.email, [nameKeyOf(type)]: property, setting: told, ...language };
  });
}

/** The key under which each of the older events names what was set. */
function nameKeyOf(type: LegacyKind): string {
  switch (type) {
    case "update_display_settings":
      return "setting_name";
    case "update_global_notifications":
      return "notification_name";
  }
}

/** A language is told with its English name, or its code where it has none; other settings are not. */
function languageOf(property: string, value: unknown): { readonly language_name?: string } {
  if (property !== "default_language" || typeof value !== "string") return {};
  return { language_name: languageName(value) ?? value };
}
