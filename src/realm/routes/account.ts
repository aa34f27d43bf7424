/** Routes for server settings, signing in, the own account, custom emoji and link patterns. */
import { Refusal } from "#realm/failures.ts";
import { keysAt } from "#realm/levels.ts";
import { newestOwnMessage } from "#realm/register/answer.ts";
import { linkifiersView, logo, realmEmojiView, realmSetting } from "#realm/register/realm.ts";
import type { Server } from "#realm/server.ts";
import { personalOf } from "#realm/state/state.ts";
import { personView } from "#realm/views/person.ts";
import {
  fetchApiKey,
  getEmoji,
  getLinkifiers,
  getOwnUser,
  getServerSettings,
} from "#wire/endpoints/account.ts";
import { brandKeys } from "./queue.ts";
import { type RouteRequest, route } from "./route.ts";
import { hasWebPublicStreams } from "./streams.ts";

export const accountRoutes = [
  route(getServerSettings, (request) => serverSettings(request)),
  route(getOwnUser, ({ server, person }) => ({
    ...personView(server, person, { viewer: person, clientGravatar: false }),
    is_active: true,
    delivery_email: person.loginEmail,
    max_message_id: newestOwnMessage(server, personalOf(server.state, person.id)),
  })),
  route(getEmoji, ({ server }) => ({ emoji: realmEmojiView(server) })),
  route(getLinkifiers, ({ server }) => ({ linkifiers: linkifiersView(server) })),
];

/** All authentication methods: only passwords work here. */
const signInWays = {
  password: true,
  dev: false,
  email: true,
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  google: false,
  apple: false,
  saml: false,
  "openid connect": false,
};

function serverSettings({ server, origin }: RouteRequest) {
  return keysAt(server.level, {
    authentication_methods: signInWays,
    ...brandKeys(server),
    push_notifications_enabled: false,
    is_incompatible: false,
    email_auth_enabled: true,
    require_email_format_usernames: true,
    realm_url: origin,
    realm_name: realmSetting(server, "name"),
    realm_icon: logo,
    realm_description: server.render(String(realmSetting(server, "description"))).html,
    realm_web_public_access_enabled: isOpenToTheWeb(server),
    // None by default; tests can set some at the control URL.
    external_authentication_methods:
      server.state.settings.get("external_authentication_methods") ?? [],
    realm_uri: origin,
  });
}

/** Whether anything is readable without signing in. */
function isOpenToTheWeb(server: Server): boolean {
  const streams = [...server.state.streams.byId.values()];
  const isAny = streams.some(({ isWebPublic, isArchived }) => isWebPublic && !isArchived);
  return isAny && hasWebPublicStreams(server);
}

export const signInRoutes = [route(fetchApiKey, (request) => byPassword(request))];

function byPassword({ server, values }: RouteRequest<typeof fetchApiKey.parameters>) {
  const person = server.state.people.byLogin.get(values.username.toLowerCase());
  // Deactivation is reported before the password is checked.
  if (person?.isActive === false) {
    throw new Refusal("Account is deactivated", { code: "USER_DEACTIVATED", status: 401 });
  }
  if (person?.password !== values.password || person.apiKey === undefined) {
    throw new Refusal("Your username or password is incorrect", {
      code: "AUTHENTICATION_FAILED",
      status: 401,
    });
  }
  return { api_key: person.apiKey, email: person.loginEmail, user_id: person.id };
}
