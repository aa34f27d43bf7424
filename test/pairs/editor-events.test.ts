/**
 * A text in the user's own editor, while everything that may happen to its composer happens: what was written there takes
 * the place of the text that it came from, wherever that is now, and no key publishes the text of before.
 */
import { expect, test } from "vitest";
import type { CommandContext } from "#commands/command.ts";
import { composer } from "#commands/composer/composer.ts";
import { openComposer } from "#commands/screen.ts";
import { composerEditor } from "#store/composer.ts";
import { changeScreen } from "#store/store.ts";
import { happenings, type Pair } from "../support/happenings.ts";
import { portsFor } from "../support/key-presser.ts";
import { isStorm } from "../support/runs.ts";
import { deploy } from "../support/small-client.ts";
import { startWriting, type Writing, writingModes } from "../support/writing-modes.ts";

const written = "half a thought, and forty lines that were written in the editor";

/** Opens the editor as its key does; the returned function saves and closes it. */
function openEditor({ store, clock }: Writing): () => void {
  let done: Parameters<CommandContext["editExternally"]>[1] = () => undefined;
  const editExternally: CommandContext["editExternally"] = (_, next) => {
    done = next;
  };
  const command = composer.find(({ id }) => id === "composer.editor");
  command?.run({ ...portsFor(store).context, clock, count: 1, editExternally });
  return () => done(written, undefined);
}

const publishedTexts = ({ control }: Pair) =>
  [...control.server.state.messages.byId.values()].map(({ content }) => content);

const modes: typeof writingModes = {
  ...writingModes,
  "nothing yet": ({ store }) => openComposer(store, { ...deploy, topic: "brand new" } as never),
};
/** The others never leave their key, or are an open menu. */
const inEditor = [
  ...["a new message in a topic", "a direct message", "an edit"],
  ...["the edit of a scheduled message", "nothing yet"],
];
const everything = Object.keys(happenings);
/** What changes the text or its key; in a storm, all happen alone, too. */
const ofTexts = [
  ...["the topic moved", "the topic resolved", "the topic moved onto another"],
  ...["the draft edited elsewhere", "the draft deleted elsewhere"],
];
const cells = inEditor.flatMap((mode) => {
  const texts = mode === "a new message in a topic" ? ofTexts : [];
  const alone = isStorm ? everything : texts;
  return [everything, ...alone.map((happening) => [happening])].map(
    (happened) => [mode, happened.length > 1 ? "everything" : happened[0], happened] as const,
  );
});

test.each(cells)("%s in the editor, and %s", async (mode, _, happened) => {
  const writing = await startWriting();
  const { store, clock, press } = writing;
  modes[mode]?.(writing);
  await clock.pass("5 s");
  const saves = openEditor(writing);
  for (const happening of happened) {
    await happenings[happening]?.(writing);
    await clock.pass("30 s");
  }
  const before = publishedTexts(writing);
  saves();
  expect(composerEditor(store.getState().screen).text).toBe(written);
  expect([...store.getState().screen.composers.values()].some(({ holders }) => holders)).toBe(
    false,
  );

  changeScreen(store, (screen) => ({ ...screen, focus: "composer" }));
  press("Enter");
  await clock.pass("10 s");
  const now = publishedTexts(writing);
  const added = now.filter((text) => text.includes("half a thought") && !before.includes(text));
  expect(added.filter((text) => text !== written)).toEqual([]);
});
