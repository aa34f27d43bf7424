/** Calls for presence. */

import * as wire from "#wire/endpoints/status.ts";
import { callTo } from "./call-to.ts";

/** POST /users/me/presence: reports the own presence; the response contains that of others. */
export const updatePresence = callTo(wire.updatePresence, { priority: "background" });
