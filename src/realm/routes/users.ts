/** People: who they are, what they are allowed, whether they are there, and what they say of themselves. */
import { noSuchUser, personAmong, personNumbered, requireHuman } from "#realm/actions/access.ts";
import { deactivate, reactivate, updatePerson } from "#realm/actions/people.ts";
import { readProfile, setProfile } from "#realm/actions/profile-values.ts";
import { updateStatus } from "#realm/actions/status.ts";
import { keysAt } from "#realm/levels.ts";
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { personView } from "#realm/views/person.ts";
import { statusView } from "#realm/views/status.ts";
import { clearOwnProfile, updateOwnProfile } from "#wire/endpoints/profile-fields.ts";
import { getStatus, updateStatus as updateStatusEndpoint } from "#wire/endpoints/status.ts";
import * as wire from "#wire/endpoints/users.ts";
import { since } from "#wire/levels.ts";
import { action, type RouteRequest, route } from "./route.ts";

export const userRoutes = [
  route(wire.getUsers, (request) => ({
    members: [...request.server.state.people.byId.values()]
      .filter(({ isSystem }) => !isSystem)
      .map((person) => seen(request, person)),
  })),
  route(wire.getUser, (request) => ({
    user: seen(request, personNumbered(request.server, request.pathId("user_id"))),
  })),
  route(wire.getUserByEmail, (request) => ({
    user: seen(request, byAddress(request.server, request.pathText("email"))),
  })),
  action(wire.updateUser, ({ server, person, values, pathId }) =>
    updatePerson(server, person, pathId("user_id"), {
      fullName: values.full_name,
      role: values.role,
      profile: values.profile_data,
    }),
  ),
  action(wire.deactivateUser, ({ server, person, values, pathId }) => {
    const { deactivation_notification_comment: comment } = values;
    deactivate(server, person, pathId("user_id"), comment);
  }),
  action(wire.reactivateUser, ({ server, person, pathId }) =>
    reactivate(server, person, pathId("user_id")),
  ),
  action(
    updateStatusEndpoint,
    ({ server, person, values }) =>
      updateStatus(server, person, {
        text: values.status_text,
        emoji: values.emoji_name,
        code: values.emoji_code,
        type: values.reaction_type,
        away: values.away,
      }),
    { admits: requireHuman },
  ),
  route(getStatus, ({ server, pathId }) => {
    const person = personAmong(server, pathId("user_id"), { bots: false, gone: false });
    return { status: statusView(server, person) };
  }),
  action(
    updateOwnProfile,
    ({ server, person, values }) => setProfile(server, person.id, readProfile(server, values.data)),
    { admits: requireHuman },
  ),
  action(
    clearOwnProfile,
    ({ server, person, values }) => {
      const cleared = values.data.map((id) => ({ id, value: null }));
      setProfile(server, person.id, readProfile(server, cleared));
    },
    { admits: requireHuman },
  ),
];

type Seeing = RouteRequest<typeof wire.getUsers.parameters>;

/** LEVEL(92): pictures were computed by the server unless it was asked otherwise. */
function seen({ server, person: viewer, values: views }: Seeing, person: Person) {
  const clientGravatar = views.client_gravatar ?? server.level >= since.gravatar;
  const eye = { viewer, clientGravatar };
  const { profile_data, ...view } = { profile_data: {}, ...personView(server, person, eye) };
  return keysAt(server.level, {
    ...view,
    is_active: person.isActive,
    ...(views.include_custom_profile_fields === true && !person.isBot ? { profile_data } : {}),
  });
}

function byAddress({ state }: Server, address: string): Person {
  const person = state.people.byEmail.get(address.toLowerCase());
  if (person === undefined || person.isSystem) throw noSuchUser();
  return person;
}
