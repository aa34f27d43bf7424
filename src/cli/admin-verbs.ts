/** The verbs that change what everybody has: streams, topics, people, groups and profile fields. */
import type { Verb, VerbOption } from "./verb.ts";
import { loadVerbs } from "./verb-modules.ts";
import { listOptions } from "./verb-options.ts";

const yes = { flags: "--yes", description: "confirm: this cannot be undone" };
const description = { flags: "--description <text>", description: "its description" };

const streamOptions: readonly VerbOption[] = [
  description,
  { flags: "--privacy <word>", description: "public, private or web-public" },
  {
    flags: "--history <word>",
    description: "shared: new subscribers see older messages; or protected",
  },
  {
    flags: "--posting <word>",
    description: "anyone, administrators, full-members or moderators",
  },
  {
    flags: "--retention <days>",
    description: "days that messages are kept, realm_default or unlimited",
  },
  { flags: "--removers <group>", description: "the group that may unsubscribe people" },
];

const fieldOptions: readonly VerbOption[] = [
  { flags: "--hint <text>", description: "help text for whoever fills it in" },
  {
    flags: "--option <text>",
    description: "a choice; repeat it for each, in order",
    repeats: true,
  },
  { flags: "--service <word>", description: "the service of an external account, such as github" },
  { flags: "--url <pattern>", description: "the URL pattern of a custom external account" },
  { flags: "--summary", description: "show it in the profile summary" },
  { flags: "--no-summary", description: "do not show it in the profile summary" },
  { flags: "--required", description: "require everybody to fill it in" },
  { flags: "--no-required", description: "make it optional" },
];

const streams = async () => (await loadVerbs()).streamChanges;
const topics = async () => (await loadVerbs()).topicChanges;
const people = async () => (await loadVerbs()).peopleChanges;
const groups = async () => (await loadVerbs()).groupChanges;
const fields = async () => (await loadVerbs()).fieldChanges;

/** A server works on a topic in batches. */
const longWorkMs = 3_600_000;

export const adminVerbs: readonly Verb[] = [
  {
    name: "streams create",
    argument: "<name>",
    description: "create a stream",
    options: [
      ...streamOptions,
      {
        flags: "--add <person>",
        description: "subscribe this person, or group:NAME",
        repeats: true,
      },
      { flags: "--announce", description: "announce the new stream" },
      ...listOptions,
    ],
    fields: ["name"],
    examples: ["weir streams create garden --description 'What grows' --add @ana --add group:crew"],
    load: async () => ({ run: (await streams()).create }),
  },
  {
    name: "streams update",
    argument: "<stream>",
    description: "change a stream",
    options: [
      { flags: "--name <name>", description: "rename it" },
      ...streamOptions,
      ...listOptions,
    ],
    fields: ["id", "name"],
    completes: "stream",
    examples: ["weir streams update '#garden' --description 'All that grows' --posting moderators"],
    load: async () => ({ run: (await streams()).update }),
  },
  {
    name: "streams add",
    argument: "<stream> [people...]",
    description: "subscribe people to a stream, or yourself if nobody is named",
    options: listOptions,
    fields: ["id", "name", "people"],
    completes: "stream",
    examples: ["weir streams add '#garden' @bo group:crew"],
    load: async () => ({ run: (await streams()).add }),
  },
  {
    name: "streams remove",
    argument: "<stream> [people...]",
    description: "unsubscribe people from a stream, or yourself if nobody is named",
    options: listOptions,
    fields: ["id", "name", "people"],
    completes: "stream",
    examples: ["weir streams remove '#garden' @bo"],
    load: async () => ({ run: (await streams()).remove }),
  },
  {
    name: "streams archive",
    argument: "<stream>",
    description: "archive a stream",
    options: [yes, ...listOptions],
    fields: ["id", "name"],
    completes: "stream",
    examples: ["weir streams archive '#garden' --yes"],
    load: async () => ({ run: (await streams()).archive }),
  },
  {
    name: "topics move",
    argument: "<topic> <target>",
    description: "rename a topic, or move it to another stream",
    options: listOptions,
    fields: ["place"],
    completes: "place",
    examples: [
      "weir topics move '#backend > deploy' 'deploy window'",
      "weir topics move '#backend > icons' '#design > icons'",
    ],
    load: async () => ({ run: (await topics()).move }),
  },
  {
    name: "topics resolve",
    argument: "<topic>",
    description: "mark a topic as resolved",
    options: [{ flags: "--undo", description: "mark it as unresolved" }, ...listOptions],
    fields: ["place"],
    completes: "place",
    examples: ["weir topics resolve '#backend > deploy window'"],
    load: async () => ({ run: (await topics()).resolve }),
  },
  {
    name: "topics mute",
    argument: "<topic...>",
    description: "mute a topic",
    options: [{ flags: "--undo", description: "unmute it" }, ...listOptions],
    fields: ["place"],
    completes: "place",
    examples: ["weir topics mute '#backend > flaky tests'"],
    load: async () => ({ run: (await loadVerbs()).policies.mute }),
  },
  {
    name: "topics delete",
    argument: "<topic>",
    description: "delete all messages of a topic",
    options: [yes, ...listOptions],
    fields: ["place"],
    completes: "place",
    deadlineMs: longWorkMs,
    examples: ["weir topics delete '#backend > noise' --yes"],
    load: async () => ({ run: (await topics()).remove }),
  },
  {
    name: "people rename",
    argument: "<person> <name...>",
    description: "change a person's name",
    options: listOptions,
    fields: ["id", "name"],
    completes: "person",
    examples: ["weir people rename @bo 'Bo Lindqvist'"],
    load: async () => ({ run: (await people()).rename }),
  },
  {
    name: "people role",
    argument: "<person> <role>",
    description: "change a person's role: owner, administrator, moderator, member or guest",
    options: listOptions,
    fields: ["id", "name", "role"],
    completes: "person",
    examples: ["weir people role @bo moderator"],
    load: async () => ({ run: (await people()).role }),
  },
  {
    name: "people deactivate",
    argument: "<person>",
    description: "deactivate a person's account",
    options: [
      { flags: "--mail", description: "notify them by email" },
      { flags: "--comment <text>", description: "notify them by email, with this comment" },
      yes,
      ...listOptions,
    ],
    fields: ["id", "name"],
    completes: "person",
    examples: ["weir people deactivate @bo --comment 'Thank you for everything' --yes"],
    load: async () => ({ run: (await people()).deactivate }),
  },
  {
    name: "people reactivate",
    argument: "<person>",
    description: "reactivate a deactivated account",
    options: listOptions,
    fields: ["id", "name"],
    examples: ["weir people reactivate @bo"],
    load: async () => ({ run: (await people()).reactivate }),
  },
  {
    name: "groups create",
    argument: "<name> [people...]",
    description: "create a user group",
    options: [description, ...listOptions],
    fields: ["name"],
    examples: ["weir groups create crew @ana @bo --description 'On deck'"],
    load: async () => ({ run: (await groups()).create }),
  },
  {
    name: "groups update",
    argument: "<group>",
    description: "rename or describe a group",
    options: [{ flags: "--name <name>", description: "rename it" }, description, ...listOptions],
    fields: ["id", "name"],
    examples: ["weir groups update crew --name rowers"],
    load: async () => ({ run: (await groups()).update }),
  },
  {
    name: "groups add",
    argument: "<group> <people...>",
    description: "add people to a group",
    options: listOptions,
    fields: ["id", "name", "members"],
    examples: ["weir groups add crew @mei"],
    load: async () => ({ run: (await groups()).add }),
  },
  {
    name: "groups remove",
    argument: "<group> <people...>",
    description: "remove people from a group",
    options: listOptions,
    fields: ["id", "name", "members"],
    examples: ["weir groups remove crew @bo"],
    load: async () => ({ run: (await groups()).remove }),
  },
  {
    name: "groups delete",
    argument: "<group>",
    description: "delete a group",
    options: [yes, ...listOptions],
    fields: ["id", "name"],
    examples: ["weir groups delete crew --yes"],
    load: async () => ({ run: (await groups()).destroy }),
  },
  {
    name: "fields create",
    argument: "<name...>",
    description: "create a profile field",
    options: [
      {
        flags: "--type <word>",
        description: "short-text, long-text, options, date, link, people, account or pronouns",
      },
      ...fieldOptions,
      ...listOptions,
    ],
    fields: ["id", "name"],
    examples: ["weir fields create Team --type options --option Backend --option Design"],
    load: async () => ({ run: (await fields()).create }),
  },
  {
    name: "fields update",
    argument: "<field...>",
    description: "change a profile field",
    options: [
      { flags: "--name <name>", description: "rename it" },
      ...fieldOptions,
      ...listOptions,
    ],
    fields: ["id", "name"],
    examples: ["weir fields update Team --hint 'Where you work'"],
    load: async () => ({ run: (await fields()).update }),
  },
  {
    name: "fields delete",
    argument: "<field...>",
    description: "delete a profile field and everybody's values",
    options: [yes, ...listOptions],
    fields: ["id", "name"],
    examples: ["weir fields delete Team --yes"],
    load: async () => ({ run: (await fields()).remove }),
  },
];
