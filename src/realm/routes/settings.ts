/** A person's own settings, key, picture and leave. */
import { requireHuman } from "#realm/actions/access.ts";
import { removeOwnAvatar, setOwnAvatar } from "#realm/actions/avatars.ts";
import { renewOwnKey, updateOwn } from "#realm/actions/own-account.ts";
import { runCommand, seeStep } from "#realm/actions/own-screens.ts";
import { leaveRealm } from "#realm/actions/people.ts";
import { leaveRealm as leaveRealmEndpoint, regenerateKey } from "#wire/endpoints/account.ts";
import {
  deleteAvatar,
  markStepSeen,
  runCommand as runCommandEndpoint,
  uploadAvatar,
} from "#wire/endpoints/own-look.ts";
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
  deed(leaveRealmEndpoint, ({ server, person }) => leaveRealm(server, person), humans),
  route(
    uploadAvatar,
    ({ server, person, files }) => ({ avatar_url: setOwnAvatar(server, person, files) }),
    humans,
  ),
  route(
    deleteAvatar,
    ({ server, person }) => ({ avatar_url: removeOwnAvatar(server, person) }),
    humans,
  ),
  deed(
    markStepSeen,
    ({ server, person, values }) => seeStep(server, person, values.onboarding_step),
    humans,
  ),
  route(runCommandEndpoint, ({ server, person, values }) => {
    const told = runCommand(server, person, values.command);
    return told === undefined ? {} : { msg: told };
  }),
];
