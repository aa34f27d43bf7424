/** The people and bots of Acme, with their short names in screenplays. */

import { type BlueprintGroup, type BlueprintUser, roles } from "#realm/seed/blueprint.ts";
import { profileOf } from "./profiles.ts";

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
