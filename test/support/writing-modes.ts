/** Everything that can be written: how a user comes to write it. */
import { watchComposer } from "#commands/composer/composer.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { editScheduled } from "#commands/scheduled/editing.ts";
import { openComposer, withSelected } from "#commands/screen.ts";
import type { Address } from "#journal/intent.ts";
import { addIntents, changeScreen } from "#store/store.ts";
import type { UserId } from "#wire/ids.ts";
import { type Pair, sentAndScheduled } from "./happenings.ts";
import { keyPresser, ownKeys } from "./key-presser.ts";
import { noDesktop, noViewport } from "./no-ports.ts";
import { people } from "./small-blueprint.ts";
import { deploy, startSmall, withBo } from "./small-client.ts";

type Press = (...strokes: string[]) => void;
export type Writing = Pair & { readonly press: Press };

const words = "half a thought";
const placeholder = "[Uploading plan.txt…]()";
const several: Address = {
  kind: "direct",
  userIds: [people.ana, people.bo, people.cleo] as UserId[] as never,
};

const writeTo =
  (address: Address, text = words) =>
  ({ store, press }: Writing) => {
    openComposer(store, address);
    press(...text);
  };

const select = ({ store, own }: Writing) =>
  changeScreen(store, (screen) => ({ ...withSelected(screen, own), focus: "pane" }));

/** Where the user writes, by name; each leaves "half a thought" in the focused composer. */
export const writingModes: Readonly<Record<string, (writing: Writing) => void>> = {
  "a new message in a topic": writeTo(deploy),
  "a new message in a new topic": writeTo({ ...deploy, topic: "brand new" } as never),
  "a direct message": writeTo(withBo),
  "a direct message to several": writeTo(several),
  "an edit": (writing) => {
    select(writing);
    writing.press("E", ..." half a thought");
  },
  "the edit of a scheduled message": ({ store, scheduled, press }) => {
    editScheduled(store, scheduled);
    press(..." half a thought");
  },
  "a quote": (writing) => {
    select(writing);
    writing.press(">", ...words);
  },
  "a running upload": (writing) => {
    writeTo(deploy, `${words} ${placeholder}`)(writing);
    const { store, clock, client } = writing;
    addIntents(store, { clock, newId: client.newId }, [
      { kind: "upload", name: "plan.txt", from: { path: "/plan.txt" }, size: 5, placeholder },
    ]);
  },
  "a preview": (writing) => {
    writeTo(deploy)(writing);
    writing.press("Alt+p");
  },
  "an open completion": writeTo(deploy, `${words} @cle`),
  "an open question": (writing) => {
    writeTo(deploy)(writing);
    writing.press("Esc");
    select(writing);
    writing.press("D");
  },
};

export async function startWriting(): Promise<Writing> {
  const openFile = () => new Promise<never>(() => {});
  const pair = await startSmall({ first: sentAndScheduled }, { openFile });
  watchComposer(pair.store, ownKeys);
  openNarrow(pair.store, withBo);
  openNarrow(pair.store, deploy);
  return { ...pair, press: keyPresser(pair.store, noViewport, noDesktop, pair.clock) };
}
