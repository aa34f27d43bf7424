/** Two clients of one user at one realm: what each does with the drafts of the other. */
import type { Address } from "#journal/intent.ts";
import { composerKeyOf, isConflictKey } from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import { textOf } from "#store/composer.ts";
import { type Client, startClient } from "./client.ts";
import { fakeClock } from "./clock.ts";
import { type StartOptions, startRealm } from "./realm.ts";
import { people } from "./small-blueprint.ts";
import { sits } from "./small-client.ts";

/**
 * Two connected clients, and the drafts that the server has. The user sits at the terminal of the client where a text was
 * typed last, or with `atBoth`, at both of them.
 */
export async function twoClients({
  atBoth = false,
  ...options
}: Omit<StartOptions, "clock"> & { readonly atBoth?: boolean } = {}) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock, ...options });
  const both = ["first", "second"].map((name) => startClient({ clock, realm, name }));
  const [first, second] = both.map((client): Client => {
    const comes = () => {
      for (const one of both) sits(one, atBoth || one === client);
    };
    return {
      ...client,
      types: (address, text) => {
        comes();
        client.types(address, text);
      },
      send: (address, text) => {
        comes();
        return client.send(address, text);
      },
    };
  }) as [Client, Client];
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
