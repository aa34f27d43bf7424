/** Changes a person's settings, and announces them to their clients. */
import { type LegacyKind, languageName, legacyKindOf } from "#realm/register/settings.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import { apiAddress, maySeeAddress, type Person } from "#realm/state/people.ts";
import { avatarView } from "#realm/views/person.ts";
import { since } from "#wire/levels.ts";
import { announcePerson } from "./people.ts";
import { announcePresence } from "./presence.ts";

/** Changes one setting, with the consequences for addresses and presence. */
export function setSetting(
  server: Server,
  person: Person,
  property: string,
  value: string | number | boolean,
): void {
  if (property === "email_address_visibility") {
    setEmailVisibility(server, person, Number(value));
    return;
  }
  commit(server, { kind: "setting set", userId: person.id, property, value });
  announceSetting(server, person, property, value);
  if (property === "presence_enabled") announcePresence(server, person, value === true);
}

/** The key for the setting's name in each legacy event. */
const nameKeys: Readonly<Record<LegacyKind, string>> = {
  update_display_settings: "setting_name",
  update_global_notifications: "notification_name",
};

/** LEVEL(89): one type of event since then; clients that did not request it also receive the two legacy types. */
export function announceSetting(
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
  announce(server, type, own, ({ options }) => {
    if (hasObject && options.capabilities?.user_settings_object === true) return undefined;
    return { user: person.email, [nameKeys[type]]: property, setting: value, ...language };
  });
}

/** Changes who can see a person's real address, and announces it to those affected. */
function setEmailVisibility(server: Server, person: Person, visibility: number): void {
  const facts = {
    emailVisibility: visibility,
    email: apiAddress(person.id, person.loginEmail, visibility),
  };
  commit(server, { kind: "person changed", personId: person.id, facts });
  announceSetting(server, person, "email_address_visibility", visibility);
  const now = { ...person, ...facts };
  announceAddress(server, person, now);
  if (now.email === person.email) return;
  announcePerson(server, { user_id: person.id, new_email: now.email });
  announcePerson(server, { user_id: person.id, ...avatarView(now), avatar_version: 1 });
}

/** Sends the real address to those who can see it now, and null to those who no longer can. */
function announceAddress(server: Server, before: Person, now: Person): void {
  announce(
    server,
    "realm_user",
    (userId) => userId !== now.id,
    ({ userId }) => {
      const viewer = server.state.people.byId.get(userId);
      const sees = viewer !== undefined && maySeeAddress(viewer, now);
      if (viewer === undefined || sees === maySeeAddress(viewer, before)) return undefined;
      const delivery_email = sees ? now.loginEmail : null;
      return { op: "update", person: { user_id: now.id, delivery_email } };
    },
  );
}
