/** Actions on the selected message; copying parts of it, and reading what is wider than the pane. */

import { joined, plain, safeText } from "#base/safe-text.ts";
import { type CommandContext, commandsIn } from "#commands/command.ts";
import { goOut, goTo, openAt } from "#commands/places/navigation.ts";
import {
  openComposer,
  openDialog,
  openMenu,
  openReader,
  perform,
  showToast,
} from "#commands/screen.ts";
import { stopWork } from "#commands/steps.ts";
import { inputOf } from "#editor/input.ts";
import type { Emoji, Intent } from "#journal/intent.ts";
import type { Message } from "#model/message.ts";
import { permalinkOf } from "#model/message-link.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { isConversation, narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { senderOf } from "#model/select/conversations.ts";
import { frequentEmoji } from "#model/select/emoji.ts";
import { widgetOf } from "#model/widget.ts";
import { isList } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import { isUndecided } from "#store/sends.ts";
import { act, changeScreen } from "#store/store.ts";
import {
  endMarks,
  markedMessages,
  messagesTitle,
  onMessage,
  onMessages,
  selectedMessage,
} from "./selected.ts";
import { aboutWidget } from "./widgets.ts";

const thumbsUp: Emoji = { name: "+1", code: "1f44d", type: "unicode_emoji" };

function selectedSend({ store }: CommandContext): Intent | undefined {
  const { screen, journal } = store.getState();
  const selected = openReader(screen)?.selected;
  return typeof selected === "string" ? journal.intents.get(selected) : undefined;
}

/** How many recent messages determine which emoji are frequent. */
const maxRecentMessages = 300;

/** Adds the reaction, or removes the user's own one. */
export function toggleReaction(context: CommandContext, message: Message, emoji: Emoji): void {
  const { view } = context.store.getState();
  const same = message.reactions.find(
    ({ type, code }) => type === emoji.type && code === emoji.code,
  );
  const op = same?.userIds.includes(view.ownId) ? "remove" : "add";
  // Reuses the emoji name of the existing reaction: servers accept any alias with the code.
  const chosen = same === undefined ? emoji : { ...emoji, name: same.name };
  act(context.store, context, [{ kind: "react", op, messageId: message.id, emoji: chosen }], {
    sentence: `${op === "add" ? "Reacted with" : "Removed"} :${chosen.name}:`,
  });
}

/** Whether the message contains anything that must be revealed. */
export function hasSpoilers({ content }: Message): boolean {
  return /^[ \t>]*(?:`{3,}|~{3,})\s*spoiler\b/im.test(content);
}

/** Whether it may contain formulas, which are drawn where that is possible. */
export function hasFormulas({ content }: Message): boolean {
  return content.includes("$$") || /^[ \t>]*(?:`{3,}|~{3,})\s*math\b/im.test(content);
}

function toggleSpoilers({ store }: CommandContext, message: Message): void {
  changeScreen(store, (screen) => {
    const openSpoilers = new Set(screen.reading.openSpoilers);
    if (!openSpoilers.delete(message.id)) openSpoilers.add(message.id);
    return { ...screen, reading: { ...screen.reading, openSpoilers } };
  });
}

/** What Enter does with a message, unless it begins a reply, as another key does. */
export function enterVerb({ place }: Screen, message: Message): string | undefined {
  if (!isList(place) && !isConversation(place.narrow)) return "open";
  const widget = widgetOf(message);
  if (widget === undefined) return undefined;
  return widget.kind === "poll" ? "vote" : "check";
}

/**
 * In a mixed list, opens the message's conversation at the message. In a conversation: resolves an unsent message,
 * answers a poll or a to-do list, replies to anything else.
 */
function enter(context: CommandContext): void {
  const send = selectedSend(context);
  const message = selectedMessage(context);
  const { screen } = context.store.getState();
  const verb = message && enterVerb(screen, message);
  if (message !== undefined && verb === "open") {
    openAt(context.store, conversationOfMessage(message), message.id);
    return;
  }
  if (send !== undefined && isUndecided(send.phase))
    openMenu(context.store, { kind: "unsent", intent: send.id });
  else if (message === undefined || verb === undefined) reply(context);
  else openMenu(context.store, aboutWidget(message));
}

/** If all of them have a star, they lose it. */
function toggleStars(context: CommandContext, messages: readonly Message[]): void {
  const bare = messages.filter(({ starred }) => !starred);
  const isOver = bare.length === 0;
  const changed = isOver ? messages : bare;
  const what = messages.length === 1 ? "" : ` ${messagesTitle(changed)}`;
  const ids = changed.map(({ id }) => id);
  const action = { kind: "star", op: isOver ? "remove" : "add", ids } as const;
  perform(context, [action], `${isOver ? "Unstarred" : "Starred"}${what}`);
  endMarks(context.store);
}

/** Opens the composer for the conversation of the selection or the open one. */
export function reply(context: CommandContext): void {
  const message = selectedMessage(context);
  openComposer(context.store, message && conversationOfMessage(message));
}

/** Marks are left first, as in a list. */
function leavePlace({ store }: CommandContext): void {
  if (markedMessages(store.getState()).length > 0) {
    endMarks(store);
    return;
  }
  changeScreen(store, (screen) => ({ ...screen, toast: undefined }));
  if (!goOut(store)) goTo(store, { kind: "inbox" });
}

/** For keys that apply to the selected row of a list of messages, too. */
const alsoInLists = { where: ["reader", "list"] } as const;

export const messageActions = commandsIn(["reader"], {
  "message.reply": {
    alsoCalled: "answer,respond",
    title: "Reply",
    hint: "reply",
    keys: ["r"],
    run: reply,
  },
  "message.enter": {
    alsoCalled: "poll,vote,to-do,todo",
    title: "Open the conversation; in it: reply, answer a poll, decide about an unsent message",
    keys: ["Enter", "l", "Right"],
    run: enter,
  },
  "message.star": {
    alsoCalled: "bookmark,save message,favourite,favorite,flag",
    title: "Star or unstar",
    hint: "star",
    keys: ["s"],
    onRows: "cursor",
    ...alsoInLists,
    ...onMessages(toggleStars),
  },
  "message.thumbs-up": {
    alsoCalled: "like,upvote,+1",
    title: "Add or remove a thumbs up",
    hint: "thumbs up",
    keys: ["+"],
    ...onMessage((context, message) => toggleReaction(context, message, thumbsUp)),
  },
  "message.emoji": {
    alsoCalled: "reaction,react,emoji,emoji reaction",
    title: "React with an emoji",
    hint: "react",
    keys: [":"],
    ...onMessage(({ store }, { id: messageId }) => {
      const { view, screen } = store.getState();
      const key = screen.place.kind === "narrow" ? narrowKey(screen.place.narrow) : undefined;
      const ids = key === undefined ? [] : (view.histories.get(key)?.ids ?? []);
      const frequent = frequentEmoji(view, ids.slice(-maxRecentMessages));
      openDialog(store, { kind: "emoji", messageId, frequent, input: inputOf(), chosen: 0 });
    }),
  },
  "message.join-reaction": {
    title: "Add or remove the first reaction",
    keys: ["="],
    ...onMessage(
      (context, message) => {
        const [first] = message.reactions;
        if (first !== undefined) toggleReaction(context, message, first);
      },
      ({ reactions }) => (reactions.length === 0 ? "it has none yet" : undefined),
    ),
  },
  "message.spoiler": {
    alsoCalled: "spoiler,reveal,formula,tex,latex",
    title: "Show or hide the spoilers of a message, and the source of its formulas",
    hint: "spoiler",
    keys: ["z"],
    ...onMessage(toggleSpoilers, (message) =>
      hasSpoilers(message) || hasFormulas(message) ? undefined : "no spoiler or formula in it",
    ),
  },
  "place.out": {
    title: "Out to the list",
    keys: ["h", "Left"],
    run: leavePlace,
  },
  "place.leave": {
    title: "Cancel a running task, or go out to the list",
    keys: ["Esc"],
    run: (context) => {
      if (!stopWork(context)) leavePlace(context);
    },
  },
});

// Copying parts of the selected message to the clipboard.

/** Copies the text, and reports what was copied and where to; and `because` of what, if it was not asked for. */
export async function copyText(
  { store, desktop }: CommandContext,
  text: string,
  what: string,
  because?: string,
): Promise<void> {
  const ways = await desktop.copy(text);
  const way = ways.join(", ");
  // What was done comes first: the end may be cut.
  const copied = because === undefined ? `Copied ${what} (${way})` : `Copied (${way}): ${because}`;
  if (ways.length > 0) showToast(store, copied);
  else if (because !== undefined) showToast(store, `Not copied: ${because}`, "error");
  else showToast(store, `${tooLong} (${what})`, "error");
}

const tooLong = "Too long for the terminal's clipboard, and no clipboard program was found.";

/** In order; where several people wrote them, below their names. */
function textsOf(view: Replica, messages: readonly Message[]): string {
  const isOne = messages.every(({ senderId }) => senderId === messages[0]?.senderId);
  const texts = messages.map((message, at) => {
    const { senderId, content } = message;
    const isNamed = !isOne && messages[at - 1]?.senderId !== senderId;
    return isNamed ? `${senderOf(view, message)}:\n${content}` : content;
  });
  return texts.join("\n\n");
}

function copyCode(context: CommandContext, message: Message): void {
  const [code] = context.viewport.codes(message);
  if (code === undefined) showToast(context.store, "There is no code block in this message.");
  else void copyText(context, code, "the code block");
}

export const copying = commandsIn(["reader"], {
  "copy.text": {
    alsoCalled: "copy message,copy text",
    title: "Copy the text of the message",
    keys: ["y y", "y m"],
    onRows: "cursor",
    ...alsoInLists,
    ...onMessages((context, messages) => {
      const { view } = context.store.getState();
      void copyText(context, textsOf(view, messages), messagesTitle(messages));
      endMarks(context.store);
    }),
  },
  "copy.permalink": {
    alsoCalled: "permalink,copy link,copy link to message,link",
    title: "Copy the link to the message",
    keys: ["y l", "y p"],
    onRows: "cursor",
    ...alsoInLists,
    ...onMessages((context, messages) => {
      const { view } = context.store.getState();
      const links = messages.map((message) => permalinkOf(view, message)).join("\n");
      const what = messages.length === 1 ? "link" : "links";
      void copyText(context, links, `the ${what} to ${messagesTitle(messages)}`);
      endMarks(context.store);
    }),
  },
  "copy.code": {
    title: "Copy the first code block of the message",
    keys: ["y c"],
    ...onMessage(copyCode),
  },
});

// Reading code and tables that are wider than the pane: scrolling them sideways, and opening them in a pager.

/** Columns per press. */
const step = 20;

function moveSideways(context: CommandContext, columns: number): void {
  const { store, viewport } = context;
  const message = selectedMessage(context);
  const most = message === undefined ? 0 : viewport.cutColumns(message);
  if (message === undefined || most === 0) {
    showToast(store, "Nothing to scroll: the message fits.");
    return;
  }
  changeScreen(store, (screen) => {
    const from = screen.reading.scrolledColumns.get(message.id) ?? 0;
    const to = Math.max(0, Math.min(most, from + columns));
    return to === from
      ? screen
      : {
          ...screen,
          reading: {
            ...screen.reading,
            scrolledColumns: new Map(screen.reading.scrolledColumns).set(message.id, to),
          },
        };
  });
}

/** The code of the message, or all of its text if there is none. */
async function pageMessage(context: CommandContext, message: Message): Promise<void> {
  const { store, viewport, desktop } = context;
  const codes = viewport.codes(message);
  const text = codes.length > 0 ? joined(codes, plain("\n\n")) : safeText(message.content);
  const problem = await desktop.page(joined([text, plain("\n")], plain("")));
  if (problem !== undefined) showToast(store, problem, "error");
}

export const wideText = commandsIn(["reader"], {
  "message.page": {
    alsoCalled: "raw message,view source",
    title: "Open the code or text of the message in your pager",
    keys: ["|"],
    ...onMessage((context, message) => void pageMessage(context, message)),
  },
  "message.right": {
    title: "Scroll wide code and tables of the message to the right",
    hint: "scroll right",
    keys: ["L"],
    screenOnly: true,
    run: (context) => moveSideways(context, step * context.count),
  },
  "message.left": {
    title: "Scroll wide code and tables of the message to the left",
    hint: "scroll left",
    keys: ["H"],
    screenOnly: true,
    run: (context) => moveSideways(context, -step * context.count),
  },
});
