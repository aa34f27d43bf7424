/** A client in its inbox, where somebody has asked the user something. */
import { expect } from "vitest";
import { openNarrow } from "#commands/places/navigation.ts";
import type { Address } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { unreadIdsOf } from "#model/select/conversations.ts";
import { inboxRowOf } from "#model/select/inbox.ts";
import type { Preferences } from "#store/screen.ts";
import { changeScreen } from "#store/store.ts";
import { people } from "./small-blueprint.ts";
import { startSmall, withBo } from "./small-client.ts";

const key = conversationKey(withBo);

/** Bo has asked something, and Ana is in the inbox. */
export async function asked(preferences: Preferences = {}) {
  const small = await startSmall(
    {},
    { attention: { lastKeyAt: () => 0, reportsFocus: () => true }, preferences },
  );
  const { store, bo, clock, press, settles } = small;
  await bo.post("/messages", { type: "private", to: [people.ana], content: "do you have it?" });
  await settles();
  press("g", "i");
  const row = () => inboxRowOf(store.getState().view, key);
  const reads = async (address: Address = withBo) => {
    const read = conversationKey(address);
    const ids = unreadIdsOf(store.getState().view, read);
    openNarrow(store, address);
    changeScreen(store, (screen) => ({
      ...screen,
      reading: { ...screen.reading, visible: { narrow: read as never, ids, isAtEnd: true } },
    }));
    await clock.pass("3 s");
    expect(unreadIdsOf(store.getState().view, read)).toEqual([]);
  };
  return { ...small, row, reads };
}
