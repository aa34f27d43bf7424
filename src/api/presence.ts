/** Calls about who is there. */

import * as wire from "#wire/endpoints/presence.ts";
import { callTo } from "./call-to.ts";

/** POST /users/me/presence: says how one is there; the answer tells of the others. */
export const updatePresence = callTo(wire.updatePresence, { priority: "background" });
