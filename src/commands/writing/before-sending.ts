/** Checks while writing and before sending: problems that prevent it, texts that need confirmation, too long ones. */
import type { CommandContext, Keys } from "#commands/command.ts";
import type { MenuRow } from "#commands/menus/menu.ts";
import { openMenu, showToast } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import { uploadProblem, uploadText } from "#commands/writing/uploading.ts";
import { newSend } from "#journal/actions/send.ts";
import type { Address } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import {
  charactersLeft,
  messageProblem,
  type Problem,
  splitMessage,
  topicProblem,
} from "#model/limits.ts";
import { postProblem, wildcardMentionCount, wildcardMentionProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { titleOf } from "#model/select/conversations.ts";
import {
  composerEditor,
  composerKey,
  dispatched,
  isEditGone,
  newAddress,
} from "#store/composer.ts";
import type { Confirmed } from "#store/dialog.ts";
import type { State } from "#store/state.ts";
import { addIntents, changeScreen } from "#store/store.ts";
import type { ScheduledId } from "#wire/ids.ts";

/** Why the text cannot be sent. `crowd` is the number of people whom its wildcard mention notifies. */
export function sendProblem(
  view: Replica,
  address: Address,
  text: string,
  crowd: number | undefined,
): Problem {
  const tooLong = messageProblem(view.realm, text);
  const topic = address.kind === "topic" ? topicProblem(view.realm, address.topic) : undefined;
  if (/^\/poll\s*$/.test(text)) return "A poll needs a question, then options, one per line.";
  const crowded = crowd === undefined ? undefined : wildcardMentionProblem(view, crowd);
  return tooLong ?? topic ?? postProblem(view, address) ?? crowded;
}

/** False if the text cannot be sent, or the user must press the key again; they have been told why. */
export function mayBeSent(context: CommandContext, address: Address, text: string): boolean {
  const { store, keys } = context;
  const { view } = store.getState();
  const sentence =
    charactersLeft(text, view.realm.maxMessageLength) < 0
      ? messageProblem(view.realm, text)
      : undefined;
  if (sentence !== undefined && postProblem(view, address) === undefined && !text.includes("\0")) {
    openMenu(store, { kind: "too-long", composer: composerKey(store.getState().screen) });
    return false;
  }
  const crowd = wildcardMentionCount(view, address, text);
  const unwelcome = postProblem(view, address);
  const problem =
    (unwelcome && withWayOut(keys, unwelcome)) ??
    sendProblem(view, address, text, crowd) ??
    uploadProblem(store.getState(), keys, text);
  if (problem !== undefined) {
    showToast(store, problem, "error");
    return false;
  }
  return isCrowdConfirmed(context, crowd, { address, text });
}

/** Enter sends, unless the configuration or the server's setting says that it breaks the line; then Alt+Enter sends. */
export function enterSends({ screen, view }: Pick<State, "screen" | "view">): boolean {
  return screen.preferences.enterSends ?? view.settings.enter_sends !== false;
}

/** What the key that sends does with the open text; `keep` makes a draft of an edit that nothing can be saved to. */
type SendEffect = "send" | "save" | "keep" | "nothing";

export function sendEffect(state: Pick<State, "screen" | "view">): SendEffect {
  const { composing } = state.screen;
  if (composing.kind !== "new") return isEditGone(state) ? "keep" : "save";
  return recipientProblem(state) === undefined ? "send" : "nothing";
}

/** Why nothing can be sent to the recipient of a new message. */
export function recipientProblem({ view, screen }: Pick<State, "screen" | "view">): Problem {
  const address = newAddress(screen);
  return address && postProblem(view, address);
}

/** The problem, and the key that changes the recipient. */
export function withWayOut(keys: Keys, problem: string): string {
  return `${problem} ${withKeys(keys, "{composer.recipient} changes the recipient.")}`.trim();
}

/** The command whose key sends, and saves an edit. */
function sendKey(state: Pick<State, "screen" | "view">): string {
  return enterSends(state) ? "composer.send" : "composer.break";
}

type Message = { readonly address: Address; readonly text: string };

/** True if the message notifies nobody but its readers, or the user has confirmed it; otherwise it is asked first. */
export function isCrowdConfirmed(
  context: CommandContext,
  people: number | undefined,
  { address, text }: Message,
  next: Confirmed = commandOf(context),
): boolean {
  if (people === undefined) return true;
  const { confirmed } = context;
  const isConfirmed =
    confirmed?.kind === "crowd" &&
    confirmed.text === text &&
    conversationKey(confirmed.address) === conversationKey(address) &&
    confirmed.people >= people;
  if (!isConfirmed) openMenu(context.store, { kind: "crowd", people, address, text, next });
  return isConfirmed;
}

/** The running command, to be run again once it is confirmed. */
function commandOf({ command, store }: CommandContext): Confirmed {
  return { kind: "command", id: command ?? sendKey(store.getState()) };
}

/** True if the user has confirmed that the edit in the composer replaces this text; otherwise it is asked first. */
export function isOverwriteConfirmed(
  context: CommandContext,
  theirs: string,
  next: Confirmed = commandOf(context),
): boolean {
  const { store, confirmed } = context;
  const composer = composerKey(store.getState().screen);
  const isConfirmed =
    confirmed?.kind === "overwrite" &&
    confirmed.composer === composer &&
    confirmed.theirs === theirs;
  if (!isConfirmed) openMenu(store, { kind: "overwrite", composer, theirs, next });
  return isConfirmed;
}

/** True if an edit of `before` mentions no crowd that it did not mention, or the user has confirmed it. */
export function isEditCrowdConfirmed(
  context: CommandContext,
  address: Address,
  before: string,
  after: string,
): boolean {
  const state = context.store.getState();
  if (wildcardMentionCount(state.view, address, before) !== undefined) return true;
  const crowd = wildcardMentionCount(state.view, address, after);
  return isCrowdConfirmed(context, crowd, { address, text: after });
}

/** False if a scheduled message cannot go to `to`, or notifies more people there and the user is asked first. */
export function mayBeReaddressed(
  context: CommandContext,
  id: ScheduledId,
  { address: from, text }: Message,
  to: Address,
): boolean {
  const { view } = context.store.getState();
  const crowd = wildcardMentionCount(view, to, text);
  const problem = sendProblem(view, to, text, crowd);
  if (problem !== undefined) {
    showToast(context.store, problem, "error");
    return false;
  }
  const isLarger = (crowd ?? 0) > (wildcardMentionCount(view, from, text) ?? 0);
  const next = { kind: "readdress", id, to } as const;
  return !isLarger || isCrowdConfirmed(context, crowd, { address: to, text }, next);
}

// Sending a text above the message limit: in parts, or as a file.

/** What to do with a text above the message limit. */
export const tooLongMenu: MenuRow<"too-long"> = ({ state, keys }, { composer }) => {
  const { screen, view } = state;
  const { text } = composerEditor(screen);
  const address = newAddress(screen);
  if (composerKey(screen) !== composer || address === undefined)
    return "The recipient has changed meanwhile.";
  const sentence = messageProblem(view.realm, text);
  if (sentence === undefined) return "The text was changed meanwhile.";
  const parts = splitMessage(text, view.realm.maxMessageLength);
  const crowd = wildcardMentionCount(view, address, text);
  return {
    title: `Too long for one message to ${titleOf(view, address)}`,
    lines: [
      { label: "to", text: address },
      { text: sentence, tone: "warning" },
      ...(crowd === undefined ? [] : [{ text: `It notifies ${crowd} people.` }]),
    ],
    items: [
      { key: "k", title: "Keep editing" },
      {
        key: "s",
        title: "Send it as several messages",
        ...(crowd !== undefined && { danger: true }),
        locked:
          sendProblem(view, address, parts[0] ?? "", crowd) ?? uploadProblem(state, keys, text),
        run: (context) => sendParts(context, address, parts),
      },
      {
        key: "f",
        title: "Upload it as a file, and link to it",
        run: (context) => uploadText(context, composer, text),
      },
    ],
  };
};

function sendParts(context: CommandContext, address: Address, parts: readonly string[]): void {
  const { store } = context;
  const { view } = store.getState();
  addIntents(
    store,
    context,
    parts.map((content) => newSend(view, address, content)),
  );
  changeScreen(store, (screen) => dispatched(screen, composerKey(screen)));
  showToast(store, `Sent as ${parts.length} messages.`);
}
