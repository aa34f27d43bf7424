/** What opens without a key, while the next key is meant for something else: it does not open, and that is said. */
import { expect, test } from "vitest";
import { accountOpening, showOpened } from "#app/opening.ts";
import { askForKey } from "#app/sign-in-again.ts";
import { drop } from "#base/table.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { contextOf, openComposer, openDialog, openMenu } from "#commands/screen.ts";
import { inputOf } from "#editor/input.ts";
import { askFor } from "#store/asks.ts";
import type { Dialog } from "#store/dialog.ts";
import type { Store } from "#store/state.ts";
import { changeReplica, changeSession } from "#store/store.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import { acme, storeOf } from "../support/acme.ts";
import { keyPresser, ownKeys } from "../support/key-presser.ts";
import { openAccount, programOf } from "../support/live-accounts.ts";
import { noDesktop, noViewport } from "../support/no-ports.ts";
import { people } from "../support/small-blueprint.ts";
import { deploy, startSmall, withBo } from "../support/small-client.ts";

type World = Awaited<ReturnType<typeof startSmall>>;

const messageId = 108 as MessageId;
const file = { realmId: "2", path: "ab/cat.pdf", name: "cat.pdf" };
const taken = { kind: "exists", sentence: "It exists already." } as const;

/** What opens it: `asks` before the user goes on, `answers` after that. */
type Opener = {
  readonly opens: Dialog["kind"];
  readonly asks: (world: World) => void;
  readonly answers?: (world: World) => void;
  /** What is said instead. */
  readonly says: RegExp;
};

const openers: Readonly<Record<string, Opener>> = {
  "the server rejects the key": {
    opens: "sign-in",
    asks: ({ store, client, clock }) =>
      askForKey(store, client.session, { clock, keys: ownKeys, isIdle: () => true }),
    answers: ({ control, client }) => {
      const ana = control.server.state.people.byId.get(people.ana) as { isActive: boolean };
      ana.isActive = false;
      client.session.poke();
    },
    says: /^Nothing is sent until you sign in: \^K "sign in again"\.$/,
  },
  "an address was looked up": {
    opens: "card",
    asks: ({ store }) => {
      changeReplica(store, (replica, batch) => ({
        ...replica,
        people: drop(replica.people, people.bo as UserId, batch),
      }));
      askFor(store, { kind: "address", email: "bo@small.example" });
    },
    says: /^Found Bo Lindt/,
  },
  "the folder to save in was read": {
    opens: "save-file",
    asks: ({ store, press }) => {
      openMenu(store, { kind: "file", messageId, file, url: "https://acme.example/cat.pdf" });
      press("s");
    },
    says: /^cat\.pdf was not saved/,
  },
  "a file of that name exists": {
    opens: "save-file",
    asks: ({ store, clock }) => {
      openDialog(store, { kind: "save-file", file, input: inputOf("~/cat.pdf"), chosen: 0 });
      keyPresser(store, noViewport, { ...noDesktop, save: async () => taken }, clock)("Enter");
    },
    says: /^cat\.pdf was not saved/,
  },
};

/** What the user does meanwhile. */
const others: Readonly<Record<string, (world: World) => void>> = {
  "a message": ({ store, type }) => {
    openComposer(store, deploy);
    type("half a thought");
  },
  "the search in a conversation": ({ store, press }) => {
    openNarrow(store, withBo);
    press("/", "q");
  },
  "the filter of a list": ({ press }) => press("g", "i", "/", "q"),
  "the filter of the sidebar": ({ press }) => press("Shift+Tab", "/", "q"),
  "the rest of a sequence": ({ press }) => press("g"),
  "the palette": ({ press }) => press("^K", "q"),
  help: ({ press }) => press("?"),
  "a form": ({ press }) => press("g", ","),
  "a question": ({ store }) => openMenu(store, { kind: "renew-key" }),
};

const cells = Object.entries(openers).flatMap(([opener, how]) =>
  Object.entries(others).map(([other, goesOn]) => [opener, other, how, goesOn] as const),
);

test.each(cells)("%s, while keys go to %s", async (_, __, { asks, answers, says }, goesOn) => {
  const world = await startSmall();
  const { store, settles, toast } = world;
  asks(world);
  goesOn(world);
  const { screen } = store.getState();
  answers?.(world);
  await settles();
  const now = store.getState().screen;
  expect(contextOf(now)).toBe(contextOf(screen));
  expect(now.dialog).toBe(screen.dialog);
  expect(toast()).toMatch(says);
});

test.each(Object.entries(openers))("%s, while no key is awaited", async (_, { opens, ...how }) => {
  const world = await startSmall();
  how.asks(world);
  how.answers?.(world);
  await world.settles();
  expect(world.dialog()?.kind).toBe(opens);
});

/** A program whose account "other" opens when `answers` is called. */
async function withLateAccount() {
  const world = await startSmall();
  const { store, clock } = world;
  const names = ["own", "other"];
  changeSession(store, (session) => ({ ...session, account: openAccount("own", names) }));
  const { live } = programOf({ own: store }, clock);
  const opens = Promise.withResolvers<Store>();
  const opening = accountOpening({
    open: async () => ({ store: await opens.promise, close, storage: { close } }),
    opened: (name, account, isWanted) => {
      live.add({ name, store: account.store });
      if (isWanted) showOpened(live, name);
    },
    refused: (name) => {
      throw new RangeError(name);
    },
    onFault: (error) => {
      throw error;
    },
  });
  const answers = async () => {
    opens.resolve(storeOf(acme()));
    await opening.over();
  };
  opening.show("other");
  return { ...world, live, answers };
}

const close = async () => {};

test.each(Object.entries(others))(
  "an account opens late, while keys go to %s",
  async (_, goesOn) => {
    const world = await withLateAccount();
    goesOn(world);
    await world.answers();
    expect(world.live.shown().name).toBe("own");
    expect(world.toast()).toBe("“other” is open now.");
  },
);

test("an account opens late, while no key is awaited", async () => {
  const { live, answers } = await withLateAccount();
  await answers();
  expect(live.shown().name).toBe("other");
});
