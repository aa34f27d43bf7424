/** New accounts, of people and of bots: they come among the others, and everybody is told. */
import { commit, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { settleFullMembers } from "./full-members.ts";
import { tellNew } from "./person-news.ts";
import { joinRoleGroup } from "./roles.ts";

export function freshPersonId({ state }: Server): number {
  return Math.max(...state.people.byId.keys()) + 1;
}

export function arrive(server: Server, person: Person): void {
  commit(server, { kind: "person added", person });
  tellNew(server, person);
  joinRoleGroup(server, person);
  settleFullMembers(server, [person]);
}
