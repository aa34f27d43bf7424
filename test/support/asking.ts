/** A client that is asked something: what a dialog is about, and what it says of that. */

import { watchComposer } from "#commands/composer/composer.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { openComposer, openDialog, openMenu, withSelected } from "#commands/screen.ts";
import { inputOf } from "#editor/input.ts";
import { folderAdded } from "#model/own-folders.ts";
import type { About, Dialog } from "#store/dialog.ts";
import { changeLocal, changeScreen } from "#store/store.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { type Pair, sentAndScheduled } from "./happenings.ts";
import { keyPresser, ownKeys } from "./key-presser.ts";
import { noDesktop, noViewport } from "./no-ports.ts";
import { people, streams } from "./small-blueprint.ts";
import { deploy, startSmall, withBo } from "./small-client.ts";

export type Asking = Pair & { readonly press: (...strokes: string[]) => void };

export type DialogCase = {
  /** Opens it; returns another own message, or nothing. */
  readonly opens: (asking: Asking) => unknown;
  /** The keys that accept it. */
  readonly accepts: readonly string[];
  /** What it says while its subject exists at the realm; undefined if that is gone. */
  readonly says?: (asking: Asking) => string | undefined;
  /** Only what happens to things of this kind concerns it; absent: whatever happens to the message, its topic and its stream. */
  readonly about?: "person" | "stream" | "scheduled";
  /** The only things that a dialog without a name in it may change. */
  readonly changes?: RegExp;
  readonly asAdministrator?: true;
  /** Nothing that happens concerns it but the end of the session: everything else happens in one test. */
  readonly hasNoSubject?: true;
};

export const streamId = streams.dev as StreamId;
export const bo = people.bo as UserId;
export const [a, b] = ["https://a.example/", "https://b.example/"];
export const words = "half a thought";

export const asks =
  (about: (asking: Asking) => About): DialogCase["opens"] =>
  (asking) =>
    openMenu(asking.store, about(asking));
export const shows =
  (dialog: (asking: Asking) => Dialog): DialogCase["opens"] =>
  (asking) =>
    openDialog(asking.store, dialog(asking));

export const select = ({ store, own }: Asking) =>
  changeScreen(store, (screen) => ({ ...withSelected(screen, own), focus: "pane" }));
export const writes = ({ store, press }: Asking, text = words) => {
  openComposer(store, deploy);
  press(...text);
};

export const state = ({ control }: Asking) => control.server.state;
export const streamName = (asking: Asking) => {
  const stream = state(asking).streams.byId.get(streamId);
  return stream?.isGone === false ? `${stream.name}` : undefined;
};
export const ownText = (asking: Asking) => state(asking).messages.byId.get(asking.own)?.content;
export const topicName = (asking: Asking) => {
  const { messages, streams: all } = state(asking);
  const exists = [...messages.byId.values()].some(
    (message) => message.streamId === streamId && message.topic === "deploy",
  );
  return exists ? `${all.byId.get(streamId)?.name} › deploy` : undefined;
};
export const personName = (asking: Asking) => state(asking).people.byId.get(bo)?.fullName;
export const scheduledText = (asking: Asking) =>
  state(asking)
    .personal.get(people.ana)
    ?.scheduled.find(({ id }) => id === asking.scheduled)?.content;

export const ofPerson = { about: "person", says: personName } as const;
export const ofStream = { about: "stream", says: streamName } as const;

export async function addField({ cleo, clock }: Asking): Promise<void> {
  await cleo.post("/realm/profile_fields", { name: "Boat", field_type: 1 });
  await clock.pass("5 s");
}

export async function addFolder({ cleo, clock }: Asking): Promise<void> {
  await cleo.post("/channel_folders/create", { name: "Boats", description: "" });
  await clock.pass("5 s");
}

export async function addSnippet({ ana, clock }: Asking): Promise<void> {
  await ana.post("/saved_snippets", { title: "Greeting", content: "Ahoy" });
  await clock.pass("5 s");
}

export const catOf = (messageId: MessageId) => ({
  messageId,
  file: { realmId: "2", path: "ab/cat.png", name: "cat.png" },
  url: "https://acme.example/user_uploads/2/ab/cat.png",
});

export async function startAsking({ asAdministrator }: DialogCase): Promise<Asking> {
  const pair = await startSmall({ first: sentAndScheduled });
  const { store, cleo, clock } = pair;
  if (asAdministrator) await cleo.patch(`/users/${people.ana}`, { role: 200 });
  watchComposer(store, ownKeys);
  openNarrow(store, withBo);
  openNarrow(store, deploy);
  await clock.pass("5 s");
  return { ...pair, press: keyPresser(store, noViewport, noDesktop, clock) };
}

export const reporting: DialogCase = {
  opens: async ({ own, clock, store, control }) => {
    control.setRealm("moderation_request_channel_id", streamId);
    await clock.pass("5 s");
    openForm(store, { name: "report", id: own });
  },
  accepts: ["Right", "^S"],
  says: ownText,
  changes: /^message /,
};

export const renamingFolder: DialogCase = {
  opens: ({ store }) => {
    changeLocal(store, "folders", folderAdded(new Map(), "Boats", []));
    const input = inputOf("Boats");
    openDialog(store, { kind: "folder-name", folder: "own:boats", input, chosen: 0 });
  },
  accepts: ["Enter"],
  hasNoSubject: true,
};
