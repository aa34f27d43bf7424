/** Who may make a call or set a parameter: used by the embedded realm, and by forms before a request. */
import type { PolicyName, Who } from "./endpoint.ts";
import { administratorsOnly, noBots, noGuests, notAllowed, ownersOnly } from "./error-rows.ts";
import { roles } from "./user.ts";

export const owners: Who = { role: roles.owner, error: ownersOnly };
export const administrators: Who = { role: roles.administrator, error: administratorsOnly };
/** Administrators, for calls whose error does not name who is permitted. */
export const unnamedAdministrators: Who = { ...administrators, error: notAllowed };
export const members: Who = { role: roles.member, error: noGuests };
export const humans: Who = { isHuman: true, error: noBots };
/** The people whom the organization setting of that name permits. */
export function admittedBy(setting: PolicyName): Who {
  return { setting, error: notAllowed };
}
