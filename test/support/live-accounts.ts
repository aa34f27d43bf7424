/** Several live accounts without a screen or servers, and a keyboard whose keys go to the one that is shown. */
import type { Accounts, CommandContext } from "#commands/command.ts";
import { refreshList, watchLists } from "#commands/lists/lists.ts";
import type { Replica } from "#model/replica.ts";
import { listOf } from "#store/lists.ts";
import { liveAccounts } from "#store/live.ts";
import { newSession } from "#store/session.ts";
import type { Store } from "#store/state.ts";
import { createRouter, type Route } from "#ui/input/router.ts";
import { storeOf } from "./acme.ts";
import { fakeClock } from "./clock.ts";
import { portsFor } from "./key-presser.ts";

/** By name, in the order of the configuration file; the first one is shown. */
export function accountsOf(replicas: Readonly<Record<string, Replica>>) {
  const names = Object.keys(replicas);
  const clock = fakeClock();
  const stores = new Map<string, Store>();
  for (const [name, replica] of Object.entries(replicas)) {
    const all = names.map((one) => ({ name: one, title: one }));
    const session = { ...newSession, account: { name, all, keyPlace: "memory" } };
    const store = storeOf(replica, {}, { session });
    watchLists(store);
    refreshList(store);
    stores.set(name, store);
  }
  const storeNamed = (name: string) => stores.get(name)!;
  const first = names[0]!;
  const live = liveAccounts({ name: first, store: storeNamed(first) }, names, () => {});
  const opened: string[] = [];
  const contexts = new Map<string, Omit<CommandContext, "count">>();
  const routes = new Map<string, Route>();
  const accounts: Accounts = { live: () => live, contextOf: (name) => contexts.get(name) };
  for (const name of names) {
    const ports = portsFor(storeNamed(name), undefined, clock);
    const openAccount = (wanted: string) => void opened.push(wanted);
    const context = {
      ...ports.context,
      openAccount,
      accounts,
      newId: () => `${name}-${crypto.randomUUID()}`,
    };
    contexts.set(name, context);
    routes.set(name, createRouter({ ...ports, context }));
    if (name !== first) live.add({ name, store: storeNamed(name) });
  }
  const shown = () => live.shown();
  return {
    live,
    /** The accounts that were to be opened, by name. */
    opened,
    clock,
    store: storeNamed,
    shown,
    state: () => shown().store.getState(),
    /** The open inbox of the shown account. */
    inbox: () => listOf(shown().store.getState().screen, { kind: "inbox" }),
    /** Each key a second after the one before. */
    press: async (...strokes: readonly string[]) => {
      for (const stroke of strokes) {
        await Promise.resolve();
        const text = stroke.length === 1 ? stroke : undefined;
        routes.get(shown().name)?.([{ kind: "key", stroke, text }], 0);
        await clock.pass(1_000);
      }
      await Promise.resolve();
    },
  };
}
