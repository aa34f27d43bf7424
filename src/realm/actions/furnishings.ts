/** Domains whose addresses may join, places to try code, and what newcomers have set: administrators' to change. */
import { Refusal } from "#realm/failures.ts";
import { newcomersSettings, realmSetting } from "#realm/register/settings.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import type { Domain, Playground } from "#realm/state/furnishings.ts";
import { domainView, playgroundsView } from "#realm/views/furnishings.ts";
import { setRealmSetting } from "./realm-settings.ts";
import { newSettings } from "./setting-values.ts";

const everybody = () => true;

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
  announce(server, "realm_domains", everybody, () => tidings);
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

const longestLanguage = 40;

/** Gives the new one's ID. */
export function addPlayground(server: Server, wish: Omit<Playground, "id">): number {
  const { playgrounds, newest } = server.state.furnishings;
  const trimmed = {
    name: wish.name.trim(),
    language: readLanguage(wish.language),
    template: readTemplate(wish.template.trim()),
  };
  const isThere = playgrounds.some(
    ({ name, language }) => name === trimmed.name && language === trimmed.language,
  );
  if (isThere) {
    throw unsound("Realm playground with this Realm, Pygments language and Name already exists.");
  }
  const id = newest.playground + 1;
  savePlaygrounds(server, [...playgrounds, { id, ...trimmed }]);
  return id;
}

function unsound(text: string, field = "__all__"): Refusal {
  return new Refusal(text, { extra: { errors: { [field]: [text] } } });
}

function readLanguage(written: string): string {
  if ([...written].length > longestLanguage) {
    throw new Refusal(`pygments_language is too long (limit: ${longestLanguage} characters)`);
  }
  if (!/^[ a-zA-Z0-9_+\-./#]*$/.test(written)) {
    throw new Refusal("Invalid characters in pygments language");
  }
  return written.trim();
}

function readTemplate(template: string): string {
  const variables = [...template.matchAll(/\{[+#./;?&]?([^{}]+)\}/g)].map(([, name]) => name);
  const isSound = template !== "" && !/[{}]/.test(template.replace(/\{[^{}]+\}/g, ""));
  if (!isSound) throw unsound("Invalid URL template.", "url_template");
  if (!variables.includes("code")) {
    throw unsound('Missing the required variable "code" in the URL template');
  }
  return template;
}

export function deletePlayground(server: Server, id: number): void {
  const { playgrounds } = server.state.furnishings;
  const left = playgrounds.filter((one) => one.id !== id);
  if (left.length === playgrounds.length) throw new Refusal("Invalid playground");
  savePlaygrounds(server, left);
}

function savePlaygrounds(server: Server, playgrounds: readonly Playground[]): void {
  commit(server, { kind: "playgrounds set", playgrounds });
  const told = { realm_playgrounds: playgroundsView(server) };
  announce(server, "realm_playgrounds", everybody, () => told);
}

/** Whoever is there keeps what they have set. */
export function setForNewcomers(
  server: Server,
  wanted: Readonly<Record<string, string | number | boolean | undefined>>,
): void {
  for (const [property, value] of newSettings(newcomersSettings(server), wanted)) {
    commit(server, { kind: "newcomers' setting set", property, value });
    const told = { op: "update", property, value };
    announce(server, "realm_user_settings_defaults", everybody, () => told);
  }
}
