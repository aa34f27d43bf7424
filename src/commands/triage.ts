/** Clearing what is unread: done, next, star, and taking it back. */
import { sorted } from "#base/sorted.ts";
import type { Wish } from "#journal/intent.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";
import { isConversation } from "#model/narrow.ts";
import { nextUnread } from "#model/select/inbox.ts";
import { conversationTitle, unreadIdsOf } from "#model/select/reading.ts";
import { changeScreen, dropStep, redoStep, undoStep, wish } from "#store/store.ts";
import type { Command, CommandContext } from "./command.ts";
import { openConversation, refreshInbox } from "./inbox.ts";
import { lackOf, undoLack } from "./lacks.ts";
import { goTo, openNarrow, selectUndecided } from "./places.ts";
import { say } from "./screen.ts";

const everywhere = ["sidebar", "list", "reader"] as const;

/** The conversation that triage acts on: the row of the list, or the one that is open. */
function targetOf({ store }: CommandContext): ConversationKey | undefined {
  const { screen } = store.getState();
  if (screen.place.kind === "inbox") return screen.inbox.selected;
  return isConversation(screen.place.narrow) ? conversationKey(screen.place.narrow) : undefined;
}

/** Where to go on from `key`: the next row of the list, or the next unread conversation. Asked before `key` is done. */
function following({ store }: CommandContext, key: ConversationKey | undefined): () => void {
  const { screen, view } = store.getState();
  if (screen.place.kind === "inbox") {
    const { order, selected } = screen.inbox;
    const at = key === undefined ? -1 : order.indexOf(key);
    const rest = [...order.slice(at + 1), ...order.slice(0, Math.max(0, at))];
    const next = rest.find((other) => unreadIdsOf(view, other).length > 0) ?? selected;
    return () =>
      changeScreen(store, (now) => ({ ...now, inbox: { ...now.inbox, selected: next } }));
  }
  const next = nextUnread(view, key);
  return () => (next === undefined ? goTo(store, { kind: "inbox" }) : openNarrow(store, next));
}

/** Marks exactly the messages known now as read, so that undo is exact. */
export function markDone(context: CommandContext, key: ConversationKey): boolean {
  const { view } = context.store.getState();
  const ids = unreadIdsOf(view, key);
  if (ids.length === 0) return false;
  markRead(context, { kind: "read", op: "add", ids }, conversationTitle(view, key));
  return true;
}

/** Everything that the list shows. Where more is unread than the server told, that is meant too: nobody can look at it. */
function markAllDone(context: CommandContext): void {
  const { store } = context;
  const { view, screen } = store.getState();
  const keys = screen.inbox.order.filter((key) => unreadIdsOf(view, key).length > 0);
  if (keys.length === 0) {
    say(store, "Everything is read.");
    return;
  }
  const ids = sorted(keys.flatMap((key) => unreadIdsOf(view, key)));
  const done = { kind: "read", op: "add", ids } as const;
  const all: Wish = view.unreads.older ? { ...done, everything: true } : done;
  const title = keys.length === 1 ? "1 conversation" : `${keys.length} conversations`;
  markRead(context, all, title);
}

function markRead(
  context: CommandContext,
  done: Extract<Wish, { kind: "read" }>,
  title: string,
): void {
  const { store } = context;
  const { ids } = done;
  const sentence = `Done ${title} (${ids.length})`;
  const lack = lackOf(store.getState().view, "markUnread");
  wish(store, context, [done], { sentence, inverse: [{ kind: "read", op: "remove", ids }] });
  if (lack === undefined) say(store, sentence, "done", true);
  else say(store, `${sentence}, for good: the server is too old for undo`);
}

/** What cannot be taken back leaves the log, so that the next press reaches what was done before it. */
function takeBack(context: CommandContext): void {
  const { store } = context;
  const state = store.getState();
  const lack = undoLack(state, state.journal.undo.at(-1));
  if (lack !== undefined) {
    dropStep(store);
    say(store, lack.sentence, "error");
    return;
  }
  const step = undoStep(store, context);
  say(store, step === undefined ? "Nothing to take back." : `Taken back: ${step.sentence}`);
}

function next(
  context: CommandContext,
  options: { needsYou?: boolean; direct?: boolean },
  none: string,
): void {
  const { store } = context;
  const { screen, view } = store.getState();
  // In the list nothing is being read, so the next one is the first.
  const after = screen.place.kind === "inbox" ? undefined : targetOf(context);
  const found = nextUnread(view, after, options);
  if (found !== undefined) openNarrow(store, found);
  else if (options.needsYou !== true || !selectUndecided(store)) say(store, none);
}

export const triage: readonly Command[] = [
  {
    id: "triage.done",
    title: "Done: mark as read what is known now, and go on",
    hint: "done",
    keys: ["e"],
    where: ["list", "reader"],
    run: (context) => {
      const key = targetOf(context);
      const goOn = following(context, key);
      if (key !== undefined) markDone(context, key);
      goOn();
    },
  },
  {
    id: "triage.done-all",
    title: "Done with all that is listed",
    keys: ["^A e"],
    where: ["list"],
    run: markAllDone,
  },
  {
    id: "triage.undo",
    title: "Take back the last step",
    hint: "undo",
    keys: ["u"],
    where: everywhere,
    needs: "markUnread",
    run: takeBack,
  },
  {
    id: "triage.redo",
    title: "Do again what was taken back",
    keys: ["^R"],
    where: everywhere,
    run: (context) => {
      const step = redoStep(context.store, context);
      say(
        context.store,
        step === undefined ? "Nothing to do again." : step.sentence,
        "done",
        step !== undefined,
      );
    },
  },
  {
    id: "triage.next",
    title: "Next unread conversation",
    hint: "next",
    keys: ["n"],
    where: everywhere,
    run: (context) => next(context, {}, "Everything is read."),
  },
  {
    id: "triage.next-needs-you",
    title: "Next conversation that needs you",
    keys: ["N"],
    where: everywhere,
    run: (context) => next(context, { needsYou: true }, "Nothing needs you."),
  },
  {
    id: "triage.next-direct",
    title: "Next unread direct message",
    keys: ["p"],
    where: everywhere,
    run: (context) => next(context, { direct: true }, "No unread direct messages."),
  },
  {
    id: "inbox.refresh",
    title: "Bring in arrivals",
    keys: ["g r"],
    where: ["list"],
    run: ({ store }) => refreshInbox(store),
  },
  {
    id: "list.open",
    title: "Open the conversation",
    hint: "open",
    keys: ["Enter", "l", "Right"],
    where: ["list"],
    run: (context) => {
      const key = targetOf(context);
      if (key !== undefined) openConversation(context.store, key);
    },
  },
];
