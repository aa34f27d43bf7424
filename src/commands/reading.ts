/** What a person does with the message under the cursor. */

import { get } from "#base/table.ts";
import type { Emoji, Intent } from "#journal/intent.ts";
import type { Message } from "#model/message.ts";
import { conversationOfKey } from "#model/select/reading.ts";
import { widgetOf } from "#model/widget.ts";
import { isUndecided } from "#store/sends.ts";
import { changeScreen, wish } from "#store/store.ts";
import { type WidgetChoice, widgetChoices } from "./choices.ts";
import type { Command, CommandContext } from "./command.ts";
import { goBack, goTo } from "./places.ts";
import { openDialog, openReader, say } from "./screen.ts";
import { said } from "./sentences.ts";

const thumbsUp: Emoji = { name: "+1", code: "1f44d", type: "unicode_emoji" };

/** The selected message; undefined when there is none, or when it is not one yet. */
export function selectedMessage({ store }: CommandContext): Message | undefined {
  const { screen, view } = store.getState();
  const selected = openReader(screen)?.selected;
  return typeof selected === "number" ? get(view.messages, selected) : undefined;
}

function selectedSend({ store }: CommandContext): Intent | undefined {
  const { screen, journal } = store.getState();
  const selected = openReader(screen)?.selected;
  return typeof selected === "string" ? journal.intents.get(selected) : undefined;
}

/** Adds the reaction, or takes the own one back. */
export function toggleReaction(context: CommandContext, message: Message, emoji: Emoji): void {
  const { view } = context.store.getState();
  const same = message.reactions.find(
    ({ type, code }) => type === emoji.type && code === emoji.code,
  );
  const op = same?.userIds.includes(view.ownId) ? "remove" : "add";
  // The name that others chose is kept: servers take it with the code.
  const chosen = same === undefined ? emoji : { ...emoji, name: same.name };
  const inverse = op === "add" ? "remove" : "add";
  wish(context.store, context, [{ kind: "react", op, messageId: message.id, emoji: chosen }], {
    sentence: `${op === "add" ? "Reacted with" : "Took back"} :${chosen.name}:`,
    inverse: [{ kind: "react", op: inverse, messageId: message.id, emoji: chosen }],
  });
}

/** Votes or ticks off, or takes that back. */
export function toggleTick(
  context: CommandContext,
  message: Message,
  { key, isOn, votes }: WidgetChoice,
): void {
  const of = votes === undefined ? "tasks" : "poll";
  const tick = { kind: "tick", messageId: message.id, of, key } as const;
  const words = of === "poll" ? ["Voted", "Vote taken back"] : ["Ticked off", "Tick taken off"];
  wish(context.store, context, [{ ...tick, op: isOn ? "remove" : "add" }], {
    sentence: words[isOn ? 1 : 0] ?? "",
    inverse: [{ ...tick, op: isOn ? "add" : "remove" }],
  });
}

/** Decides about what was not sent, answers a poll or a to-do list, replies to anything else. */
function enter(context: CommandContext): void {
  const send = selectedSend(context);
  const message = selectedMessage(context);
  if (send !== undefined && isUndecided(send.phase))
    openDialog(context.store, { kind: "unsent", intent: send.id, chosen: 0 });
  else if (message === undefined || widgetOf(message) === undefined) reply(context);
  else if (widgetChoices(context.store.getState().view, message.id).length === 0)
    say(context.store, said(context.keys, noChoices));
  else openDialog(context.store, { kind: "widget", messageId: message.id, chosen: 0 });
}

function toggleStar(context: CommandContext, message: Message): void {
  const op = message.starred ? "remove" : "add";
  const sentence = message.starred ? "Star taken off" : "Starred";
  wish(context.store, context, [{ kind: "star", op, ids: [message.id] }], {
    sentence,
    inverse: [{ kind: "star", op: message.starred ? "add" : "remove", ids: [message.id] }],
  });
  say(context.store, sentence, "done", true);
}

/** The composer, for the conversation of what is selected or open. */
function reply(context: CommandContext): void {
  const { store } = context;
  const { view } = store.getState();
  const message = selectedMessage(context);
  const conversation =
    message === undefined ? undefined : conversationOfKey(view, message.conversation);
  changeScreen(store, (screen) => ({
    ...screen,
    focus: "composer",
    sidebarShown: false,
    address: conversation ?? screen.address,
  }));
}

const noMessage = "Select a message first|: {move.down} and {move.up} move|.";
const noChoices = "There is nothing to choose yet|: {message.reply} replies|.";
const noReaction = "Nobody has reacted yet|: {message.thumbs-up} gives a thumbs up|.";

const withMessage =
  (act: (context: CommandContext, message: Message) => void) => (context: CommandContext) => {
    const message = selectedMessage(context);
    if (message === undefined) say(context.store, said(context.keys, noMessage));
    else act(context, message);
  };

export const reading: readonly Command[] = [
  {
    id: "message.reply",
    title: "Reply",
    hint: "reply",
    keys: ["r"],
    where: ["reader"],
    run: reply,
  },
  {
    id: "message.enter",
    title: "Reply; answer a poll; decide about a message that was not sent",
    keys: ["Enter", "l", "Right"],
    where: ["reader"],
    run: enter,
  },
  {
    id: "message.star",
    title: "Star or take the star off",
    hint: "star",
    keys: ["s"],
    where: ["reader"],
    run: withMessage(toggleStar),
  },
  {
    id: "message.thumbs-up",
    title: "Thumbs up, or take it back",
    keys: ["+"],
    where: ["reader"],
    run: withMessage((context, message) => toggleReaction(context, message, thumbsUp)),
  },
  {
    id: "message.emoji",
    title: "React with an emoji",
    keys: [":"],
    where: ["reader"],
    run: withMessage(({ store }, message) =>
      openDialog(store, { kind: "emoji", messageId: message.id, text: "", chosen: 0 }),
    ),
  },
  {
    id: "message.join-reaction",
    title: "Join the first reaction",
    keys: ["="],
    where: ["reader"],
    run: withMessage((context, message) => {
      const [first] = message.reactions;
      if (first === undefined) say(context.store, said(context.keys, noReaction));
      else toggleReaction(context, message, first);
    }),
  },
  {
    id: "reader.page",
    title: "A page down; at the end, done and next",
    keys: ["Space"],
    where: ["reader"],
    run: ({ viewport }) => viewport.scroll(Math.max(1, viewport.height() - 1)),
  },
  {
    id: "place.out",
    title: "Out: to the place before, or to the sidebar",
    keys: ["h", "Esc", "Left"],
    where: ["reader"],
    run: ({ store }) => {
      changeScreen(store, (screen) => ({ ...screen, toast: undefined }));
      if (!goBack(store)) goTo(store, { kind: "inbox" });
    },
  },
  {
    id: "list.out",
    title: "To the sidebar",
    keys: ["h", "Esc", "Left"],
    where: ["list"],
    run: ({ store }) =>
      changeScreen(store, (screen) => ({
        ...screen,
        focus: "sidebar",
        sidebarShown: true,
        toast: undefined,
      })),
  },
];
