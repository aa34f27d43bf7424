/** Several live accounts without a screen or servers, and a keyboard whose keys go to the one that is shown. */
import type { Accounts, CommandContext, Desktop, Viewport } from "#commands/command.ts";
import { refreshList, watchLists } from "#commands/lists/lists.ts";
import type { Replica } from "#model/replica.ts";
import type { OpenAccount } from "#store/account.ts";
import { listOf } from "#store/lists.ts";
import { liveAccounts } from "#store/live.ts";
import { newSession } from "#store/session.ts";
import type { Store } from "#store/state.ts";
import { createRouter, type Route } from "#ui/input/router.ts";
import { storeOf } from "./acme.ts";
import { type FakeClock, fakeClock } from "./clock.ts";
import { portsFor } from "./key-presser.ts";

/** By name, in the order of the configuration file; the first one is shown. */
export function accountsOf(replicas: Readonly<Record<string, Replica>>) {
  const names = Object.keys(replicas);
  const stores = Object.entries(replicas).map(([name, replica]) => {
    const session = { ...newSession, account: openAccount(name, names) };
    return [name, storeOf(replica, {}, { session })] as const;
  });
  return programOf(Object.fromEntries(stores), fakeClock());
}

/** The account as one of several. */
export function openAccount(name: string, names: readonly string[]): OpenAccount {
  return { name, all: names.map((one) => ({ name: one, title: one })), keyPlace: "memory" };
}

/**
 * A program with these stores as its accounts. IDs of what a user does in one begin with its name. The ports
 * are by default those without a screen and a desktop.
 */
export function programOf(
  stores: Readonly<Record<string, Store>>,
  clock: FakeClock,
  { viewport, desktop }: { readonly viewport?: Viewport; readonly desktop?: Desktop } = {},
) {
  const names = Object.keys(stores);
  const storeNamed = (name: string) => {
    const store = stores[name];
    if (store === undefined) throw new RangeError(`No account ${name}.`);
    return store;
  };
  const first = names[0]!;
  const live = liveAccounts({ name: first, store: storeNamed(first) }, () => {});
  const opened: string[] = [];
  const contexts = new Map<string, CommandContext>();
  const routes = new Map<string, Route>();
  const accounts: Accounts = { live: () => live, contextOf: (name) => contexts.get(name) };
  for (const [name, store] of Object.entries(stores)) {
    watchLists(store);
    refreshList(store);
    // As in the program, where parts have a store of their own over that of the account.
    const ports = portsFor({ ...store }, viewport, clock, desktop);
    const context = {
      ...ports.context,
      accounts,
      newId: () => `${name}-${crypto.randomUUID()}`,
      openAccount: (wanted: string) => {
        opened.push(wanted);
        live.show(wanted);
      },
    };
    contexts.set(name, context);
    routes.set(name, createRouter({ ...ports, context }));
    if (name !== first) live.add({ name, store });
  }
  const shown = () => live.shown();
  const stroke = (name: string) => {
    const text = name.length === 1 ? name : undefined;
    routes.get(shown().name)?.([{ kind: "key", stroke: name, text }], 0);
  };
  return {
    live,
    accounts,
    /** The accounts that were to be opened, by name. */
    opened,
    clock,
    store: storeNamed,
    shown,
    state: () => shown().store.getState(),
    /** The open inbox of the shown account. */
    inbox: () => listOf(shown().store.getState().screen, { kind: "inbox" }),
    /** Presses a key in no time. */
    stroke,
    /** Each key a second after the one before. */
    press: async (...strokes: readonly string[]) => {
      for (const each of strokes) {
        await Promise.resolve();
        stroke(each);
        await clock.pass(1_000);
      }
      await Promise.resolve();
    },
  };
}
