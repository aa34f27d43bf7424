/** Acme's people, with their presence and profiles, from `people.txt`, and what its bots write. */

import { below, pick, type Random } from "#base/random.ts";
import type {
  BlueprintGroup,
  BlueprintProfileField,
  BlueprintUser,
} from "#realm/seed/blueprint.ts";
import { factsIn, linesIn, sections } from "#realm/seed/screenplay.ts";
import { seedText } from "#realm/seed/texts.ts";
import { fieldTypes } from "#wire/profile-field.ts";
import { roles } from "#wire/user.ts";

type Character = Omit<BlueprintUser, "joinedAt" | "email" | "apiKey" | "password"> & {
  readonly short: Short;
  /** The name that colleagues use. */
  readonly firstName: string;
  /** Hours ahead of UTC in winter; precise enough for office hours. */
  readonly utcOffset: number;
};

/** A short name in screenplays. */
export type Short = string;

const fields = sections(seedText("demo/profile-fields"));

export const profileFields: readonly BlueprintProfileField[] = fields.map((section) => {
  const { type, name = "", hint = "", data, summary } = factsIn(section);
  return {
    type: fieldTypes[type as keyof typeof fieldTypes],
    name,
    hint,
    ...(data === undefined ? {} : { data: JSON.parse(data) }),
    inSummary: summary === "yes",
  };
});

const drawn = sections(seedText("demo/people"));

export const shorts: readonly Short[] = drawn.map(({ head }) => head);

/** Everybody, in order of ID. */
export const cast = drawn.map((section, at): Character => {
  const short = section.head;
  const facts = factsIn(section);
  const { name = short, called = name, role, zone, owner, left, presence, status } = facts;
  const [timezone, utcOffset = 0] = zone?.split(" ") ?? [];
  const [, emoji = "", text = ""] = /^(\S+) (.+)$/.exec(status ?? "") ?? [];
  const profile = fields.flatMap(({ head }, nth) => {
    const value = facts[head];
    return value === undefined ? [] : [[String(nth + 1), value] as const];
  });
  return {
    id: at + 1,
    short,
    firstName: called,
    fullName: name,
    role: roles[role as keyof typeof roles],
    utcOffset: Number(utcOffset),
    isActive: left === undefined,
    ...(timezone === undefined ? {} : { timezone }),
    ...(owner === undefined ? {} : { isBot: true, botOwnerId: shorts.indexOf(owner) + 1 }),
    ...(presence === "active" || presence === "idle" ? { presence } : {}),
    ...(status === undefined ? {} : { status: { text, emoji } }),
    ...(profile.length === 0 ? {} : { profile: Object.fromEntries(profile) }),
  };
});

/** Everybody who works at Acme, the user among them. Guests see too little to play any part. */
export const team = cast
  .filter(({ role, isActive, isBot }) => role <= roles.member && isActive && isBot !== true)
  .map(({ short }) => short);

/** People who can play any part. */
export const extras = team.filter((short) => short !== "you");

const byShort = new Map(cast.map((one) => [one.short, one]));

export function character(short: Short): Character {
  const person = byShort.get(short);
  if (person === undefined) throw new RangeError(`Nobody is called "${short}".`);
  return person;
}

/** Everybody joined some months before `now`, Sam two days before. */
export function people(now: number): readonly BlueprintUser[] {
  return cast.map(({ short, firstName: _, utcOffset: __, ...user }) => ({
    ...user,
    email: `${user.isBot === true ? `${short}-bot` : mailbox(short)}@acme.example`,
    joinedAt: now - (short === "sam" ? 9 : 400 - user.id * 20) * 86_400,
    apiKey: `${short}demokey`.padEnd(32, "0123456789"),
    password: `${mailbox(short)}-demo`,
  }));
}

function mailbox(short: Short): string {
  return short === "you" ? "robin" : short;
}

export const groups: readonly BlueprintGroup[] = [
  {
    id: 1,
    name: "on-call",
    description: "Whoever holds the pager this week",
    members: [4, 6],
    creatorId: 4,
  },
  {
    id: 2,
    name: "backend-team",
    description: "Ingest, storage, the API",
    members: [1, 2, 6, 9],
    creatorId: 6,
  },
  {
    id: 3,
    name: "translators",
    description: "One voice in five languages",
    members: [3, 5, 10],
    creatorId: 8,
  },
];

// Messages of Acme's bots.

const [suites = [], tests = []] = sections(seedText("demo/builds")).map(linesIn);

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
