/** Names of roles. */
import { roles } from "#wire/user.ts";

const names = new Map<number, string>(Object.entries(roles).map(([name, role]) => [role, name]));

/** `owner`, `administrator`, `moderator`, `member` or `guest`; the number for roles of newer servers. */
export function roleName(role: number): string {
  return names.get(role) ?? `role ${role}`;
}
