/** Who sees a person's real address: a setting of theirs, told to everybody whom it concerns. */
import { announce, commit, type Server } from "#realm/server.ts";
import { apiAddress, maySeeAddress, type Person } from "#realm/state/people.ts";
import { avatarView } from "#realm/views/picture.ts";
import { announcePerson } from "./person-events.ts";
import { tellSetting } from "./settings.ts";

export const visibilitySetting = "email_address_visibility";

export function setEmailVisibility(server: Server, person: Person, visibility: number): void {
  const facts = {
    emailVisibility: visibility,
    email: apiAddress(person.id, person.loginEmail, visibility),
  };
  commit(server, { kind: "person changed", personId: person.id, facts });
  tellSetting(server, person, visibilitySetting, visibility);
  const now = { ...person, ...facts };
  tellSight(server, person, now);
  if (now.email === person.email) return;
  announcePerson(server, { user_id: person.id, new_email: now.email });
  announcePerson(server, { user_id: person.id, ...avatarView(now), avatar_version: 1 });
}

/** The real address to those who see it from now on, and null to those who no longer do. */
function tellSight(server: Server, before: Person, now: Person): void {
  announce(
    server,
    "realm_user",
    (userId) => userId !== now.id,
    ({ userId }) => {
      const viewer = server.state.people.byId.get(userId);
      const sees = viewer !== undefined && maySeeAddress(viewer, now);
      if (viewer === undefined || sees === maySeeAddress(viewer, before)) return undefined;
      const delivery_email = sees ? now.loginEmail : null;
      return { op: "update", person: { user_id: now.id, delivery_email } };
    },
  );
}
