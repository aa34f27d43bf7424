/** The server itself, and the own account with its streams. */

import { visibleStream } from "#realm/actions/access.ts";
import { hasWebPublicStreams } from "#realm/actions/stream-settings.ts";
import { keysAt } from "#realm/levels.ts";
import { newestOwnMessage } from "#realm/register/answer.ts";
import { logo } from "#realm/register/realm.ts";
import { realmSetting } from "#realm/register/realm-settings.ts";
import type { Server } from "#realm/server.ts";
import type { Message } from "#realm/state/messages.ts";
import { isOwn, personalOf } from "#realm/state/state.ts";
import { canReadHistory } from "#realm/state/streams.ts";
import { personView } from "#realm/views/person.ts";
import { sortStreams, subscriptionView } from "#realm/views/stream.ts";
import {
  getOwnUser,
  getServerSettings,
  getSubscriptions,
  getTopics,
} from "#wire/endpoints/account.ts";
import { brandKeys } from "./queue.ts";
import { type RouteRequest, route } from "./route.ts";

export const accountRoutes = [
  route(getServerSettings, (request) => serverSettings(request)),
  route(getOwnUser, ({ server, person }) => ({
    ...personView(server, person, { viewer: person, clientGravatar: false }),
    is_active: true,
    delivery_email: person.loginEmail,
    max_message_id: newestOwnMessage(server, personalOf(server.state, person.id)),
  })),
  route(getSubscriptions, ({ server, person, values }) => {
    const personal = personalOf(server.state, person.id);
    const form = {
      includeSubscribers: values.include_subscribers ?? false,
      nullOverrides: true,
    };
    return {
      subscriptions: sortStreams(server, person).subscribed.map((stream) =>
        subscriptionView(server, personal, stream, form),
      ),
    };
  }),
  route(getTopics, (request) => topics(request)),
];

/** All ways to sign in by their names: a password is the one that works here. */
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
    // The realm has none; whoever tries a client with some says so at its control URL.
    external_authentication_methods:
      server.state.settings.get("external_authentication_methods") ?? [],
    realm_uri: origin,
  });
}

/** Whether somebody who has not signed in could read anything. */
function isOpenToTheWeb(server: Server): boolean {
  const streams = [...server.state.streams.byId.values()];
  const isAny = streams.some(({ isWebPublic, isArchived }) => isWebPublic && !isArchived);
  return isAny && hasWebPublicStreams(server);
}

function topics({ server, person, pathId }: RouteRequest) {
  const stream = visibleStream(server, person, pathId("stream_id"));
  const personal = personalOf(server.state, person.id);
  const shared = canReadHistory(person, stream);
  const counts = (message: Message) => shared || isOwn(server.state, personal, message);
  // Differing spellings are one topic; the newest one names it.
  const newest = new Map<string, { name: string; max_id: number }>();
  for (const id of server.state.messages.ofStream.get(stream.id)?.toReversed() ?? []) {
    const message = server.state.messages.byId.get(id);
    const key = message?.topic.toLowerCase();
    if (message === undefined || key === undefined || newest.has(key) || !counts(message)) continue;
    newest.set(key, { name: message.topic, max_id: id });
  }
  return { topics: [...newest.values()] };
}
