import { expect, onTestFinished, test } from "vitest";
import { completionOf, enterAccepts } from "#commands/writing/completion.ts";
import { composerEditor } from "#store/composer.ts";
import { openList } from "#store/lists.ts";
import { since } from "#wire/levels.ts";
import { showScreen } from "../../support/screen.tsx";
import { formKeys, startSmall } from "../../support/small-client.ts";

const handover = "My week:\n- pages: 0";

const withSnippets = (level?: number) =>
  startSmall({
    ...(level !== undefined && { level }),
    first: async (as) => {
      for (const [title, content] of [
        ["Handover", handover],
        ["good morning", "Good morning, all"],
      ])
        await as(11).post("/saved_snippets", { title, content });
    },
  });

type World = Awaited<ReturnType<typeof withSnippets>>;

const offered = ({ store }: World) =>
  completionOf(store.getState())?.candidates.map(({ title }) => title) ?? [];
const written = ({ store }: World) => composerEditor(store.getState().screen).text;

test("a slash and the name of a snippet complete its text, on any line", async () => {
  const world = await withSnippets();
  const { press, type } = world;
  press("r");
  type("/han");
  expect(offered(world)).toEqual(["/Handover"]);
  press("Tab");
  expect(written(world)).toBe(handover);
  press("Alt+Enter");
  type("/good m");
  expect(offered(world)).toEqual(["/good morning"]);
  press("Tab");
  expect(written(world)).toBe(`${handover}\nGood morning, all`);
  press("^Z", "^U");
});

test("Enter takes a snippet only once it was chosen: what is typed after a slash may be meant", async () => {
  const { press, type, store } = await withSnippets();
  press("r");
  type("/");
  expect(enterAccepts(completionOf(store.getState()))).toBe(false);
  press("Up");
  expect(enterAccepts(completionOf(store.getState()))).toBe(true);
});

test("g S lists snippets by name; E changes one, + adds one, and D asks before it is deleted", async () => {
  const world = await withSnippets();
  const { press, settles, store, control } = world;
  const texts = () => control.server.state.personal.get(11 as never)?.snippets ?? [];
  press("g", "S");
  expect(world.rowKeys()).toEqual(["snippet:2", "snippet:1"]);
  press("E");
  const keys = formKeys(world);
  keys.fills("name", "Morning");
  press("^S");
  await settles();
  expect(texts()[1]).toMatchObject({ title: "Morning", content: "Good morning, all" });
  press("+");
  keys.fills("name", "Bye");
  keys.fills("text", "Fair winds");
  press("^S");
  await settles();
  expect(texts()[2]).toMatchObject({ title: "Bye", content: "Fair winds" });
  expect(world.rowKeys()).toEqual(["snippet:3", "snippet:1", "snippet:2"]);
  press("g", "g", "D");
  expect(world.dialog()).toMatchObject({ about: { kind: "delete-snippet", snippetId: 3 } });
  keys.confirms();
  await settles();
  expect(texts().map(({ id }) => id)).toEqual([1, 2]);
  expect(openList(store.getState().screen)?.rows).toHaveLength(2);
});

test("the form of a snippet takes several lines, shows where each ends, and keeps them", async () => {
  const world = await withSnippets();
  const { press, type, settles, store, control, toast } = world;
  press("g", "S", "+");
  const { fills, goesTo } = formKeys(world);
  fills("name", "Bye");
  press("Alt+Enter");
  expect(toast()).toBe("What is written here has no line breaks.");
  goesTo("text");
  type("Fair");
  press("Alt+Enter");
  type("winds");
  const screen = await showScreen(store);
  onTestFinished(screen.ends);
  expect(screen.whole.shows("Fair↵winds")).toBe(true);
  expect(screen.whole.shows("Alt+Enter new line")).toBe(true);
  press("^S");
  await settles();
  expect(control.server.state.personal.get(11 as never)?.snippets?.[2]).toMatchObject({
    title: "Bye",
    content: "Fair\nwinds",
  });
  world.goes("snippet:1");
  press("E");
  await screen.settles();
  expect(screen.whole.shows("My week:↵- pages: 0")).toBe(true);
});

test("the text in the composer becomes a snippet with all its lines, and stays there", async () => {
  const world = await withSnippets();
  const { press, type, settles, control } = world;
  press("r");
  type("one");
  press("Alt+Enter");
  type("two");
  press("^K");
  type(">snippet");
  press("Enter");
  const keys = formKeys(world);
  expect(keys.value("text")).toBe("one\ntwo");
  keys.fills("name", "Both");
  press("^S");
  await settles();
  const all = control.server.state.personal.get(11 as never)?.snippets ?? [];
  expect(all.at(-1)).toMatchObject({ title: "Both", content: "one\ntwo" });
  expect(written(world)).toBe("one\ntwo");
});

test("what could not be saved stays in the form, which says why", async () => {
  const world = await withSnippets();
  const { press, client, settles } = world;
  press("g", "S", "+");
  const keys = formKeys(world);
  keys.fills("name", "Bye");
  keys.fills("text", "Fair winds");
  client.network.plug(false);
  press("^S");
  await settles();
  expect(keys.value("text")).toBe("Fair winds");
  expect(keys.shown()?.form.failure?.sentence).toMatch(/connect/);
});

test("a server that stores none says so", async () => {
  const { store, press } = await startSmall({ level: since.savedSnippets - 1 });
  press("g", "S");
  const screen = await showScreen(store);
  expect(screen.whole.shows("This server does not store snippets.")).toBe(true);
  screen.ends();
});
