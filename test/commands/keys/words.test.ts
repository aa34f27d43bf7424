/** The words of the help pages of other clients find the command: in the palette, and in the list of keys. */
import { expect, test } from "vitest";
import { helpRows } from "#commands/keys/help.ts";
import { paletteChoices, paletteFacts } from "#commands/keys/palette.ts";
import { acme, deployWindow, readingScreen, storeOf } from "../../support/acme.ts";
import { keyPresser, ownKeys } from "../../support/key-presser.ts";

const store = storeOf(acme(), readingScreen(deployWindow));
const facts = paletteFacts(store.getState(), ownKeys);

test.each<[typed: string, id: string]>([
  ["poll", "message.enter"],
  ["vote", "message.enter"],
  ["history", "info.open"],
  ["edit history", "info.open"],
  ["rename", "topic.move"],
  ["rename topic", "topic.move"],
  ["move message", "topic.move"],
  ["copy link to topic", "copy.topic-link"],
  ["copy link", "copy.permalink"],
  ["permalink", "copy.permalink"],
  ["who read", "info.open"],
  ["read receipts", "info.open"],
  ["seen by", "info.open"],
  ["who reacted", "info.open"],
  ["reminder", "snooze.ask"],
  ["remind me", "snooze.ask"],
  ["snooze", "snooze.ask"],
  ["later", "snooze.ask"],
  ["mark as read", "triage.done"],
  ["archive", "triage.done"],
  ["mark as unread", "triage.unread"],
  ["mark all as read", "triage.read-all"],
  ["next mention", "triage.next-needs-you"],
  ["undo", "triage.undo"],
  ["mute", "topic.mute"],
  ["silence", "topic.mute"],
  ["block", "topic.mute"],
  ["watch", "topic.follow"],
  ["follow", "topic.follow"],
  ["resolve", "topic.resolve"],
  ["close topic", "topic.resolve"],
  ["reply", "message.reply"],
  ["answer", "message.reply"],
  ["bookmark", "message.star"],
  ["star", "message.star"],
  ["save message", "message.star"],
  ["reaction", "message.emoji"],
  ["like", "message.thumbs-up"],
  ["edit message", "message.edit"],
  ["delete message", "message.delete"],
  ["unsend", "message.delete"],
  ["quote", "message.quote"],
  ["forward message", "message.quote"],
  ["private reply", "message.reply-privately"],
  ["tag", "message.mention"],
  ["download", "message.view"],
  ["attachment", "message.view"],
  ["url", "message.open-link"],
  ["user groups", "go.groups"],
  ["teams", "go.groups"],
  ["new topic", "compose.stream"],
  ["compose", "compose.stream"],
  ["private message", "compose.direct"],
  ["dm", "compose.direct"],
  ["attach file", "composer.upload"],
  ["upload", "composer.upload"],
  ["schedule message", "composer.schedule"],
  ["send later", "composer.schedule"],
  ["jump to date", "search.day"],
  ["search messages", "search.open"],
  ["set status", "status.set"],
  ["do not disturb", "status.set"],
  ["preferences", "go.settings"],
  ["dark mode", "go.settings"],
  ["users", "go.people"],
  ["channels", "go.streams"],
  ["combined feed", "go.all"],
  ["pin", "sidebar.edit"],
  ["pin channel", "sidebar.edit"],
  ["keyboard shortcuts", "help.open"],
  ["unsubscribe", "stream.subscribe"],
  ["exit", "program.interrupt"],
])("%s finds %s first", (typed, id) => {
  const [first] = paletteChoices(facts, ownKeys, `>${typed}`);
  expect(first?.command).toBe(id);
  expect(helpRows(facts, ownKeys, typed)[0]?.command.id).toBe(id);
  const found = paletteChoices(facts, ownKeys, typed).filter(({ kind }) => kind === "command");
  if (typed.length > 2) expect(found[0]?.command).toBe(id);
});

test("letters that are scattered over a title find nothing", () => {
  expect(helpRows(facts, ownKeys, "vwimg")).toEqual([]);
  expect(paletteChoices(facts, ownKeys, ">vwimg")).toEqual([]);
});

test("what does nothing here is listed with why, and says it when it is chosen", () => {
  const own = storeOf(acme(), { place: { kind: "scheduled" } });
  const press = keyPresser(own);
  const choice = (typed: string) =>
    paletteChoices(paletteFacts(own.getState(), ownKeys), ownKeys, typed)[0];
  const detail = "^G u in the composer";
  expect(choice(">upload")).toMatchObject({ command: "composer.upload", detail });
  expect(choice(">quote")).toMatchObject({ detail: "> in a conversation" });
  press("^K", ...">upload", "Enter");
  expect(own.getState().screen.toast?.text).toBe(
    "Upload a file; retry or cancel an upload: ^G u in the composer.",
  );
  press("?", ..."upload", "Enter");
  expect(own.getState().screen.toast?.text).toMatch(/: \^G u in the composer\.$/);
});
