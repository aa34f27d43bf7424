/** Two clients of one person on one realm, and what their drafts say. */
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
  const here = startClient({ clock, realm, name: "here" });
  const there = startClient({ clock, realm, name: "there" });
  await clock.pass("5 s");
  const ana = as(people.ana);
  /** What the server keeps, but for the draft that the realm was born with. */
  const kept = async () => {
    const { body } = await ana.get("/drafts");
    return (body["drafts"] as Record<string, unknown>[])
      .map(({ type, to, topic, content }) => ({ type, to, topic, content }))
      .filter(({ content }) => content !== "half a");
  };
  return { clock, realm, here, there, ana, kept };
}

/** The text of a composer. */
export const reads = ({ store }: Client, address: Address) =>
  textOf(store.getState(), conversationKey(address));
/** The texts that a client keeps beside that draft. */
export const beside = ({ store }: Client, address: Address) =>
  [...store.getState().journal.drafts]
    .filter(
      ([key, draft]) =>
        isConflictKey(key) && composerKeyOf(key, draft) === conversationKey(address),
    )
    .map(([, { text }]) => text);
