/** Cached rows must equal freshly drawn ones after any change. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { refreshList } from "#commands/lists/lists.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { firstUnreadOf } from "#model/select/conversations.ts";
import { moved } from "#store/list.ts";
import { changeList, listOf } from "#store/lists.ts";
import type { State, Store } from "#store/state.ts";
import { addIntents, changeReplica, undoStep } from "#store/store.ts";
import type { Event } from "#wire/events.ts";
import { acme, ana, bo, general, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { after, edit, event } from "../../support/make.ts";
import { panesOf } from "../../support/screen.tsx";

type RecordedStep = (store: Store, at: number) => void;

const applyEvent = (store: Store, what: Event) =>
  changeReplica(store, (replica) => after(replica, what));

const clock = fakeClock();
const origin = (at: number) => ({ clock, newId: () => `intent ${at}` });

function firstUnread({ view, screen }: State) {
  const { cursor } = listOf(screen, { kind: "inbox" });
  return firstUnreadOf(view, (cursor?.key ?? "") as ConversationKey);
}

const steps: Readonly<Record<string, RecordedStep>> = {
  down: (store) => changeList(store, (list) => moved(list, 1)),
  up: (store) => changeList(store, (list) => moved(list, -1)),
  read: (store, at) => {
    const first = firstUnread(store.getState());
    if (first === undefined) return;
    const read = (op: "add" | "remove") => ({ kind: "read", op, ids: sorted([first]) }) as const;
    const step = { sentence: "", inverse: [read("remove")], location: undefined };
    addIntents(store, origin(at), [read("add")], step);
  },
  undo: (store, at) => void undoStep(store, origin(at)),
  edit: (store, at) => {
    const first = firstUnread(store.getState());
    if (first !== undefined) applyEvent(store, edit(first, { content: `edited ${at}` }));
  },
  "rename a person": (store, at) => {
    const person = { user_id: ana, full_name: `Ana ${at}` };
    applyEvent(store, event("realm_user", { op: "update", person }));
  },
  "rename a stream": (store, at) => {
    const change = { stream_id: general, name: "general", property: "name", value: `g${at}` };
    applyEvent(store, event("stream", { op: "update", ...change }));
  },
  status: (store, at) => {
    const emoji = { emoji_name: at % 2 === 0 ? "tada" : "", emoji_code: "1f389" };
    applyEvent(
      store,
      event("user_status", { user_id: bo, ...emoji, reaction_type: "unicode_emoji" }),
    );
  },
};

test("cached rows of the inbox and the sidebar equal freshly drawn ones after any steps", () => {
  const property = fc.property(
    fc.array(fc.constantFrom(...Object.keys(steps)), { maxLength: 25 }),
    (all) => {
      const store = storeOf(acme(), {
        terminal: { columns: 120, rows: 40, focused: true },
        place: { kind: "inbox" },
      });
      refreshList(store);
      const panes = panesOf();
      for (const [at, what] of all.entries()) {
        steps[what]?.(store, at);
        const state = store.getState();
        const fresh = panesOf();
        expect(panes.pane(state)).toEqual(fresh.pane(state));
        expect(panes.sidebar(state)).toEqual(fresh.sidebar(state));
      }
    },
  );
  fc.assert(property, { numRuns: 30 });
});
