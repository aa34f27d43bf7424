/** Acme's custom profile fields, one of each type, and people's values. */
import type { BlueprintProfileField } from "#realm/seed/blueprint.ts";
import { fieldTypes } from "#wire/profile-field.ts";

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
export function profileOf(short: string): Readonly<Record<string, string>> | undefined {
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
