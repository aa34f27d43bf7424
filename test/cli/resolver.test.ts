/** How a place may be written for what acts, and whom that reaches or why it reaches nobody. */
import { expect, test } from "vitest";
import type { Connection } from "#api/connection.ts";
import { get, newBatch, put } from "#base/table.ts";
import { Exit } from "#cli/exit-codes.ts";
import { existingPlace } from "#cli/finder.ts";
import { type Here, placeText } from "#cli/place.ts";
import { personFor, placeFor, recipientFor, streamFor } from "#cli/resolver.ts";
import { placeIn } from "#cli/written-place.ts";
import type { Replica } from "#model/replica.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import type { TopicsPolicy } from "#wire/stream.ts";
import * as make from "../support/make.ts";

const person = (id: number, full_name: string, keys: object = {}) =>
  make.person(id as UserId, { full_name, email: `u${id}@acme.example`, ...keys });
const stream = (id: number, name: string, keys: object = {}) =>
  make.subscription(id as StreamId, { name, ...keys });

const world = make.replica({
  user_id: 1,
  realm_url: "https://acme.example",
  realm_users: [
    person(1, "You Yourself"),
    person(2, "Ana Ruiz", { email: "ana@acme.example", delivery_email: "Ana.Ruiz@home.example" }),
    person(3, "Anna"),
    person(4, "Noor Haddad"),
    person(5, "Mei Tanaka"),
    person(6, "Smith, John"),
    person(7, "Sam Vale"),
    person(8, "Sam Vale"),
    person(9, "Bo Lindqvist"),
    person(10, "Boat Bot", { is_bot: true }),
    person(11, "John Doe"),
    person(12, "René Déjà"),
    person(13, "Kim"),
    person(14, "Kim Park"),
    person(15, "राम"),
    person(16, "Май"),
    person(17, "Артём"),
  ],
  realm_non_active_users: [person(20, "Eva Gone"), person(21, "Doe Senior")],
  subscriptions: [
    stream(31, "general"),
    stream(32, "announcements"),
    stream(33, "backend"),
    stream(34, "back office"),
    stream(35, "a"),
    stream(36, "a > b"),
    stream(37, "C#"),
    stream(38, "2026"),
    stream(39, "x > y"),
    stream(2025, "after 2024"),
  ],
  unsubscribed: [
    stream(41, "old orchard", { is_archived: true }),
    stream(42, "general store", { is_archived: true }),
    stream(43, "2025", { is_archived: true }),
  ],
});

const here: Here = {
  // Nothing in the table needs the server.
  connection: { site: "https://chat.acme.example/realm" } as Connection,
  goneStreams: async () => [
    { id: 50, name: "left behind" },
    { id: 51, name: "gen" },
  ],
};

/** A place as weir prints it, or the refusal. */
async function told(found: Promise<string>): Promise<string> {
  return found.catch((error: unknown) => {
    if (!(error instanceof Exit)) throw error;
    expect(error.code).toBe(/is archived/.test(error.message) ? 1 : 2);
    return `! ${error.message}`;
  });
}

const reached = (word: string) =>
  told((async () => placeText(world, await recipientFor(here, world, placeIn(word))))());

const topicMissing = (stream: string) => `! Name a topic: '${stream} > topic'.`;
const incomplete = (end: string) =>
  `! "https://acme.example/#narrow/stream/33-x/topic${end}" leads to no place: copy the whole link, unchanged.`;
const elsewhere = "! That link is of other.example; no account is saved for it.";

/** Where a text goes. */
const recipients: readonly (readonly [typed: string, reached: string])[] = [
  // People: one.
  ["@Ana Ruiz", "@Ana Ruiz"],
  ["@ana ruiz", "@Ana Ruiz"],
  ["@ruiz", "@Ana Ruiz"],
  ["@anna", "@Anna"],
  ["@**Ana Ruiz**", "@Ana Ruiz"],
  ["@_**Ana Ruiz|2**", "@Ana Ruiz"],
  ["@2", "@Ana Ruiz"],
  ["ana@acme.example", "@Ana Ruiz"],
  ["@ana.ruiz@HOME.example", "@Ana Ruiz"],
  ["@rene", "@René Déjà"],
  ["@me", "@You Yourself"],
  ["@bo", "@Bo Lindqvist"],
  ["@boa", "@Boat Bot"],
  ["@kim", "@Kim"],
  // Marks that tell words apart are no accents.
  ["@राम", "@राम"],
  ["@रमा", '! There is no person "रमा". Did you mean @राम?'],
  ["@артем", "@Артём"],
  ["@маи", '! There is no person "маи". Did you mean @Май?'],
  ["@Sam Vale|8", "@Sam Vale|8"],
  ["@Smith, John", "@Smith, John"],
  // Several people.
  ["@ruiz,@bo", "@Ana Ruiz, @Bo Lindqvist"],
  ["@ruiz, bo", "@Ana Ruiz, @Bo Lindqvist"],
  ["@ruiz @bo", "@Ana Ruiz, @Bo Lindqvist"],
  ["ana@acme.example,u9@acme.example", "@Ana Ruiz, @Bo Lindqvist"],
  ["@bo,@Smith, John,@me", "@Smith, John, @Bo Lindqvist"],
  // None, similar, ambiguous, deactivated.
  ["@an", '! "an" matches several people: @Ana Ruiz, @Anna.'],
  ["@sam vale", '! "sam vale" matches several people: @Sam Vale (@7), @Sam Vale (@8).'],
  ["@doe", '! "doe" matches several people: @John Doe, @Doe Senior (deactivated).'],
  ["@oo", '! There is no person "oo". Did you mean @Noor Haddad?'],
  ["@ei", '! There is no person "ei". Did you mean @Mei Tanaka?'],
  ["@annna", '! There is no person "annna". Did you mean @Anna?'],
  ["@99", '! There is no person "99".'],
  ["@all", '! There is no person "all".'],
  ["nobody@acme.example", '! There is no person "nobody@acme.example".'],
  ["@bo,@oo", '! There is no person "oo". Did you mean @Noor Haddad?'],
  ["@bo is late", '! There is no person "bo is late".'],
  ["@eva", "! Eva Gone is deactivated."],
  ["@bo,@Eva Gone", "! Eva Gone is deactivated."],
  ["@,", "! Name a person, such as @ana."],
  // Topics: the stream's whole name, an ID, or a beginning; the topic as it stands.
  ["#general > new one", "#general > new one"],
  ["general>new one", "#general > new one"],
  ["#announ › x", "#announcements > x"],
  ["#office > x", "#back office > x"],
  ["#33 > x", "#backend > x"],
  ["#2026 > x", "#2026 > x"],
  ["#C# > x", "#C# > x"],
  ["C# > x", "#C# > x"],
  ["#**backend>deploy**", "#backend > deploy"],
  ["#general > a > b", "#general > a > b"],
  ["#x > y > z", "#x > y > z"],
  ["#general > #narrow/stream/31", "#general > #narrow/stream/31"],
  ["#a > c", "#a > c"],
  ["#a > b", "! \"a > b\" can be read as '#36' (#a > b) or '#35 > b' (#a)."],
  ["#36", topicMissing("#36")],
  ["#a > b > c", "! \"a > b > c\" can be read as '#35 > b > c' (#a) or '#36 > c' (#a > b)."],
  ["#36 > c", "#36 > c"],
  ["#35 > b > c", "#35 > b > c"],
  ["#back > x", '! "back" matches several streams: #backend, #back office.'],
  ["#nounc > t", '! There is no stream "nounc". Did you mean #announcements?'],
  ["#nowhere > t", '! There is no stream "nowhere".'],
  ["nowhere", '! There is no stream "nowhere". For a person, write @nowhere.'],
  // Servers would cut the name.
  [`#backend > ${"x".repeat(61)}`, "! The topic is 1 character too long; the limit is 60."],
  [`#backend > ${"x".repeat(60)}`, `#backend > ${"x".repeat(60)}`],
  // Archived, and gone: whole names of these are not the beginning of another.
  ["#left behind > t", "! #left behind was archived, or you have left it: you cannot see it."],
  ["#gen > t", "! #gen was archived, or you have left it: you cannot see it."],
  ["#gener > t", "#general > t"],
  ["#general store > t", "! #general store is archived."],
  ["#orch > t", "! #old orchard is archived."],
  ["#41 > t", "! #old orchard is archived."],
  ["#2025 > t", "! #2025 is archived."],
  ["#chard > t", '! There is no stream "chard". Did you mean #old orchard (archived)?'],
  ["#general", topicMissing("#general")],
  ["#general > ", topicMissing("#general")],
  ["all", "! Name a topic, such as '#backend > deploy window', or people, such as @ana."],
  // Links: of this account by either address, and of other servers.
  ["https://acme.example/#narrow/stream/33-x/topic/a.20b", "#backend > a b"],
  ["HTTP://ACME.example:80/#narrow/channel/33/topic/a.20b", "#backend > a b"],
  ["https://chat.acme.example/realm/#narrow/stream/33/topic/x", "#backend > x"],
  ["https://acme.example/#narrow/stream/backend/topic/x", "#backend > x"],
  ["https://acme.example/#narrow/pm-with/ana@acme.example", "@Ana Ruiz"],
  [
    "https://acme.example/#narrow/pm-with/ana.40acme.2Eexample,u9.40acme.2Eexample",
    "@Ana Ruiz, @Bo Lindqvist",
  ],
  ["#narrow/dm/2,9-group", "@Ana Ruiz, @Bo Lindqvist"],
  ["#narrow/dm/20-Eva-Gone", "! Eva Gone is deactivated."],
  ["#narrow/dm/99-x", "! This link leads to somebody whom you may not see."],
  ["#narrow/stream/99-x/topic/x", "! This link does not lead to a known place."],
  ["https://acme.example/#narrow/stream/33-x", topicMissing("#backend")],
  ["https://other.example/#narrow/stream/33-x/topic/x", elsewhere],
  ["https://acme.example/#narrow/stream/33-x/topic/a b", incomplete("/a b")],
  ["https://acme.example/#narrow/stream/33-x/topic", incomplete("")],
  ["other.example/#narrow/stream/33-x/topic/x", elsewhere],
  ["https://other.example/#narrow/dm/2-dm", elsewhere],
  ["https://chat.acme.example/#narrow/stream/33/topic/x", elsewhere.replace("other", "chat.acme")],
  [
    "https://acme.example:8443/#narrow/stream/33/topic/x",
    elsewhere.replace("other.example", "acme.example:8443"),
  ],
];

test.each(recipients)("a text to %j reaches %j", async (typed, expected) => {
  expect(await reached(typed)).toBe(expected);
});

test("what weir prints for whom it reached means the same when it is typed", async () => {
  for (const [typed, text] of recipients)
    if (!text.startsWith("!")) expect(await reached(text), typed).toBe(text);
});

const level500 = { ...world, realm: { ...world.realm, featureLevel: 500 } };
const withPolicy = (topicsPolicy: TopicsPolicy): Replica => {
  const stream = { ...get(level500.streams, 31 as StreamId)!, topicsPolicy };
  return { ...level500, streams: put(level500.streams, stream.id, stream, newBatch("test")) };
};

test.each<readonly [typed: string, free: string, required: string, only: string]>([
  [
    "#general >",
    "! Name a topic: '#general > topic'; '#general > general chat' is the one without a name.",
    "! Messages in #general need a topic.",
    "#general > general chat",
  ],
  [
    "#general > general chat",
    "#general > general chat",
    "! Messages in #general need a topic.",
    "=",
  ],
  ["#general > (no topic)", "#general > general chat", "! Messages in #general need a topic.", "="],
  ["#general", "#general > general chat", topicMissing("#general"), "="],
  [
    "#narrow/channel/31-general/topic/",
    "#general > general chat",
    "! Messages in #general need a topic.",
    "=",
  ],
  ["#narrow/channel/31/near/12", topicMissing("#general"), topicMissing("#general"), "="],
  ["#general > x", "#general > x", "#general > x", "! #general has no topics but general chat."],
])("%j is the empty topic where the stream takes it", async (typed, free, required, only) => {
  const at = (replica: Replica) =>
    told(recipientFor(here, replica, placeIn(typed)).then((found) => placeText(replica, found)));
  expect(await at(withPolicy("allow_empty_topic"))).toBe(free);
  expect(await at(withPolicy("disable_empty_topic"))).toBe(required);
  expect(await at(withPolicy("empty_topic_only"))).toBe(only === "=" ? free : only);
});

test("a person for other acts may be deactivated or oneself, a place a stream", async () => {
  const who = (typed: string) =>
    told(Promise.resolve().then(() => `${personFor(world, typed).id}`));
  expect(await who("@me")).toBe("1");
  expect(await who("@eva")).toBe("20");
  expect(await who("@an")).toBe('! "an" matches several people: @Ana Ruiz, @Anna.');
  const where = (typed: string) =>
    told(placeFor(here, world, placeIn(typed)).then(({ narrow }) => placeText(world, narrow)));
  expect(await where("#a > b")).toMatch("can be read as");
  expect(await where("#36")).toBe("#36");
  expect(await where("#announ")).toBe("#announcements");
  expect(await where("@eva,@bo")).toBe("@Bo Lindqvist, @Eva Gone");
  expect(await where("mentions")).toBe("mentions");
});

test("names that are one person's as well are refused, and printed so that they mean only one thing", async () => {
  const also = [
    person(1, "You Yourself"),
    person(6, "Smith, John"),
    person(7, "Smith"),
    person(8, "John"),
  ];
  const both = make.replica({ user_id: 1, realm_users: also, subscriptions: [] });
  const to = (typed: string) =>
    told(recipientFor(here, both, placeIn(typed)).then((found) => placeText(both, found)));
  const several = `can be read as '@Smith|7, @John|8' or '@Smith, John|6'.`;
  expect(await to("@Smith, John")).toBe(`! "@Smith, John" ${several}`);
  expect(await to("@smith,john")).toBe("@Smith, @John");
  expect(await to("@Smith, @John")).toBe("@Smith, @John");
  expect(await to("@6")).toBe("@Smith, John|6");
  expect(await to("@Smith, John|6")).toBe("@Smith, John|6");
  expect(await to("@Smith|7, John|8")).toBe("@Smith, @John");
});

test("a place to read, too, names somebody", async () => {
  const read = (typed: string) =>
    told(existingPlace(here, world, placeIn(typed)).then(({ narrow }) => placeText(world, narrow)));
  expect(await read("@ruiz,")).toBe("@Ana Ruiz");
  expect(await read("@,")).toBe("! Name a person, such as @ana.");
});

test("a stream for other acts is a name, an ID or a link", async () => {
  const which = (typed: string) => told(streamFor(here, world, typed).then(({ name }) => name));
  expect(await which("#announ")).toBe("announcements");
  expect(await which("a > b")).toBe("a > b");
  expect(await which("#narrow/stream/33-backend")).toBe("backend");
  expect(await which("left behind")).toMatch(/^! #left behind was archived/);
  expect(await which("https://other.example/#narrow/stream/33-backend")).toBe(elsewhere);
});
