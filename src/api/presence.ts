/** Calls about who is there. */
import type { ArgumentsOf } from "#wire/endpoint.ts";
import * as wire from "#wire/endpoints/presence.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** POST /users/me/presence: says how one is there; the answer tells of the others. */
export function updatePresence(
  connection: Connection,
  presence: ArgumentsOf<typeof wire.updatePresence>,
  options?: CallOptions,
) {
  return connection.call(wire.updatePresence, presence, { priority: "background", ...options });
}
