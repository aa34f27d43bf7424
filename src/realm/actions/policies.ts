/** Who may do what, by the integers of the realm's policies. */
import { type RealmSetting, realmSetting } from "#realm/register/realm-settings.ts";
import { now, type Server } from "#realm/server.ts";
import {
  isAdministrator,
  isFullMember,
  isGuest,
  isModerator,
  isOwner,
  type Person,
} from "#realm/state/people.ts";

/** Whether somebody is no newcomer: the realm says after how many days members stop being one. */
export function isFull(server: Server, person: Person): boolean {
  const days = Number(realmSetting(server, "waiting_period_threshold"));
  return isFullMember(person, days, now(server));
}

/** 1 members, 2 administrators, 3 full members, 4 moderators, 5 everybody, 6 nobody, 7 owners. */
export function isAllowed(server: Server, person: Person, setting: RealmSetting): boolean {
  switch (realmSetting(server, setting)) {
    case 2:
      return isAdministrator(person);
    case 3:
      return isFull(server, person);
    case 4:
      return isModerator(person);
    case 5:
      return true;
    case 6:
      return false;
    case 7:
      return isOwner(person);
    default:
      return !isGuest(person);
  }
}
