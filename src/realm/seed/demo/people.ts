/** Acme's people, with their presence, profiles, and what its bots write. */
import { below, pick, type Random } from "#base/random.ts";
import {
  type BlueprintGroup,
  type BlueprintProfileField,
  type BlueprintUser,
  roles,
} from "#realm/seed/blueprint.ts";
import { fieldTypes } from "#wire/profile-field.ts";

type Character = Omit<BlueprintUser, "joinedAt" | "email" | "apiKey" | "password"> & {
  readonly short: string;
  /** The name that colleagues use. */
  readonly firstName: string;
  /** Hours ahead of UTC in winter; precise enough for office hours. */
  readonly utcOffset: number;
};

const characters = [
  {
    id: 1,
    short: "ana",
    firstName: "Ana",
    fullName: "Ana Ruiz",
    role: roles.owner,
    timezone: "Europe/Madrid",
    utcOffset: 1,
    presence: "active",
    status: { text: "Reading logs so that you need not", emoji: "eyes" },
  },
  {
    id: 2,
    short: "bo",
    firstName: "Bo",
    fullName: "Bo Lindqvist",
    role: roles.member,
    timezone: "Europe/Stockholm",
    utcOffset: 1,
    presence: "active",
  },
  {
    id: 3,
    short: "mei",
    firstName: "Mei",
    fullName: "Mei Tanaka",
    role: roles.member,
    timezone: "Asia/Tokyo",
    utcOffset: 9,
    presence: "active",
    status: { text: "Pushing pixels", emoji: "art" },
  },
  {
    id: 4,
    short: "priya",
    firstName: "Priya",
    fullName: "Priya N.",
    role: roles.administrator,
    timezone: "Asia/Kolkata",
    utcOffset: 5.5,
    presence: "active",
    status: { text: "On call", emoji: "rotating_light" },
  },
  {
    id: 5,
    short: "ken",
    firstName: "Ken",
    fullName: "健 (Ken)",
    role: roles.member,
    timezone: "Asia/Tokyo",
    utcOffset: 9,
    presence: "idle",
  },
  {
    id: 6,
    short: "you",
    firstName: "Robin",
    fullName: "Robin Hale",
    role: roles.administrator,
    timezone: "Europe/London",
    utcOffset: 0,
    presence: "active",
  },
  {
    id: 7,
    short: "tomasz",
    firstName: "Tomasz",
    fullName: "Tomasz Zając",
    role: roles.member,
    timezone: "Europe/Warsaw",
    utcOffset: 1,
    presence: "active",
    status: { text: "Soldering, hands full", emoji: "fire" },
  },
  {
    id: 8,
    short: "noor",
    firstName: "Noor",
    fullName: "Noor Haddad",
    role: roles.moderator,
    timezone: "Asia/Beirut",
    utcOffset: 2,
    presence: "active",
  },
  {
    id: 9,
    short: "sam",
    firstName: "Sam",
    fullName: "Sam Okafor",
    role: roles.member,
    timezone: "Africa/Lagos",
    utcOffset: 1,
    presence: "idle",
    status: { text: "New here. Say hello", emoji: "wave" },
  },
  {
    id: 10,
    short: "elodie",
    firstName: "Élodie",
    fullName: "Élodie Marchand",
    role: roles.moderator,
    timezone: "America/Montreal",
    utcOffset: -5,
    presence: "active",
  },
  {
    id: 11,
    short: "jules",
    firstName: "Jules",
    fullName: "Jules Whitaker",
    role: roles.guest,
    timezone: "America/Denver",
    utcOffset: -7,
    status: { text: "At the summit station until Friday", emoji: "mountain" },
  },
  {
    id: 12,
    short: "viktor",
    firstName: "Viktor",
    fullName: "Viktor Ames",
    role: roles.member,
    isActive: false,
    timezone: "Europe/Vienna",
    utcOffset: 1,
  },
  {
    id: 13,
    short: "ci",
    firstName: "ci",
    fullName: "ci",
    role: roles.member,
    isBot: true,
    botOwnerId: 2,
    utcOffset: 0,
  },
  {
    id: 14,
    short: "alerts",
    firstName: "alerts",
    fullName: "alerts",
    role: roles.member,
    isBot: true,
    botOwnerId: 4,
    utcOffset: 0,
  },
  {
    id: 15,
    short: "max",
    firstName: "Max",
    fullName: "Max Velden",
    role: roles.guest,
    timezone: "Europe/Amsterdam",
    utcOffset: 1,
  },
] as const satisfies readonly Character[];

/** A short name in screenplays. */
export type Short = (typeof characters)[number]["short"];

/** Everybody, in order of ID. */
export const cast: readonly (Character & { readonly short: Short })[] = characters;

export const shorts: readonly Short[] = characters.map(({ short }) => short);

/** People who can play any part: active, and not the user. Guests are excluded because they see too little. */
export const extras: readonly Short[] = [
  "ana",
  "bo",
  "mei",
  "priya",
  "ken",
  "tomasz",
  "noor",
  "sam",
  "elodie",
];

const byShort = new Map<string, (typeof cast)[number]>(cast.map((one) => [one.short, one]));

export function character(short: Short): (typeof cast)[number] {
  const found = byShort.get(short);
  if (found === undefined) throw new RangeError(`Nobody is called "${short}".`);
  return found;
}

/** Everybody joined some months before `now`, Sam two days before. */
export function people(now: number): readonly BlueprintUser[] {
  return cast.map(({ short, firstName: _, utcOffset: __, ...user }) => ({
    ...user,
    ...(profileOf(short) === undefined ? {} : { profile: profileOf(short) ?? {} }),
    email: `${"isBot" in user ? `${short}-bot` : mailbox(short)}@acme.example`,
    joinedAt: now - (short === "sam" ? 9 : 400 - user.id * 20) * 86_400,
    apiKey: `${short}demokey`.padEnd(32, "0123456789"),
    password: `${mailbox(short)}-demo`,
  }));
}

function mailbox(short: Short): string {
  return short === "you" ? "robin" : short;
}

export const groups: readonly BlueprintGroup[] = [
  { id: 1, name: "on-call", description: "Whoever holds the pager this week", members: [4, 6] },
  { id: 2, name: "backend-team", description: "Ingest, storage, the API", members: [1, 2, 6, 9] },
  { id: 3, name: "translators", description: "One voice in five languages", members: [3, 5, 10] },
];

// Messages of Acme's bots.

const suites = ["rollup", "forecast", "gateway", "importer", "tiles", "alarms", "export"];
const tests = [
  "sums an hour of rain",
  "keeps the order of late readings",
  "survives a station that moves",
  "wakes once, not twice",
  "refuses a setting that nobody reads",
  "draws no wind at a pole",
];

export function commitHash(random: Random): string {
  return below(random, 0x10000000).toString(16).padStart(7, "0");
}

/** The result of a build; two of thirteen fail. */
export function build(random: Random): string {
  const commit = commitHash(random);
  const count = `2,${300 + below(random, 60)}`;
  const seconds = String(below(random, 60)).padStart(2, "0");
  if (random() > 0.15) {
    return `:green_circle: **main** \`${commit}\` passed: ${count} tests in 1 m ${seconds} s`;
  }
  const fault = `FAIL  ${pick(random, suites)} › ${pick(random, tests)}`;
  return `:red_circle: **main** \`${commit}\` failed: 1 of ${count}\n\`\`\`text\n${fault}\n\`\`\``;
}

/** A monitoring alert. */
export function alarm(random: Random): string {
  const station = below(random, 4_000) + 20;
  return pick(random, [
    `:warning: **station ${station}** silent for ${below(random, 50) + 11} minutes`,
    `:check: **station ${station}** is back, ${below(random, 90) + 10} readings delivered late`,
    `:warning: **station ${station}** battery 3.${below(random, 5) + 1} V`,
    `:warning: \`db-${below(random, 4) + 1}\` disk ${below(random, 9) + 80} %`,
    `:check: backup of \`db-${below(random, 4) + 1}\` finished and was **read back**`,
    `:warning: **station 90**: wind 0 m/s for ${below(random, 60) + 60} s. Probable cause: *heron*`,
    `:check: ingest p99 ${below(random, 30) + 115} ms, 24 of 24 instances healthy`,
  ]);
}

export function nightly(random: Random): string {
  const bytes = `18${below(random, 3) + 1},${below(random, 900) + 100}`;
  return `**nightly firmware** built for 3 boards, ${bytes} bytes, boots in ${below(random, 30) + 210} ms`;
}

// Acme's custom profile fields, one of each type, and people's values.

const fields = {
  pronouns: { type: fieldTypes.pronouns, name: "Pronouns" },
  work: {
    type: fieldTypes.shortText,
    name: "What I do here",
    hint: "In words that your family would understand",
    inSummary: true,
  },
  roof: {
    type: fieldTypes.longText,
    name: "On my roof",
    hint: "Your own station, if you have one. Markdown is welcome.",
  },
  team: {
    type: fieldTypes.options,
    name: "Team",
    data: {
      hardware: { text: "Hardware", order: "1" },
      software: { text: "Software", order: "2" },
      people: { text: "People who talk to people", order: "3" },
    },
    inSummary: true,
  },
  since: { type: fieldTypes.date, name: "First day" },
  page: { type: fieldTypes.link, name: "Page" },
  ask: { type: fieldTypes.people, name: "When I am away, ask" },
  code: {
    type: fieldTypes.account,
    name: "Code",
    data: { subtype: "custom", url_pattern: "https://code.acme.example/%(username)s" },
  },
} as const satisfies Record<string, BlueprintProfileField>;

type Field = keyof typeof fields;

const names = Object.keys(fields) as readonly Field[];

export const profileFields: readonly BlueprintProfileField[] = names.map((name) => fields[name]);

/** Values of people fields are user IDs. */
const told: Readonly<Record<string, Partial<Record<Field, string | readonly number[]>>>> = {
  ana: {
    pronouns: "she/her",
    work: "I read what the machines write",
    team: "software",
    since: "2019-03-01",
    ask: [2],
    code: "ana",
  },
  bo: {
    pronouns: "he/him",
    work: "Ingest, and the sandwich",
    roof: "**ST-1207**, when the ferry is in. Otherwise a *very* small wind gauge.",
    team: "software",
    ask: [1, 4],
    code: "bo",
  },
  mei: { work: "Maps, icons, arrows", team: "software", page: "https://mei.acme.example/" },
  priya: {
    pronouns: "she/her",
    work: "I hold the button",
    team: "software",
    since: "2021-09-13",
    ask: [2],
  },
  you: {
    pronouns: "they/them",
    work: "Whatever refuses to start",
    roof: "ST-88, shared with a :heron:\n* wind: yes\n* rain: yes\n* herons: *on average* one",
    team: "software",
    since: "2020-01-06",
    page: "https://robin.acme.example/",
    ask: [1],
    code: "robin",
  },
  tomasz: {
    work: "Antennas, sensors, the dog",
    roof: "Number 3. Never calibrated. I *believe* it.",
    team: "hardware",
    ask: [5],
  },
  noor: { pronouns: "she/her", work: "Customers, and their roofs", team: "people", ask: [10] },
  sam: { pronouns: "they/them", work: "New: I ask", team: "software" },
  elodie: { work: "Releases, offsites, words", team: "people", ask: [8] },
};

/** By field ID; undefined for people without values. */
function profileOf(short: string): Readonly<Record<string, string>> | undefined {
  const values = told[short];
  if (values === undefined) return undefined;
  return Object.fromEntries(
    names.flatMap((name, at) => {
      const value = values[name];
      if (value === undefined) return [];
      return [[String(at + 1), typeof value === "string" ? value : JSON.stringify(value)]];
    }),
  );
}
