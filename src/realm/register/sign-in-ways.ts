/** The ways to sign in that servers of this kind know: a password is the one that works here. */
import type { Server } from "#realm/server.ts";
import { since } from "#wire/levels.ts";

/** All ways by the names of `GET /server_settings`; those of other services are told apart from them. */
export const signInWays = {
  password: true,
  dev: false,
  email: true,
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  google: false,
  apple: false,
  saml: false,
  "openid connect": false,
};

const off = { enabled: false, available: true };

/** The ways that an administrator could switch on or off, by the names of a register answer. */
export function switchableWays(server: Server): Readonly<Record<string, unknown>> {
  const ways = {
    Dev: { ...off, available: false },
    Email: { ...off, enabled: true },
    GitHub: off,
    GitLab: off,
    Google: off,
    Apple: off,
    SAML: { ...off, available: false, unavailable_reason: "It is not part of this plan." },
    "OpenID Connect": off,
  };
  if (server.level >= since.signInObjects) return ways;
  return Object.fromEntries(Object.entries(ways).map(([name, { enabled }]) => [name, enabled]));
}
