/**
 * Conversations written as lines of text, such as `Bo: @Ana can you look?` and `move 1 other`, as the events of a replica:
 * see `test/model/open-ends/cases.txt`.
 */
import fc from "fast-check";
import { newBatch } from "#base/table.ts";
import { apply } from "#model/apply.ts";
import type { Replica } from "#model/replica.ts";
import type { Event } from "#wire/events.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import * as make from "./make.ts";

/** `Ana` is the user, `Moss` was muted, `Old` left. */
const people = {
  Ana: { id: make.me, full_name: "Ana Ruiz" },
  Bo: { id: make.ada, full_name: "Bo Lind" },
  Cleo: { id: make.brook, full_name: "Cleo Park" },
  Robot: { id: make.robot, full_name: "Robot", is_bot: true, bot_owner_id: make.ada },
  Moss: { id: 14 as UserId, full_name: "Moss Hill" },
  Old: { id: 15 as UserId, full_name: "Old Timer", is_active: false },
  Dora: { id: 17 as UserId, full_name: "Dora Lee" },
  Notice: { id: 16 as UserId, full_name: "Notification Bot", is_bot: true },
} as const;
type Name = keyof typeof people;

/** Of whom each group consists; `staff` also of those in `design`. */
const groups: Readonly<Record<string, { readonly id: number; readonly members: readonly Name[] }>> =
  {
    ops: { id: 21, members: ["Ana", "Bo", "Cleo"] },
    design: { id: 22, members: ["Bo", "Cleo", "Old", "Robot"] },
    staff: { id: 23, members: ["Dora"] },
  };

const register = {
  realm_user_groups: Object.entries(groups).map(([name, { id, members }]) => ({
    id,
    name,
    description: "",
    members: members.map((one) => people[one].id),
    direct_subgroup_ids: name === "staff" ? [groups["design"]?.id] : [],
    is_system_group: false,
  })),
  realm_users: Object.values(people).map(({ id, ...keys }) => make.person(id, keys)),
  muted_users: [{ id: people.Moss.id, timestamp: 1 }],
};

function marked(text: string): string {
  return text
    .replace(
      /@(_?)(Ana|Bo|Cleo|Dora|Robot|Moss|Old)\b/g,
      (_, silent, name: Name) => `@${silent}**${people[name].full_name}**`,
    )
    .replace(/@(ops|design|staff)\b/g, "@*$1*")
    .replace(/@(all|topic)\b/g, "@**$1**")
    .replaceAll("\\n", "\n");
}

/** As servers set them: quotes and code mention nobody, and Ana is one of `ops`. */
function flagsOf(content: string): readonly string[] {
  const said = content
    .replace(/```[\s\S]*?```/g, "")
    .replace(/^>.*$/gm, "")
    .replace(/`[^`]*`/g, "");
  const isCalled = said.includes("@**Ana Ruiz**") || said.includes("@*ops*");
  const isForAll = /@\*\*(all|topic)\*\*/.test(said);
  return [...(isCalled ? ["mentioned"] : []), ...(isForAll ? ["wildcard_mentioned"] : [])];
}

type Told = {
  replica: Replica;
  /** Of all messages, in the order in which they were written. */
  readonly ids: MessageId[];
  /** Where each of them is; empty: in a direct conversation. */
  readonly topics: string[];
  place: { readonly topic: string } | { readonly to: readonly Name[] };
  at: number;
};

/** What a line does; `number` is the message that it names, `rest` what follows that. */
type Deed = (
  told: Told,
  words: { readonly text: string; readonly number: number; readonly rest: string },
) => Event | undefined;

const idOf = ({ ids }: Told, number: number) => ids[number - 1] ?? (0 as MessageId);

const reaction =
  (op: "add" | "remove"): Deed =>
  (told, { number, rest }) =>
    make.event("reaction", {
      op,
      message_id: idOf(told, number),
      user_id: people[rest as Name].id,
      emoji_name: "thumbs_up",
      emoji_code: "1f44d",
      reaction_type: "unicode_emoji",
    });

const activity =
  (isActive: boolean): Deed =>
  (_, { text }) =>
    make.event("realm_user", {
      op: "update",
      person: { user_id: people[text as Name].id, is_active: isActive },
    });

const membership =
  (op: "add_members" | "remove_members"): Deed =>
  (_, { text }) => {
    const [name = "", group = ""] = text.split(" ");
    return make.event("user_group", {
      op,
      group_id: groups[group]?.id,
      user_ids: [people[name as Name].id],
    });
  };

const deeds: Readonly<Record<string, Deed>> = {
  to: (told, { text }) => {
    told.place = { to: text.split(", ") as Name[] };
    return undefined;
  },
  later: (told) => {
    told.at += 86_400;
    return undefined;
  },
  mute: (_, { text }) => {
    const muted = text === "nobody" ? [] : [{ id: people[text as Name].id, timestamp: 1 }];
    return make.event("muted_users", { muted_users: muted });
  },
  rename: (_, { text }) => {
    const [name = "", full_name = ""] = text.split(" as ");
    const person = { user_id: people[name as Name].id, full_name };
    return make.event("realm_user", { op: "update", person });
  },
  leave: activity(false),
  return: activity(true),
  join: membership("add_members"),
  quit: membership("remove_members"),
  react: reaction("add"),
  unreact: reaction("remove"),
  edit: (told, { number, rest }) => {
    const content = marked(rest);
    return make.edit(idOf(told, number), {
      content,
      flags: flagsOf(content),
      rendering_only: false,
    });
  },
  delete: (told, { number }) => {
    const place = { message_type: "stream", stream_id: make.general, topic: "topic" };
    return make.event("delete_message", { message_ids: [idOf(told, number)], ...place });
  },
  move: ({ ids, topics }, { number, rest }) => {
    const from = topics[number - 1] ?? "";
    const subject = rest.replace(/^all /, "");
    const isMoved = (at: number) =>
      topics[at] === from && (rest.startsWith("all ") || at === number - 1);
    const moved = ids.filter((_, at) => isMoved(at));
    for (const at of topics.keys()) if (isMoved(at)) topics[at] = subject;
    return make.move(moved, { orig_subject: from, subject });
  },
};

function written(told: Told, name: string, text: string): Event {
  const sender = people[name as Name];
  if (sender === undefined) throw new TypeError(`Who is ${name}?`);
  const content = marked(text);
  const { place } = told;
  const ofPlace =
    "topic" in place
      ? { subject: place.topic }
      : { to: [make.me, ...place.to.map((other) => people[other].id)] };
  told.at += 60;
  const message = make.message({
    ...ofPlace,
    content,
    sender_id: sender.id,
    sender_full_name: sender.full_name,
    timestamp: told.at,
  });
  told.ids.push(message.id);
  told.topics.push("topic" in place ? place.topic : "");
  return make.arrival(message, flagsOf(content));
}

/** The replica after these lines; `then` is called after each event. */
export function replicaAfter(
  lines: readonly string[],
  then: (told: Pick<Told, "replica" | "ids">) => void = () => {},
): Pick<Told, "replica" | "ids"> {
  const told: Told = {
    replica: make.replica(register),
    ids: [],
    topics: [],
    place: { topic: "topic" },
    at: 1_795_000_000,
  };
  for (const line of lines) {
    const [, word = "", text = ""] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    const [, number = 0, rest = ""] = /^(\d+):? ?(.*)$/.exec(text) ?? [];
    if (line.startsWith("#")) told.place = { topic: line.slice(1) };
    else {
      const deed = deeds[word];
      const event =
        deed === undefined
          ? written(told, word.replace(/:$/, ""), text)
          : deed(told, { text, number: Number(number), rest });
      if (event === undefined) continue;
      told.replica = apply(told.replica, event, newBatch("line"), 0);
      then(told);
    }
  }
  return told;
}

const texts = [
  "@Ana can you look?",
  "@ops can you look?",
  "@Bo @Cleo look please",
  "@Ana @Bo @Cleo can one of you look?",
  "@design please look",
  "who has the key?",
  "Ana, any news?",
  "the key is in the vault",
  "thanks!",
  "thanks all!",
  "never mind",
  "> @Ana can you look?\\nyes",
];
const names: readonly Name[] = ["Ana", "Ana", "Bo", "Bo", "Cleo", "Robot", "Moss"];
const places = ["#topic", "#other", "#✔ topic", "to Bo", "to Cleo", "to Bo, Cleo"];
/** Any line. */
export const happening = fc.oneof(
  { arbitrary: fc.constantFrom(...places), weight: 2 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom(...names), fc.constantFrom(...texts))
      .map(([name, text]) => `${name}: ${text}`),
    weight: 6,
  },
  fc
    .tuple(
      fc.constantFrom("react", "unreact"),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(...names),
    )
    .map(([word, at, name]) => `${word} ${at} ${name}`),
  fc.integer({ min: 1, max: 12 }).map((at) => `delete ${at}`),
  fc
    .tuple(
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom("topic", "other", "all other", "all ✔ topic"),
    )
    .map(([at, topic]) => `move ${at} ${topic}`),
  fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom(...texts))
    .map(([at, text]) => `edit ${at}: ${text}`),
  fc.constantFrom(
    "mute Bo",
    "mute nobody",
    "leave Cleo",
    "return Cleo",
    "join Bo design",
    "quit Bo design",
    "later",
  ),
);
