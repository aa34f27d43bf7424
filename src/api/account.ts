/** Calls about the server, the own account, and people. */
import { type AnswerOf, type ArgumentsOf, type Endpoint, isKnownAt } from "#wire/endpoint.ts";
import * as wire from "#wire/endpoints/account.ts";
import * as settings from "#wire/endpoints/settings.ts";
import * as status from "#wire/endpoints/status.ts";
import * as users from "#wire/endpoints/users.ts";
import { noSuchUser } from "#wire/error-rows.ts";
import type { UserId } from "#wire/ids.ts";
import { brandOf } from "#wire/server.ts";
import { classify } from "./classify.ts";
import type { CallOptions, Connection } from "./connection.ts";
import { callTo, emptyTopicsAsTheyAre } from "./connection.ts";
import { refusal } from "./failure.ts";

/** GET /server_settings, without credentials; the connection learns the feature level from it. */
export async function getServerSettings(connection: Connection, options?: CallOptions) {
  const settings = await connection.call(wire.getServerSettings, {}, options);
  connection.setLevel(brandOf(settings).featureLevel);
  return settings;
}

/**
 * POST /fetch_api_key: the key for a password. Five wrong ones lock the account for half an hour. Rejects without a request
 * if it is no password, but an address that contains somebody's key.
 */
export async function fetchApiKey(
  connection: Connection,
  values: ArgumentsOf<typeof wire.fetchApiKey>,
) {
  if (wire.isSignInAddress(values.password)) throw new Error(isNoPassword);
  return connection.call(wire.fetchApiKey, values);
}

export const isNoPassword =
  "That is the address that a browser is sent to, not a password, and was not sent.";

/**
 * Exchanges the token of the desktop flow for the key of a server where passwords are switched off. Returns undefined
 * if the token was used, or is older than 15 seconds.
 */
export async function fetchKeyOfSession(connection: Connection, token: string, now: number) {
  const path = wire.session.start.replace("{token}", encodeURIComponent(token));
  const begun = await connection.raw({ method: "GET", path, headers: {} });
  const cookies = cookiesOf(begun.headers["set-cookie"]);
  const csrf = [...cookies].find(([name]) => name.endsWith("csrftoken"))?.[1];
  if (begun.status === 429 || begun.status >= 500) classify(begun, wire.fetchedKey, now);
  if (begun.status !== 302 || ![...cookies.keys()].some((name) => name.endsWith("sessionid")))
    return undefined;
  const headers = {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    "content-type": "application/x-www-form-urlencoded; charset=utf-8",
    referer: `${connection.site}/`,
    ...(csrf !== undefined && { "x-csrftoken": csrf }),
  };
  const body = new URLSearchParams({ password: "" }).toString();
  const answer = await connection.raw({
    method: "POST",
    path: wire.session.fetchKey,
    headers,
    body,
  });
  return classify(answer, wire.fetchedKey, now);
}

/** By name, from headers that were joined with commas, which their dates contain too. */
function cookiesOf(joined = ""): ReadonlyMap<string, string> {
  const each = joined.split(/,\s*(?=[\w-]+=)/).map((cookie) => cookie.split(";")[0] ?? "");
  return new Map(
    each.flatMap((pair) => {
      const [, name, value] = /^\s*([\w-]+)=([\w.~+/=%-]*)$/.exec(pair) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** POST /users/me/api_key/regenerate: the key that authenticated the call is refused from then on. */
export const regenerateKey = callTo(wire.regenerateKey);

/** GET /users/me. */
export const getOwnUser = callTo(wire.getOwnUser);

/** Whose key the connection sends; a sentence if that is not the account that it came with, where one was stated. */
export async function ownerOfKey(connection: Connection, stated: number | undefined) {
  const own = await getOwnUser(connection, {});
  const isOthers = stated !== undefined && own.user_id !== stated;
  return isOthers
    ? "The server says that this key belongs to another account, so it is not used."
    : own;
}

/** GET /users/me/{stream_id}/topics: newest first. */
export const getTopics = callTo(wire.getTopics, { priority: "background" }, emptyTopicsAsTheyAre);

/** PATCH /settings. */
export const updateSettings = callTo(settings.updateSettings);

/** POST /users/me/status: absent parameters leave their part unchanged. */
export const updateStatus = callTo(status.updateStatus);

/** GET /users: everybody, bots and deactivated accounts included. */
export const getUsers = callTo(users.getUsers);

type Person = AnswerOf<typeof users.getUser>;
type View = Pick<ArgumentsOf<typeof users.getUser>, keyof typeof users.getUser.parameters>;

/** GET /users/{user_id}, or GET /users/{email}: the address by which the API knows them. */
export function getUser(
  connection: Connection,
  who: { readonly user_id: UserId } | { readonly email: string },
  view: View,
  options?: CallOptions,
): Promise<Person> {
  const isAsked = (endpoint: Endpoint) => isKnownAt(endpoint, connection.level());
  if ("email" in who) {
    if (isAsked(users.getUserByEmail))
      return connection.call(users.getUserByEmail, { ...who, ...view }, options);
    const address = who.email.toLowerCase();
    return oneOfAll(connection, view, (user) => user.email.toLowerCase() === address, options);
  }
  if (isAsked(users.getUser)) return connection.call(users.getUser, { ...who, ...view }, options);
  return oneOfAll(connection, view, (user) => user.user_id === who.user_id, options);
}

/** LEVEL(1) LEVEL(39): all are fetched by servers that cannot be asked for one; rejects like them if there is none. */
async function oneOfAll(
  connection: Connection,
  view: View,
  isMeant: (user: Person["user"]) => boolean,
  options?: CallOptions,
): Promise<Person> {
  const { members } = await getUsers(connection, view, options);
  const user = members.find(isMeant);
  if (user !== undefined) return { user };
  const { code, text: sentence } = noSuchUser;
  throw refusal(sentence, 400, code);
}

/** GET /users/me/subscriptions: the own streams, with what the server says of each. */
export const getSubscriptions = callTo(wire.getSubscriptions);

/** GET /users/{user_id}/channels: of the streams that they are in, those that the caller may know of. */
export const getStreamsOf = callTo(users.getStreamsOf);

/** POST /users/me/presence: reports the own presence; the response contains that of others. */
export const updatePresence = callTo(status.updatePresence, { priority: "background" });
