import { expect, test } from "vitest";
import { showToast } from "#commands/screen.ts";
import { createRouter } from "#ui/input/router.ts";
import { acme, storeOf } from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { portsFor } from "../support/key-presser.ts";

function seated(notice?: string) {
  const store = storeOf(acme());
  store.setState(({ session }) => ({ session: { ...session, notice } }));
  const clock = fakeClock();
  let quits = 0;
  const ports = portsFor(store, undefined, clock);
  const quit = () => {
    quits += 1;
  };
  const route = createRouter({ ...ports, context: { ...ports.context, quit } });
  return {
    store,
    clock,
    quits: () => quits,
    toast: () => store.getState().screen.toast?.text,
    press: (stroke: string) =>
      route([{ kind: "key", stroke, text: stroke.length === 1 ? stroke : undefined }], 0),
  };
}

test("a toast goes with the first key after somebody could have read it", async () => {
  const { store, clock, toast, press } = seated();
  showToast(store, "Saved.");
  await clock.pass("1 s");
  press("j");
  expect(toast()).toBe("Saved.");
  await clock.pass("1 s");
  press("j");
  expect(toast()).toBeUndefined();
});

test("without a key a toast goes after ten seconds, an error like any other", async () => {
  const { store, clock, toast } = seated();
  showToast(store, "No.", "error");
  await clock.pass("9 s");
  expect(toast()).toBe("No.");
  await clock.pass("1 s");
  expect(toast()).toBeUndefined();
});

test("what a key says itself stays, in the place of what was said before", async () => {
  const { store, clock, toast, press } = seated();
  showToast(store, "Saved.");
  await clock.pass("2 s");
  press("u");
  expect(toast()).toBe("Nothing to undo.");
});

test("a second ^C still means it when the question was read first", async () => {
  const { clock, quits, press } = seated();
  press("^C");
  await clock.pass("1600 ms");
  press("^C");
  expect(quits()).toBe(1);
});

test("the notice goes with the first key after it could be read", async () => {
  const { store, clock, press } = seated("A demo.");
  press("j");
  expect(store.getState().session.notice).toBe("A demo.");
  await clock.pass("2 s");
  press("j");
  expect(store.getState().session.notice).toBeUndefined();
});

test.each([
  ["B", "B is not bound here"],
  ["s", expect.stringMatching(/^s works in a conversation: Star/)],
  ["F5", "F5 is not bound here"],
  ["y", expect.stringMatching(/^y works in a conversation: Copy/)],
  ["E", expect.stringMatching(/^Edit .*: not in this list$/)],
])("%s in the inbox is told not to be bound", (key, sentence) => {
  const { toast, press } = seated();
  press(key);
  expect(toast()).toEqual(sentence);
});

test("a sequence that leads nowhere is named whole", () => {
  const { toast, press } = seated();
  press("g");
  press("z");
  expect(toast()).toBe("g z is not bound here");
});

test("Esc takes back what was begun, and says nothing", () => {
  const { toast, press } = seated();
  press("g");
  press("Esc");
  expect(toast()).toBeUndefined();
});
