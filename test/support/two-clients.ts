/** Two clients of one user on one realm, and their drafts. */
import { composerKeyOf, isConflictKey } from "#journal/drafts.ts";
import type { Address } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { textOf } from "#store/composer.ts";
import { type Client, startClient } from "./client.ts";
import { fakeClock } from "./clock.ts";
import { startRealm } from "./realm.ts";
import { people } from "./small-blueprint.ts";

export async function startTwo(level?: number) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock, ...(level !== undefined && { level }) });
  const first = startClient({ clock, realm, name: "first" });
  const second = startClient({ clock, realm, name: "second" });
  await clock.pass("5 s");
  const ana = as(people.ana);
  /** The server's drafts, without the one that the realm starts with. */
  const serverDrafts = async () => {
    const { body } = await ana.get("/drafts");
    return (body["drafts"] as Record<string, unknown>[])
      .map(({ type, to, topic, content }) => ({ type, to, topic, content }))
      .filter(({ content }) => content !== "half a");
  };
  return { clock, realm, first, second, ana, serverDrafts };
}

/** The text of a composer. */
export const reads = ({ store }: Client, address: Address) =>
  textOf(store.getState(), conversationKey(address));
/** The conflicting versions of that draft. */
export const beside = ({ store }: Client, address: Address) =>
  [...store.getState().journal.drafts]
    .filter(
      ([key, draft]) =>
        isConflictKey(key) && composerKeyOf(key, draft) === conversationKey(address),
    )
    .map(([, { text }]) => text);
