/** Calls that look people up. */
import * as wire from "#wire/endpoints/users.ts";
import { callTo } from "./call-to.ts";

/** GET /users: everybody, bots and deactivated accounts included. */
export const getUsers = callTo(wire.getUsers);

/** GET /users/{user_id}. */
export const getUser = callTo(wire.getUser);

/** GET /users/{email}: the address by which the API knows them. */
export const getUserByEmail = callTo(wire.getUserByEmail);
