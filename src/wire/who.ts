/** Who may make a call or set a parameter: read by the embedded realm, and by forms that say so before. */
import type { PolicyName, Who } from "./endpoint.ts";
import { administratorsOnly, noBots, noGuests, notAllowed, ownersOnly } from "./error-rows.ts";
import { roles } from "./user.ts";

export const owners: Who = { role: roles.owner, error: ownersOnly };
export const administrators: Who = { role: roles.administrator, error: administratorsOnly };
/** Where servers do not say who may. */
export const silentAdministrators: Who = {
  ...administrators,
  error: notAllowed,
  reason: administratorsOnly,
};
export const members: Who = { role: roles.member, error: noGuests };
export const humans: Who = { isHuman: true, error: noBots };
/** Whom the organization's setting of that name admits. */
export function admittedBy(setting: PolicyName): Who {
  return { setting, error: notAllowed };
}
