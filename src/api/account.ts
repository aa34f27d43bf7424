/** Calls about the server and the own account. */

import * as wire from "#wire/endpoints/account.ts";
import * as settings from "#wire/endpoints/settings.ts";
import * as status from "#wire/endpoints/status.ts";
import type { StreamId } from "#wire/ids.ts";
import { brandOf } from "#wire/server.ts";
import { callTo } from "./call-to.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** GET /server_settings, without credentials; the connection learns the feature level from it. */
export async function getServerSettings(connection: Connection, options?: CallOptions) {
  const settings = await connection.call(wire.getServerSettings, {}, options);
  connection.setLevel(brandOf(settings).featureLevel);
  return settings;
}

/** POST /fetch_api_key: the key for a password. Five wrong ones lock the account for half an hour. */
export function fetchApiKey(
  connection: Connection,
  username: string,
  password: string,
  options?: CallOptions,
) {
  return connection.call(wire.fetchApiKey, { username, password }, options);
}

/** POST /users/me/api_key/regenerate: the key that authenticated the call is refused from then on. */
export function regenerateKey(connection: Connection, options?: CallOptions) {
  return connection.call(wire.regenerateKey, {}, options);
}

/** GET /users/me. */
export function getOwnUser(connection: Connection, options?: CallOptions) {
  return connection.call(wire.getOwnUser, {}, options);
}

/** GET /users/me/{stream_id}/topics: newest first. */
export function getTopics(connection: Connection, streamId: StreamId, options?: CallOptions) {
  return connection.call(
    wire.getTopics,
    { stream_id: streamId },
    { priority: "background", ...options },
  );
}

/** PATCH /settings. */
export const updateSettings = callTo(settings.updateSettings);

/** POST /users/me/status: absent parameters leave their part unchanged. */
export const updateStatus = callTo(status.updateStatus);
