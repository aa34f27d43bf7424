/** A person's own settings and key. */
import { requireHuman } from "#realm/actions/access.ts";
import { renewOwnKey, updateOwn } from "#realm/actions/own-account.ts";
import { regenerateKey } from "#wire/endpoints/account.ts";
import {
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettings,
} from "#wire/endpoints/settings.ts";
import { deed, route } from "./route.ts";

const humans = { admits: requireHuman } as const;

export const settingsRoutes = [
  ...[updateSettings, updateDisplaySettings, updateNotificationSettings].map((endpoint) =>
    deed(
      endpoint,
      ({ server, person, values }) => {
        const { full_name, timezone, email, old_password, new_password, ...settings } = values;
        updateOwn(server, person, {
          fullName: full_name,
          email,
          oldPassword: old_password,
          newPassword: new_password,
          timezone,
          settings,
        });
      },
      { older: true, ...humans },
    ),
  ),
  route(regenerateKey, ({ server, person }) => ({ api_key: renewOwnKey(server, person) })),
];
