/** The address table: how people and things may be written × every verb that acts, and what that reaches or refuses. */
import { expect, test } from "vitest";
import type { Send } from "#api/transport.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import { narrowLink } from "#wire/narrow-link.ts";
import { networkTo } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { type NamedPart, namedParts, type Slot } from "../support/named-parts.ts";
import { isStorm } from "../support/runs.ts";
import { people } from "../support/small-blueprint.ts";
import { shellOn } from "../support/verb.ts";
import { emailFor, isChange, populatedRealm } from "../support/verb-lines.ts";

/** With names that are alike. */
function withMore(blueprint: Blueprint): Blueprint {
  const [user, , , , , gone] = blueprint.users;
  const [general] = blueprint.streams;
  const [crew] = blueprint.groups;
  if (user === undefined || gone === undefined || general === undefined || crew === undefined)
    throw new RangeError("The small realm has these.");
  const userAs = (id: number, fullName: string, like = user) => ({
    ...like,
    id,
    fullName,
    email: `${fullName.toLowerCase().replaceAll(/\W+/g, ".")}${like === gone ? id : ""}@small.example`,
  });
  const streamAs = (id: number, name: string) => ({ ...general, id, name });
  const groupAs = (id: number, name: string) => ({ ...crew, id, name });
  return {
    ...blueprint,
    users: [
      ...blueprint.users,
      userAs(21, "Dora Quill"),
      userAs(22, "Dora Vane"),
      userAs(23, "Sam Vale"),
      { ...userAs(24, "Sam Vale"), email: "sam@small.example" },
      userAs(25, "Smith, John"),
      userAs(26, "Ida Gone", gone),
    ],
    streams: [
      ...blueprint.streams,
      streamAs(31, "dev ops"),
      streamAs(32, "design"),
      streamAs(33, "a > b"),
    ],
    groups: [...blueprint.groups, groupAs(2, "crewmates"), groupAs(3, "gardeners")],
    profileFields: [
      ...(blueprint.profileFields ?? []),
      { type: 1, name: "Tea" },
      { type: 1, name: "Desk chair" },
    ],
    you: {
      ...blueprint.you,
      snippets: [
        ...(blueprint.you.snippets ?? []),
        { title: "Farewell", content: "Bye", savedAt: 0 },
        { title: "Fair winds", content: "Off we go", savedAt: 0 },
      ],
    },
  };
}

type Reached = Readonly<Partial<Record<Slot, string | undefined>>>;

const direct = (place: string): Reached => ({ recipient: place, "to be done": place });
const person = (id: number): Reached => ({
  ...direct(`@${id}`),
  ...named(id),
  "to be muted": `@${id}`,
});
/** Without a sign, which other places than those for people need. */
const named = (id: number): Reached => ({
  person: `@${id}`,
  people: `@${id}`,
  holder: `@${id}`,
});
const gone = (id: number): Reached => ({
  ...named(id),
  deactivated: `@${id}`,
  "to be done": `@${id}`,
  "to be muted": `@${id}`,
});
const stream = (place: string): Reached => ({
  stream: place,
  archived: place,
  // A topic keeps its name in another stream.
  target: `${place} > deploy`,
  "to be done": place,
  "to be muted": place,
});
/** A topic without messages. */
const newTopic = (place: string): Reached => ({
  recipient: place,
  target: place,
  "any topic": place,
  "to be muted": place,
});
const topic = (place: string): Reached => ({
  ...newTopic(place),
  topic: place,
  "to be done": place,
});
const message = (id: string): Reached => ({ message: id, "to be done": id });

const site = "http://realm.test";
const ofPeople: readonly Slot[] = ["recipient", "to be done", "to be muted", "person", "people"];
const ofTopics: readonly Slot[] = [
  "recipient",
  "to be done",
  "to be muted",
  "topic",
  "any topic",
  "target",
];
const ofStreams: readonly Slot[] = ["stream", "archived", "to be done", "to be muted", "target"];
const ofPlaces: readonly Slot[] = [...ofTopics, "stream", "archived"];
const ofLinks: readonly Slot[] = [...ofPlaces, "message"];
const foreign = "That link is of other.example; no account is saved for it.";

/**
 * What it reaches where it may stand, as it is written without any doubt; where it may not, it is refused, with this
 * sentence in these places.
 */
const spellings: readonly (readonly [
  typed: string,
  reached: Reached,
  refusal?: string,
  places?: readonly Slot[],
])[] = [
  // A person.
  ["@Dora Quill", person(21)],
  ["@dora quill", person(21)],
  ["@quill", person(21)],
  ["@**Dora Quill**", person(21)],
  ["@_**Dora Quill|21**", person(21)],
  ["@dora.quill@small.example", person(21)],
  ["dora.quill@small.example", person(21)],
  ["@21", person(21)],
  ["Dora Quill", named(21)],
  ["@Sam Vale|24", person(24)],
  ["@Smith, John", person(25)],
  ["@me", { ...named(0), ...direct("@0") }],
  // Several people, none, and those whom a text only resembles.
  ["@Dora Quill,@Bo Lindt", direct("@21,@12")],
  ["@quill @12", direct("@21,@12")],
  ["@dora", {}, '"dora" matches several people: @Dora Quill, @Dora Vane.', ofPeople],
  [
    "@Sam Vale",
    {},
    '"Sam Vale" matches several people: @Sam Vale (@23), @Sam Vale (@24).',
    ofPeople,
  ],
  ["@Dora Quill,@dora", {}],
  ["@nobody", {}, 'There is no person "nobody".', ofPeople],
  ["@ora q", {}, 'There is no person "ora q". Did you mean @Dora Quill?', ofPeople],
  ["@Dorra Quill", {}, 'There is no person "Dorra Quill". Did you mean @Dora Quill?', ofPeople],
  ["@all", {}],
  // Those who are deactivated.
  ["@Eva Gone", gone(16), "Eva Gone is deactivated.", ["recipient"]],
  ["@eva", gone(16)],
  ["@16", gone(16)],
  ["@gone", {}],
  // A stream, a topic in it, and both where names are alike.
  ["#dev", stream("#2")],
  ["#**dev**", stream("#2")],
  ["dev", stream("#2")],
  ["#desi", stream("#32")],
  ["#de", {}, '"de" matches several streams: #dev', ofStreams],
  ["#ev", {}],
  ["#dev > deploy", topic("#2 > deploy")],
  ["DEV>deploy", topic("#2 > deploy")],
  ["#dev › depl", { ...topic("#2 > deploy"), recipient: "#2 > depl", target: "#2 > depl" }],
  [
    "#dev > ploy",
    newTopic("#2 > ploy"),
    'There is no topic "ploy". Did you mean #dev > deploy?',
    ["to be done", "topic"],
  ],
  ["#nowhere > deploy", {}, 'There is no stream "nowhere".', ofTopics],
  ["#a > b > x", newTopic("#33 > x")],
  // Groups, folders, fields and snippets; and views, whose names are written in full.
  ["crew", { group: "1", holder: "group:1" }],
  ["gard", { group: "3" }],
  ["group:gard", { people: "group:3", holder: "group:3" }],
  ["cre", {}],
  ["boat", { folder: "1" }],
  ["oats", {}],
  ["desk", { field: "4" }],
  ["te", {}],
  ["greet", { snippet: "1" }],
  ["Fare", { snippet: "2" }],
  ["fa", {}, '"fa" matches several snippets: Farewell, Fair winds.', ["snippet"]],
  ["winds", { snippet: "3" }],
  ["mine", { view: "Mine" }],
  ["Min", {}, "There is no view “Min”. Did you mean Mine?", ["view"]],
  // Messages, and what is found under several names.
  ["104", message("104")],
  [
    "1",
    {
      ...message("1"),
      stored: "1",
      snippet: "1",
      group: "1",
      folder: "1",
      field: "1",
      stream: "#1",
      archived: "#1",
    },
  ],
  ["mentions", { "to be done": "mentions" }],
  // Links.
  [
    `${site}/#narrow/channel/2-dev/topic/deploy`,
    topic("#2 > deploy"),
    "This link leads to #dev > deploy: for its stream, write '#dev'.",
    ["stream"],
  ],
  ["realm.test/#narrow/stream/dev", { ...stream("#2"), archived: undefined }],
  [`HTTP://REALM.test:80/#narrow/dm/21-Dora-Quill`, { ...direct("@21"), "to be muted": "@21" }],
  [
    `${site}/#narrow/channel/2-dev/topic/deploy/near/104`,
    { ...topic("#2 > deploy"), message: "104" },
  ],
  ["https://other.example/#narrow/channel/2-dev/topic/deploy/near/104", {}, foreign, ofLinks],
  ["https://other.example/#narrow/dm/21-Dora-Quill", {}, foreign, ofPlaces],
  ["https://other.example/#narrow/stream/dev", {}, foreign, ofPlaces],
];

/** A topic may have any name, which stands alone if it moves within its stream. */
function clearly(typed: string, slot: Slot, reached: Reached): string | undefined {
  const isPlace = /^#|[>›]/.test(typed) || narrowLink(typed) !== undefined;
  return slot === "target" && !isPlace ? `#2 > ${typed}` : reached[slot];
}

type Outcome = { readonly code: number; readonly changes: readonly string[]; readonly err: string };

/** Runs lines whose changes are noted, and refused, so that all of them find the same realm. */
async function noting({ verb, level }: NamedPart) {
  const clock = fakeClock();
  const realm = await populatedRealm(clock, verb, { change: withMore, ...(level && { level }) });
  let changes: string[] = [];
  const network = networkTo(realm.realm);
  const send: Send = async (request, signal) => {
    const { pathname } = new URL(request.url);
    if (!isChange(`${request.method} ${pathname.replace("/api/v1", "")}`))
      return network.send(request, signal);
    changes.push(`${request.method} ${pathname} ${request.body}`);
    return { status: 400, headers: {}, text: stopped };
  };
  const shell = shellOn(realm, { clock, email: emailFor(verb), send });
  return async (argv: readonly string[]): Promise<Outcome> => {
    changes = [];
    const { code, out, err } = await shell.run(argv);
    expect(out).toBe("");
    return { code, changes, err };
  };
}

/** Verbs with the same part share the spellings, so that each is tried by one of them; in a storm, by all. */
function spellingsFor(named: NamedPart) {
  const alike = namedParts.filter(({ slot, part }) => slot === named.slot && part === named.part);
  const nth = alike.indexOf(named);
  return isStorm ? spellings : spellings.filter((_, at) => at % alike.length === nth);
}

/** What deletes takes whole names only: after the first run, another thing might begin so. */
function asksWhich({ verb }: NamedPart, { changes, err }: Outcome): boolean {
  return / delete$/.test(verb.name) && changes.length === 0 && /Did you mean/.test(err);
}

const absence = /^weir: (?:There is no .+|.+ is not deactivated)\.$/m;

const stopped = JSON.stringify({ result: "error", msg: "Stopped.", code: "STOPPED" });

test.each(namedParts.map((part) => [part.verb.name, part.part, part] as const))(
  "weir %s %s",
  async (_, __, named) => {
    const run = await noting(named);
    const own = emailFor(named.verb).startsWith("ana") ? people.ana : people.cleo;
    const meant = new Map<string, Outcome>();
    for (const [typed, reached, refusal, places = []] of spellingsFor(named)) {
      const found = await run(named.with(typed));
      if (asksWhich(named, found)) continue;
      const clear = clearly(typed, named.slot, reached)?.replace("@0", `@${own}`);
      if (clear === undefined) {
        expect({ typed, ...found }).toMatchObject({ typed, changes: [] });
        // What deletes or restores says of a name that nothing has that there is nothing of it, which is what is wanted.
        if (found.code === 0)
          expect((await run([...named.with(typed), "-v"])).err).toMatch(absence);
        if (refusal !== undefined && places.includes(named.slot))
          expect(found.err).toContain(`weir: ${refusal}`);
        continue;
      }
      const expected = meant.get(clear) ?? (await run(named.with(clear)));
      expect({ typed, ...found }).toEqual({ typed, ...expected });
      meant.set(clear, expected);
    }
    // Each is another, and at least one is reached.
    expect([...new Set([...meant.values()].map((one) => JSON.stringify(one)))]).toHaveLength(
      meant.size,
    );
  },
);

/** What tells that the example of a part was reached. */
const told: Readonly<Record<Slot, RegExp>> = {
  recipient: /#dev > deploy/,
  "to be done": /#dev/,
  "to be muted": /#dev/,
  topic: /#dev/,
  "any topic": /#dev/,
  target: /rollout/,
  stream: /dev/,
  archived: /dev/,
  person: /Bo/,
  people: /Bo Lindt|Don Marsh|Cleo Vane/,
  deactivated: /Eva Gone/,
  holder: /Bo Lindt/,
  group: /crew|rowers|gardeners/,
  folder: /Boats/,
  field: /Team/,
  message: /#dev > (?:deploy|lunch)/,
  snippet: /Greeting/,
  view: /Mine|Ours/,
  stored: /\b1\b.*#dev > deploy/,
};

/** What stands in a part that the example leaves out. */
const example: Readonly<Partial<Record<Slot, string>>> = {
  recipient: "#dev > deploy",
  people: "@bo",
  holder: "@bo",
  group: "gardeners",
};

test.each(namedParts.map((part) => [part.verb.name, part.part, part] as const))(
  "weir %s says what it reached by %s: on a terminal, with -v in a pipe, and as JSON",
  async (_, __, part) => {
    const { verb, slot, level } = part;
    const run = async (columns: number | undefined, ...options: readonly string[]) => {
      const clock = fakeClock();
      const changed = { change: withMore, ...(level && { level }) };
      const realm = await populatedRealm(clock, verb, changed);
      const shell = shellOn(realm, { clock, email: emailFor(verb), ...(columns && { columns }) });
      return shell.run([...part.with(part.example ?? example[slot] ?? ""), ...options]);
    };
    const [terminal, pipe, asJson] = [
      await run(80),
      await run(undefined),
      await run(undefined, "--json"),
    ];
    for (const { code } of [terminal, pipe, asJson]) expect(code).toBe(0);
    expect(terminal.out).toMatch(told[slot]);
    expect(pipe.err).toMatch(told[slot]);
    expect(asJson.out).toMatch(told[slot]);
  },
);
