import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { answerNotification } from "#commands/conversation/notified.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { openDialog } from "#commands/screen.ts";
import { inputOf } from "#editor/input.ts";
import { unreadIdsOf } from "#model/select/conversations.ts";
import { changeReplica } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { acme, ana, deployWindow, withMessages } from "../../support/acme.ts";
import { accountsOf } from "../../support/live-accounts.ts";

/** Two accounts, the first of which is shown; in the second, Ana's direct message was notified, and another came since. */
function notifiedElsewhere() {
  const program = accountsOf({ work: acme(), home: acme() });
  const arrive = (text: string): MessageId => {
    const { replica } = program.store("home").getState();
    const id = (replica.newestMessage + 1) as MessageId;
    changeReplica(program.store("home"), (before) =>
      withMessages(before, [{ by: ana, text, to: [ana], at: "11:43" }], id),
    );
    return id;
  };
  const id = arrive("lunch?");
  const message = get(program.store("home").getState().view.messages, id)!;
  const answer = (what: Parameters<typeof answerNotification>[2]) =>
    answerNotification(program.accounts.contextOf("home")!, message, what);
  const screen = (name: string) => program.store(name).getState().screen;
  const unread = () => unreadIdsOf(program.store("home").getState().view, message.conversation);
  return { ...program, answer, message, arrive, screen, unread };
}

test("a click shows the message in its account, and its conversation is not read before", () => {
  const { answer, message, screen, live, unread } = notifiedElsewhere();
  answer("show");
  expect(live.shown().name).toBe("home");
  expect(screen("home").place).toMatchObject({ kind: "narrow", narrow: { kind: "direct" } });
  expect([...screen("home").readers.values()].at(-1)?.selected).toBe(message.id);
  expect(unread()).toContain(message.id);
});

test("a reply opens the composer for the conversation", async () => {
  const { answer, screen, press, message } = notifiedElsewhere();
  answer("reply");
  await press(..."soup");
  const { focus, composers } = screen("home");
  expect(focus).toBe("composer");
  expect([...composers].map(([key, { editor }]) => [key, editor.text])).toEqual([
    [message.conversation, "soup"],
  ]);
});

test("done marks what was notified, not what came since, and u brings it back", async () => {
  const { answer, arrive, unread, screen, live, press, message } = notifiedElsewhere();
  const before = unread();
  const later = arrive("or later?");
  answer("done");
  expect(unread()).toEqual([later]);
  expect(live.shown().name).toBe("work");
  expect(screen("work").toast?.text).toBe(
    `home · Done Ana Ruiz (${before.length}); 1 came in since the notification`,
  );
  live.show("home");
  await press("u");
  expect(unread()).toContain(message.id);
  answer("done");
  answer("done");
  expect(screen("home").toast?.text).toBe("Ana Ruiz: nothing is unread there.");
});

test("later asks until when, and snoozes the conversation", async () => {
  const { answer, screen, press, store, message } = notifiedElsewhere();
  answer("later");
  const purpose = { kind: "snooze", answerers: [ana] };
  expect(screen("home").dialog).toMatchObject({ kind: "time", purpose });
  await press("Enter");
  expect(store("home").getState().view.snoozes.has(message.conversation)).toBe(true);
});

test("a text that is being written stays where it is, and what is typed into a dialog keeps it open", async () => {
  const { answer, screen, press, live, store } = notifiedElsewhere();
  live.show("home");
  openNarrow(store("home"), deployWindow);
  await press("r", ..."half");
  const open = screen("home").place;
  answer("show");
  expect(screen("home").place).not.toEqual(open);
  expect([...screen("home").composers.values()].map(({ editor }) => editor.text)).toEqual(["half"]);
  live.show("work");
  openDialog(store("work"), { kind: "palette", input: inputOf("des"), chosen: 0 });
  for (const what of ["show", "reply", "later"] as const) answer(what);
  expect(live.shown().name).toBe("work");
  expect(screen("work").dialog).toMatchObject({ kind: "palette" });
  expect(screen("work").toast?.text).toBe("Ana Ruiz waits: leave what is open here first.");
});

test("done in the shown account says what was done there as e does, with what undoes it", () => {
  const { accounts, message, live, screen } = notifiedElsewhere();
  live.show("home");
  answerNotification(accounts.contextOf("home")!, message, "done");
  expect(screen("home").toast).toMatchObject({ undo: true });
  expect(screen("home").toast?.text).toMatch(/^Done Ana Ruiz/);
});
