/**
 * Routes for server settings, signing in, the own account and its settings, key, alert words and status; custom emoji and
 * link patterns.
 */

import { announcePerson, personAmong, rename, requireAllowed } from "#realm/actions/access.ts";
import { requireEmoji, unicode, wholeEmoji } from "#realm/actions/react.ts";
import { randomKey } from "#realm/credentials.ts";
import { Refusal } from "#realm/failures.ts";
import { keysAt } from "#realm/levels.ts";
import { accepted, requireLength } from "#realm/parameters.ts";
import { newestOwnMessage } from "#realm/register/answer.ts";
import { action, type RouteRequest, route } from "#realm/route.ts";
import { announce, announceTo, announceToAll, commit, type Server } from "#realm/server.ts";
import { linkifiersView, logo, realmEmojiView, realmSetting } from "#realm/settings/realm.ts";
import {
  changedSettings,
  type LegacyKind,
  languageName,
  legacyKindOf,
  userSettings,
} from "#realm/settings/user.ts";
import { keyForPassword, signInSettings } from "#realm/sign-in.ts";
import type { PersonFacts } from "#realm/state/apply.ts";
import { apiAddress, maySeeAddress, type Person, type Status } from "#realm/state/people.ts";
import { avatarView, personView, statusView } from "#realm/views/person.ts";
import * as account from "#wire/endpoints/account.ts";
import * as wire from "#wire/endpoints/settings.ts";
import { getStatus, updateStatus, updateStatusOf } from "#wire/endpoints/status.ts";
import { holdsAt, since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { announcePresence } from "./presence.ts";
import { brandKeys } from "./queue.ts";
import { hasWebPublicStreams } from "./streams.ts";

export const routes = [
  route(account.getServerSettings, ({ server, origin }) => {
    // Tests can set others at the control URL.
    const methods = server.state.settings.get("external_authentication_methods");
    return keysAt(server.level, {
      ...brandKeys(server),
      push_notifications_enabled: false,
      is_incompatible: false,
      ...signInSettings(server),
      ...(methods === undefined ? {} : { external_authentication_methods: methods }),
      ...(server.signIn.realm === "absent" ? {} : realmFacts(server, origin)),
    });
  }),
  route(account.getOwnUser, ({ server, person, personal }) => ({
    ...personView(server, person, { viewer: person, clientGravatar: false }),
    is_active: true,
    delivery_email: person.loginEmail,
    max_message_id: newestOwnMessage(server, personal),
  })),
  route(account.getEmoji, ({ server }) => ({ emoji: realmEmojiView(server) })),
  route(account.getLinkifiers, ({ server }) => ({ linkifiers: linkifiersView(server) })),
  route(account.fetchApiKey, ({ server, values }) =>
    keyForPassword(server, values.username, values.password),
  ),
  /** Checks everything before any change. */
  action(wire.updateSettings, ({ server, person, personal, values }) => {
    const { full_name: fullName, timezone, ...settings } = values;
    const name =
      fullName === undefined
        ? undefined
        : accepted(wire.updateSettings.parameters.full_name, fullName);
    if (timezone !== undefined) accepted(wire.updateSettings.parameters.timezone, timezone);
    const changed = changedSettings(userSettings(person, personal, server.level), settings);
    if (name !== undefined && name !== person.fullName) rename(server, person, name);
    for (const [property, value] of changed) setSetting(server, person, property, value);
    if (timezone !== undefined && timezone !== person.timezone) moveTo(server, person, timezone);
  }),
  route(account.regenerateKey, ({ server, person }) => {
    const apiKey = randomKey(server.random);
    change(server, person, { apiKey });
    return { api_key: apiKey };
  }),
  route(wire.getAlertWords, ({ personal }) => ({ alert_words: personal.alertWords })),
  // Of several spellings, the last one is kept.
  route(wire.addAlertWords, (request) => {
    const { alertWords: present } = request.personal;
    const words = request.values.alert_words;
    for (const word of words) accepted(wire.addAlertWords.parameters.alert_words, word);
    const keys = new Set(["", ...present.map(keyOf)]);
    const fresh = words.map((word) => word.trim()).filter((word) => !keys.has(keyOf(word)));
    const byKey = new Map(fresh.map((word) => [keyOf(word), word]));
    return saveWords(request, [...present, ...byKey.values()]);
  }),
  // Unknown words are ignored.
  route(wire.removeAlertWords, (request) => {
    const gone = new Set(request.values.alert_words.map(keyOf));
    const rest = request.personal.alertWords.filter((word) => !gone.has(keyOf(word)));
    return saveWords(request, rest);
  }),
  action(updateStatus, (request) => setStatus(request, request.person)),
  action([updateStatusOf, { checksItself: true }], (request) => {
    const { server, person, id } = request;
    const other = personAmong(server, id, { bots: true, gone: false });
    requireAllowed(server, person, updateStatusOf.who);
    setStatus(request, other);
  }),
  route(getStatus, ({ server, id }) => ({
    status: statusView(server, personAmong(server, id, { bots: false, gone: false })),
  })),
];

/** What server settings say about the realm. */
function realmFacts(server: Server, origin: string) {
  return {
    realm_url: origin,
    realm_name: realmSetting(server, "name"),
    realm_icon: logo,
    realm_description: server.render(String(realmSetting(server, "description"))).html,
    realm_web_public_access_enabled: isOpenToTheWeb(server),
    realm_uri: origin,
  };
}

/** Whether anything is readable without signing in. */
function isOpenToTheWeb(server: Server): boolean {
  const streams = [...server.state.streams.byId.values()];
  const isAny = streams.some(({ isWebPublic, isArchived }) => isWebPublic && !isArchived);
  return isAny && hasWebPublicStreams(server);
}

// The user's own settings, key and alert words, and announcing them to their clients.

function change(server: Server, person: Person, facts: PersonFacts): void {
  commit(server, { kind: "person changed", personId: person.id, facts });
}

/** The time zone is announced as a setting to the person, and as a change of the person to everybody. */
function moveTo(server: Server, person: Person, timezone: string): void {
  change(server, person, { timezone });
  announceSetting(server, person, "timezone", timezone);
  announcePerson(server, { email: person.email, user_id: person.id, timezone });
}

/** Alert words are case-insensitive. */
const keyOf = (word: string) => word.toLowerCase();

function saveWords(
  { server, person, personal }: Pick<RouteRequest, "server" | "person" | "personal">,
  words: readonly string[],
) {
  if (words.length !== personal.alertWords.length) {
    commit(server, { kind: "alert words set", userId: person.id, words });
    announceTo(server, person.id, "alert_words", { alert_words: words });
  }
  return { alert_words: words };
}

// Changes a person's settings, and announces them to their clients.

/** Changes one setting, with the consequences for addresses and presence. */
function setSetting(
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

/**
 * LEVEL(89): one type of event since then; clients that did not request it also received the two legacy types.
 * LEVEL(439): nobody does.
 */
function announceSetting(server: Server, person: Person, property: string, value: unknown): void {
  const isOwn = (userId: number) => userId === person.id;
  const hasObject = server.level >= since.settingsEvents;
  const language =
    property === "default_language" ? { language_name: languageName(String(value)) } : {};
  announce(server, "user_settings", isOwn, () =>
    hasObject ? { op: "update", property, value, ...language } : undefined,
  );
  const type = legacyKindOf(property);
  if (type === undefined || !holdsAt(server.level, "settingsEventsByKind")) return;
  announce(server, type, isOwn, ({ options }) => {
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

// User status.

type Updating = RouteRequest<typeof updateStatus.parameters>;

function setStatus(request: Updating, person: Person): void {
  const { server, values } = request;
  const { emoji_name: emoji, away } = values;
  const text = values.status_text?.trim();
  const chosen = chosenEmoji(request);
  if (text === undefined && emoji === undefined && away === undefined) {
    throw new Refusal("Client did not pass any new values.");
  }
  requireLength("status_text", text ?? "", limits.statusTextLength);
  const isPresence = server.level >= since.awayIsPresence;
  if (away !== undefined && isPresence) setSetting(server, person, "presence_enabled", !away);
  const status: Status = {
    ...(person.status ?? { text: "" }),
    ...(text === undefined ? {} : { text }),
    ...(away === undefined || isPresence ? {} : { away }),
    ...chosen,
  };
  commit(server, { kind: "person changed", personId: person.id, facts: { status } });
  // The event contains only the given parameters, changed or not.
  announceToAll(server, "user_status", {
    user_id: person.id,
    away,
    status_text: text,
    emoji_name: chosen?.emoji,
    emoji_code: chosen?.code,
    reaction_type: chosen?.type,
  });
}

/** Returns undefined if the emoji stays. An empty name removes it. */
function chosenEmoji({ server, values }: Updating) {
  const { emoji_name: name, emoji_code: code, reaction_type: type } = values;
  if (name === undefined) {
    if (!(code || type)) return undefined;
    throw new Refusal(
      "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
    );
  }
  if (name === "") return { emoji: "", code: "", type: unicode };
  const chosen = wholeEmoji(server, { ...values, emoji_name: name });
  requireEmoji(server, chosen);
  return { emoji: name, code: chosen.code, type: chosen.type };
}
