/** The demo at all terminal sizes, and how changes by other clients appear on the screen immediately. */
import { test } from "vitest";
import type { ServedRealm } from "../support/realm-control.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

/** Patterns for lines of the sidebar and of the pane. */
function parts(lines: readonly string[]) {
  const cut = lines.map((line) => line.split(/[│├]/));
  return {
    sidebar: cut.map(([left = ""]) => left.trimEnd()),
    pane: cut.map(([, right = ""]) => right),
  };
}

const inSidebar = (sight: RegExp) => (lines: readonly string[]) =>
  parts(lines).sidebar.some((line) => sight.test(line));
const notInSidebar = (sight: RegExp) => (lines: readonly string[]) => !inSidebar(sight)(lines);
const inPane = (sight: RegExp) => (lines: readonly string[]) =>
  parts(lines).pane.some((line) => sight.test(line));
const notInPane = (sight: RegExp) => (lines: readonly string[]) => !inPane(sight)(lines);

async function goesTo(person: TerminalUser, place: string): Promise<void> {
  await person.does("palette.open");
  await person.types(place);
  await person.presses("Enter");
}

/**
 * At every size, in the inbox and in a conversation, no line wraps and the header has one line; presence, and changes
 * of streams, people, groups and messages by other clients, are shown on the screen.
 */
test("the demo fits every size, and changes by others appear at once", async () => {
  const realm = await serveRealm("demo");
  const [robin, sam] = [realm.as("Robin"), realm.as("Sam")];
  // The sidebar shows the latest conversations, which are others at every time of the day.
  await robin.says([sam.id], "hello");
  // The whole sidebar is visible.
  const size = { columns: 110, rows: 64 };
  const screen = await startInTerminal({ environment: robin.environment, ...size });
  await screen.sees(/live/);
  await seesWhoIsThere(screen, realm);
  await screen.does("go.inbox");
  await screen.sees("NEEDS YOU");
  await takesEverySize(screen);
  await screen.resizes(size.columns, size.rows);
  await seesChanges(screen, realm);
});

const sizes: readonly (readonly [columns: number, rows: number])[] = [
  [300, 100],
  [200, 60],
  [120, 34],
  [100, 30],
  [99, 24],
  [80, 24],
  [79, 19],
  [60, 15],
  [40, 10],
  [20, 5],
  [2, 2],
  [1, 1],
];

/** Lines that the terminal wrapped because they were wider than the screen. */
function wrappedLines({ terminal }: TerminalUser): number {
  const { active } = terminal.buffer;
  return Array.from({ length: terminal.rows }, (_, y) => active.getLine(active.baseY + y)).filter(
    (line) => line?.isWrapped,
  ).length;
}

/** A large frame arrives in parts, so the screen needs time to be complete. */
async function expectSound(person: TerminalUser, columns: number, rows: number): Promise<void> {
  const { terminal } = person;
  const hasHeader = columns >= 40 && rows >= 3;
  await person.sees(
    ([header = "", second = ""]) =>
      wrappedLines(person) === 0 &&
      terminal.buffer.active.baseY === 0 &&
      (!hasHeader || (/^ Acme · live.*unread$/.test(header) && !second.includes("unread"))),
  );
}

async function takesEverySize(person: TerminalUser): Promise<void> {
  for (const open of [async () => {}, () => person.does("triage.next", "message.reply")]) {
    await open();
    for (const [columns, rows] of sizes) {
      await person.resizes(columns, rows);
      await expectSound(person, columns, rows);
    }
    await person.resizes(120, 34);
    await person.sees("Acme · live");
  }
  await person.types("still here");
  await person.sees("still here");
  await person.presses("Esc");
}

async function seesWhoIsThere(screen: TerminalUser, realm: ServedRealm): Promise<void> {
  const [robin, ana, sam] = [realm.as("Robin"), realm.as("Ana"), realm.as("Sam")];
  // The open conversation is in the sidebar, whenever the latest message of it was: that depends on the time of day.
  await goesTo(screen, "Sam Okafor");
  await screen.sees(inSidebar(/◐ Sam Okafor/));
  await sam.post("/users/me/presence", { status: "active" });
  await screen.sees(inSidebar(/● Sam Okafor/));
  await screen.sees(inPane(/Sam Okafor +👋 New here. Say hello/));
  await sam.post("/users/me/status", { status_text: "At home now", emoji_name: "house" });
  await screen.sees(inPane(/Sam Okafor +🏠 At home now/));
  await sam.post("/typing", { op: "start", to: [robin.id] });
  await screen.sees(inPane(/Sam Okafor is typing/));
  await ana.delete(`/users/${sam.id}`);
  await screen.sees(inSidebar(/○ Sam Okafor/));
  const { stream_id: backend } = await ana.get("/get_stream_id", { stream: "backend" });
  await goesTo(screen, "backend");
  await ana.patch(`/streams/${backend}`, { description: "Where it all *begins*" });
  await screen.sees(inPane(/#backend +Where it all/));
}

async function seesChanges(screen: TerminalUser, realm: ServedRealm): Promise<void> {
  const [robin, ana, bo] = [realm.as("Robin"), realm.as("Ana"), realm.as("Bo")];
  // A stream is created, written to, described and renamed.
  const principals = [robin.id, ana.id];
  await ana.post("/users/me/subscriptions", { subscriptions: [{ name: "harbour" }], principals });
  await screen.sees(inSidebar(/# harbour/));
  const { stream_id: harbour } = await ana.get("/get_stream_id", { stream: "harbour" });
  const first = await ana.says("harbour > boats", "the red one leaks");
  await screen.sees(inSidebar(/boats +1$/));
  await goesTo(screen, "boats");
  await screen.sees(inPane(/the red one leaks/));
  await ana.patch(`/streams/${harbour}`, { new_name: "port" });
  await screen.sees(inSidebar(/# port/));
  await screen.sees(inPane(/#port › boats/));

  // Messages are edited, reacted to, their mentions renamed, and deleted.
  await ana.patch(`/messages/${first}`, { content: "the green one leaks" });
  await screen.sees(inPane(/the green one leaks/));
  await screen.sees(inPane(/edited/));
  const second = await ana.says("port > boats", "ask @**Bo Lindqvist** or @*anglers*");
  await screen.sees(inPane(/ask @Bo Lindqvist or @anglers/));
  await ana.post("/user_groups/create", { name: "anglers", description: "", members: [bo.id] });
  await bo.post(`/messages/${first}/reactions`, { emoji_name: "tada" });
  await screen.sees(inPane(/🎉 1/));
  await bo.delete(`/messages/${first}/reactions`, { emoji_name: "tada" });
  await screen.sees(notInPane(/🎉/));
  const groups: readonly { id: number; name: string }[] = (await ana.get("/user_groups"))[
    "user_groups"
  ];
  const anglers = groups.find(({ name }) => name === "anglers")?.id;
  await ana.patch(`/user_groups/${anglers}`, { name: "sailors" });
  await screen.sees(inPane(/ask @Bo Lindqvist or @sailors/));
  await ana.patch(`/users/${bo.id}`, { full_name: "Bosse Lind" });
  await screen.sees(inPane(/ask @Bosse Lind or @sailors/));
  await screen.sees(inSidebar(/Bosse Lind/));
  await ana.post("/typing", { op: "start", type: "stream", stream_id: harbour, topic: "boats" });
  await screen.sees(inPane(/Ana Ruiz is typing/));
  await ana.delete(`/messages/${second}`);
  await screen.sees(notInPane(/sailors/));

  // A topic is renamed, muted, followed and moved to another stream; the open conversation follows.
  await ana.patch(`/messages/${first}`, { topic: "ships", propagate_mode: "change_all" });
  await screen.sees(inPane(/#port › ships/));
  await screen.sees(inSidebar(/› ships/));
  await robin.post("/user_topics", { stream_id: harbour, topic: "ships", visibility_policy: 1 });
  await screen.sees(inPane(/ships .*muted/));
  await robin.post("/user_topics", { stream_id: harbour, topic: "ships", visibility_policy: 3 });
  await screen.sees(inPane(/ships .*followed/));
  const { stream_id: general } = await ana.get("/get_stream_id", { stream: "general" });
  await ana.patch(`/messages/${first}`, { stream_id: general, propagate_mode: "change_all" });
  await screen.sees(inPane(/#general › ships/));
  await screen.sees(inPane(/the green one leaks/));

  // The stream is muted, pinned, left and archived by other clients of the user and others.
  const set = (property: string) => ({
    subscription_data: [{ stream_id: harbour, property, value: true }],
  });
  const place = (name: RegExp) =>
    parts(screen.lines()).sidebar.findIndex((line) => name.test(line));
  await robin.post("/users/me/subscriptions/properties", set("pin_to_top"));
  await screen.sees(() => place(/# port/) < place(/# announcements/));
  await robin.post("/users/me/subscriptions/properties", set("is_muted"));
  await screen.sees(inSidebar(/∅ port/));
  await robin.post("/mark_stream_as_read", { stream_id: harbour });
  await screen.sees(notInSidebar(/port +\d/));
  await robin.delete("/users/me/subscriptions", { subscriptions: ["port"] });
  await screen.sees(notInSidebar(/port/));
  await ana.delete(`/streams/${general}`);
  await screen.sees(notInSidebar(/# general/));
  await screen.sees(inPane(/ships .* archived/));
}
