import { expect, test } from "vitest";
import { pasteOutsideInputs } from "#commands/writing/text.ts";
import { conversationKey } from "#model/conversation.ts";
import { composerEditor } from "#store/composer.ts";
import { startClient } from "../../support/client.ts";
import { deploy, hello, startSmall } from "../../support/small-client.ts";
import { full } from "../../support/storage.ts";

const key = conversationKey(deploy);

test("the first letter is on disk at once, and what follows after a pause of 500 ms", async () => {
  const { clock, client } = await startSmall();
  const onDisk = () => client.disk.drafts.get(conversationKey(hello));
  client.types(hello, "h");
  await clock.pass(1);
  expect(onDisk()).toMatchObject({ text: "h", address: hello });
  client.types(hello, "half");
  await clock.pass(499);
  expect(onDisk()?.text).toBe("h");
  await clock.pass(1);
  expect(onDisk()?.text).toBe("half");
  await clock.pass("1 s");
  client.types(hello, "half a");
  await clock.pass(1);
  expect(onDisk()?.text).toBe("half a");
});

test("typing without pauses loses no more than a second", async () => {
  const { clock, client } = await startSmall();
  let text = "";
  for (let at = 0; at < 30; at += 1) {
    text += "x";
    client.types(deploy, text);
    await clock.pass(100);
    const saved = client.disk.drafts.get(key)?.text.length ?? 0;
    expect(text.length - saved).toBeLessThanOrEqual(10);
  }
});

test("after a crash the next start restores the drafts in their composers", async () => {
  const { clock, client, realm } = await startSmall();
  client.types(deploy, "survives");
  client.types(hello, "this too");
  await clock.pass("1 s");
  client.disk.crash();
  const next = startClient({ clock, realm, disk: client.disk, name: "next" });
  await clock.pass("1 s");
  const { screen } = next.store.getState();
  expect(screen.composers.get(key)?.editor.text).toBe("survives");
  expect(screen.composers.get(conversationKey(hello))?.editor.text).toBe("this too");
  expect(screen.composing.address).toEqual(hello);
  expect(screen.place).toEqual({ kind: "narrow", narrow: deploy });
});

test("a draft is removed when its text is sent or cleared", async () => {
  const { clock, client } = await startSmall();
  client.types(deploy, "to be sent");
  client.types(hello, "to be deleted");
  await clock.pass("1 s");
  client.send(deploy, "to be sent");
  client.types(hello, " ");
  await clock.pass("10 s");
  expect(client.disk.drafts.size).toBe(0);
});

test("while a text is sent, its draft or its message is on disk until the server has it", async () => {
  const { clock, client, control } = await startSmall();
  const { drafts, intents } = client.disk;
  client.types(deploy, "to be sent");
  await clock.pass("1 s");
  const isSent = () =>
    [...control.server.state.messages.byId.values()].some(
      ({ content }) => content === "to be sent",
    );
  client.send(deploy, "to be sent");
  for (let turn = 0; turn < 20_000 && (drafts.has(key) || !isSent()); turn += 1) {
    expect([turn, drafts.has(key) || intents.size > 0 || isSent()]).toEqual([turn, true]);
    await (turn % 2 === 0 ? Promise.resolve() : clock.pass(1));
  }
  expect([drafts.has(key), isSent()]).toEqual([false, true]);
});

test("flushing writes immediately", async () => {
  const { clock, client } = await startSmall();
  client.types(deploy, "the terminal is gone");
  const flushed = client.session.flush();
  await clock.pass(0);
  await flushed;
  expect(client.disk.drafts.get(key)?.text).toBe("the terminal is gone");
});

test("a disk that rejects drafts is reported once, not at each key", async () => {
  const { clock, client, store } = await startSmall();
  client.disk.fail(full);
  client.types(deploy, "a");
  await clock.pass("1 s");
  expect(store.getState().screen.toast?.text).toBe(full.sentence);
  store.setState(({ screen }) => ({ screen: { ...screen, toast: undefined } }));
  client.types(deploy, "ab");
  await clock.pass("1 s");
  expect(store.getState().screen.toast).toBeUndefined();
  client.disk.fail(undefined);
  client.types(deploy, "abc");
  await clock.pass("1 s");
  expect(client.disk.drafts.get(key)?.text).toBe("abc");
});

test("unsaved drafts are retried at exit, and else told", async () => {
  const { clock, client } = await startSmall();
  client.disk.fail(full);
  client.types(deploy, "nowhere to go");
  client.types(hello, "");
  await clock.pass("2 s");
  let left: unknown;
  void client.session.stop((drafts) => {
    left = drafts;
  });
  await clock.pass("1 s");
  expect(left).toEqual([{ text: "nowhere to go", sent: "no" }]);
});

test("a disk with space again at exit stores unsaved drafts", async () => {
  const { clock, client } = await startSmall();
  client.disk.fail(full);
  client.types(deploy, "just in time");
  await clock.pass("2 s");
  client.disk.fail(undefined);
  let left: unknown;
  void client.session.stop((drafts) => {
    left = drafts;
  });
  await clock.pass("1 s");
  expect(left).toEqual([]);
  expect(client.disk.drafts.get(key)?.text).toBe("just in time");
});

/** Ana writes a text without a recipient, and pastes others in a list. */
async function pastingInList() {
  const small = await startSmall();
  const { store, clock, press, type, client } = small;
  const paste = (text: string) => pasteOutsideInputs(store, text, clock);
  press("q", "g", "i");
  paste("first");
  press("Esc");
  const ofServer = "half a";
  const texts = () => [...client.disk.drafts.values()].map(({ text }) => text);
  const onDisk = () =>
    texts()
      .filter((text) => text !== "" && text !== ofServer)
      .sort();
  const chooses = (topic: string) => {
    type(`general > ${topic}`);
    press("Enter");
  };
  const written = () => composerEditor(store.getState().screen).text;
  return { ...small, paste, onDisk, chooses, written };
}

test("what is pasted in a list joins no earlier text without a recipient, which stays in Drafts", async () => {
  const { clock, press, paste, chooses, written, onDisk } = await pastingInList();
  await clock.pass("1 s");
  paste("second");
  chooses("lunch");
  expect(written()).toBe("second");
  await clock.pass("1 s");
  expect(onDisk()).toEqual(["first", "second"]);
  press("^S");
  await clock.pass("6 s");
  expect(onDisk()).toEqual(["first"]);
  press("g", "d", "Enter");
  chooses("other");
  expect(written()).toBe("first");
});

test("texts that are pasted one after the other, without a recipient, are all kept", async () => {
  const { clock, press, paste, onDisk } = await pastingInList();
  for (const text of ["second", "third"]) {
    paste(text);
    press("Esc");
  }
  await clock.pass("1 s");
  expect(onDisk()).toEqual(["first", "second", "third"]);
});
