/** Domains whose addresses may join: owners' to change. */
import { Refusal } from "#realm/failures.ts";
import { realmSetting } from "#realm/register/realm-settings.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import type { Domain } from "#realm/state/furnishings.ts";
import { domainView } from "#realm/views/furnishings.ts";
import { setRealmSetting } from "./realm-settings.ts";

/** Gives the new one. */
export function addDomain(server: Server, written: string, isOpenBelow: boolean): Domain {
  const name = written.trim().toLowerCase();
  const complaint = complaintAbout(name);
  if (complaint !== undefined) throw new Refusal(`Invalid domain: ${complaint}`);
  const { domains, newest } = server.state.furnishings;
  if (domains.some((one) => one.name === name)) {
    throw new Refusal(`The domain ${name} is already a part of your organization.`);
  }
  const domain = { id: newest.domain + 1, name, isOpenBelow };
  commit(server, { kind: "domains set", domains: [...domains, domain] });
  tellDomains(server, { op: "add", realm_domain: domainView(domain) });
  return domain;
}

/** Throws for an address that the realm's domains keep out. */
export function requireOpenTo(server: Server, email: string): void {
  if (realmSetting(server, "emails_restricted_to_domains") !== true) return;
  if (email.includes("+")) throw new Refusal("Email addresses containing + are not allowed.");
  const { domains } = server.state.furnishings;
  const host = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  const isOpen = domains.some(
    ({ name, isOpenBelow }) => host === name || (isOpenBelow && host.endsWith(`.${name}`)),
  );
  if (!isOpen) throw new Refusal(`Email '${email}' not allowed in this organization`);
}

/** What is wrong with a domain; undefined for one that could be. */
function complaintAbout(name: string): string | undefined {
  if (name === "") return "Domain can't be empty.";
  if (!name.includes(".")) return "Domain must have at least one dot (.)";
  if (name.length > 255) return "Domain is too long";
  if (/^\.|\.$/.test(name)) return "Domain cannot start or end with a dot (.)";
  if (name.includes("..")) return "Consecutive '.' are not allowed.";
  if (/(?:^|\.)-|-(?:\.|$)/.test(name)) return "Subdomains cannot start or end with a '-'.";
  if (!/^[a-z0-9.-]+$/.test(name)) return "Domain can only have letters, numbers, '.' and '-'s.";
  return undefined;
}

function tellDomains(server: Server, tidings: Readonly<Record<string, unknown>>): void {
  announceToAll(server, "realm_domains", tidings);
}

function domainNamed({ state }: Server, name: string): Domain {
  const domain = state.furnishings.domains.find((one) => one.name === name);
  if (domain === undefined) throw new Refusal(`No entry found for domain ${name}.`);
  return domain;
}

export function updateDomain(server: Server, name: string, isOpenBelow: boolean): void {
  const before = domainNamed(server, name);
  const domain = { ...before, isOpenBelow };
  const { domains } = server.state.furnishings;
  commit(server, {
    kind: "domains set",
    domains: domains.map((one) => (one === before ? domain : one)),
  });
  tellDomains(server, { op: "change", realm_domain: domainView(domain) });
}

/** Without any domain nobody is kept out by theirs. */
export function deleteDomain(server: Server, name: string): void {
  const gone = domainNamed(server, name);
  const domains = server.state.furnishings.domains.filter((one) => one !== gone);
  commit(server, { kind: "domains set", domains });
  if (domains.length === 0 && realmSetting(server, "emails_restricted_to_domains") === true) {
    setRealmSetting(server, "emails_restricted_to_domains", false);
  }
  tellDomains(server, { op: "remove", domain: name });
}
