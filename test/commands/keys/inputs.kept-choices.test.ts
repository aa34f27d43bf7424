/** What arrives while a dialog or a menu is open neither moves its selection nor takes the place of what Enter meant. */
import { expect, onTestFinished, test } from "vitest";
import { get } from "#base/table.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { choicesIn, watchChoices } from "#commands/keys/inputs.ts";
import { openDialog } from "#commands/screen.ts";
import { inputOf } from "#editor/input.ts";
import type { Message } from "#model/message.ts";
import type { SearchTerm } from "#model/narrow.ts";
import { showAnswer, showHits } from "#store/dialog-answers.ts";
import { changeScreen } from "#store/store.ts";
import { createRouter } from "#ui/input/router.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser, ownKeys, portsFor } from "../../support/key-presser.ts";
import { noFiles } from "../../support/no-ports.ts";
import { people } from "../../support/small-blueprint.ts";
import { formKeys, startSmall } from "../../support/small-client.ts";

const replica = acme();

function reading() {
  const store = storeOf(replica, readingScreen(deployWindow));
  const clock = fakeClock();
  onTestFinished(watchChoices({ store, keys: ownKeys, clock }));
  return { store, press: keyPresser(store), screen: () => store.getState().screen };
}

const [first, second, third] = idsOf(replica, deployWindow).map((id) => get(replica.messages, id)!);
const terms: readonly SearchTerm[] = [{ operator: "search", operand: "o" }];

function hits(...messages: readonly (Message | undefined)[]) {
  const searched = { narrow: { kind: "all" }, count: 3, since: undefined, unbroken: 3 } as const;
  return { terms, messages: messages.flatMap((one) => one ?? []), more: false, searched };
}

test("Enter opens the result that was selected, whatever the archive has found since", () => {
  const { store, press, screen } = reading();
  openDialog(store, { kind: "search", input: inputOf("o "), chosen: -1, terms });
  showHits(store, hits(second));
  showAnswer(store, terms, { kind: "found", messages: [third!], more: false });
  press("Down", "Down");
  showHits(store, hits(first, second));
  press("Enter");
  expect([screen().dialog, [...screen().readers.values()].at(-1)?.selected]).toEqual([
    undefined,
    third?.id,
  ]);
});

test("Enter opens no other result than the one that is gone", () => {
  const { store, press, screen } = reading();
  openDialog(store, { kind: "search", input: inputOf("o "), chosen: -1, terms });
  showHits(store, hits(first, second));
  press("Down");
  showHits(store, hits(second, third));
  expect(screen().dialog).toMatchObject({ kind: "search", chosen: -1 });
});

test("Enter uploads no file of a folder that was not listed yet", async () => {
  const { store } = reading();
  const uploaded: string[] = [];
  let list = () => {};
  const files = {
    ...noFiles,
    list: () =>
      new Promise<readonly { name: string; isFolder: boolean }[]>((resolve) => {
        list = () => resolve([{ name: "secret.txt", isFolder: false }]);
      }),
    find: async (path: string) => {
      uploaded.push(path);
      return "It cannot be read.";
    },
  };
  const ports = portsFor(store);
  const route = createRouter({ ...ports, context: { ...ports.context, files } });
  const press = (stroke: string) => route([{ kind: "key", stroke, text: undefined }], 0);
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  changeScreen(store, (screen) => ({ ...screen, focus: "composer" }));
  press("^G");
  press("u");
  list();
  await settled();
  press("Enter");
  await settled();
  expect(uploaded).toEqual([]);
  expect(store.getState().screen.dialog).toMatchObject({ kind: "upload", chosen: 0 });
  press("Enter");
  await settled();
  expect(uploaded).toEqual(["secret.txt"]);
});

test("Enter changes the setting of the status that was selected, whatever is listed above it", async () => {
  const { press, ana, settles, store, clock, dialog } = await startSmall();
  press("g", "y", "Up");
  const choices = () => choicesIn(store.getState(), { keys: ownKeys, clock });
  const selected = choices().at(-1);
  await ana.post("/users/me/status", { status_text: "away" });
  await settles();
  expect(choices()).toContain("clear");
  const { chosen } = dialog() as { readonly chosen: number };
  expect(choices()[chosen]).toBe(selected);
});

test("the cursor of a form stays on its row when another field comes", async () => {
  const world = await startSmall({ who: "cleo" });
  const { store, press, settles, cleo } = world;
  const form = formKeys(world);
  openForm(store, { name: "person", id: people.cleo });
  form.fills("name", "Cleo V");
  press("Shift+Tab");
  expect(form.shown()?.answer).toBe("save");
  const before = form.shown()?.now.fields.length ?? 0;
  await cleo.post("/realm/profile_fields", { name: "Boat", field_type: 1 });
  await settles();
  expect(form.shown()?.now.fields.length).toBe(before + 1);
  expect(form.shown()?.answer).toBe("save");
});
