/** A person's own settings and key. */
import { requireHuman } from "#realm/actions/access.ts";
import { renewOwnKey, updateOwn } from "#realm/actions/own-account.ts";
import { regenerateKey } from "#wire/endpoints/account.ts";
import { updateSettings } from "#wire/endpoints/settings.ts";
import { action, route } from "./route.ts";

export const settingsRoutes = [
  action(
    updateSettings,
    ({ server, person, values }) => {
      const { full_name: fullName, timezone, ...settings } = values;
      updateOwn(server, person, { fullName, timezone, settings });
    },
    { admits: requireHuman },
  ),
  route(regenerateKey, ({ server, person }) => ({ api_key: renewOwnKey(server, person) })),
];
