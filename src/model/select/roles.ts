/** What people are in the organization, in words. */
import { roles } from "#wire/user.ts";

const names = new Map<number, string>(Object.entries(roles).map(([name, role]) => [role, name]));

/** `owner`, `administrator`, `moderator`, `member` or `guest`; a role of a newer server by its number. */
export function roleName(role: number): string {
  return names.get(role) ?? `role ${role}`;
}
