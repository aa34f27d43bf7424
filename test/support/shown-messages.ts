/** A topic of a few messages by Ana on an emulated terminal, the first of them selected. */
import type { Preferences } from "#store/screen.ts";
import { changeScreen } from "#store/store.ts";
import {
  acme,
  ana,
  backend,
  idsOf,
  readingScreen,
  storeOf,
  withHistory,
  withMessages,
} from "./acme.ts";
import { type ScreenOptions, showScreen } from "./screen.tsx";

const topic = { kind: "topic", streamId: backend, topic: "pictures" } as const;

export async function showMessages(
  texts: readonly string[],
  options: ScreenOptions,
  preferences: Preferences = {},
) {
  const sent = texts.map((text, minute) => {
    const at = `11:${String(minute).padStart(2, "0")}`;
    return { by: ana, text, to: topic, at };
  });
  const replica = withMessages(acme(), sent, 2001);
  const ids = idsOf(replica, topic);
  const store = storeOf(withHistory(replica, topic, ids), readingScreen(topic, ids[0]));
  changeScreen(store, (screen) => ({ ...screen, preferences }));
  const screen = await showScreen(store, options);
  await screen.settles();
  return { store, screen, ids, url: replica.realm.url };
}
