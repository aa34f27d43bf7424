/** The questions before a text is sent or saved: may it notify that many people, and may it replace another text? */
import { get } from "#base/table.ts";
import type { CommandContext } from "#commands/command.ts";
import { type AboutOf, type MenuFacts, type MenuRow, ownKey } from "#commands/menus/menu.ts";
import { runCommand } from "#commands/repeat.ts";
import { readdressScheduled, saveScheduled } from "#commands/scheduled/editing.ts";
import { sentOrDeleted } from "#commands/writing/text.ts";
import { conversationKey } from "#model/conversation.ts";
import { postProblem, wildcardMentionCount } from "#model/permissions.ts";
import { titleOf } from "#model/select/conversations.ts";
import { composerEditor, composerKey, recipientOf } from "#store/composer.ts";
import type { About, Confirmed } from "#store/dialog.ts";
import type { State } from "#store/state.ts";

/** Goes on with what asked, which checks that it is still what was confirmed. */
function goOn(context: CommandContext, confirmed: About, next: Confirmed): void {
  const now = { ...context, confirmed };
  if (next.kind === "readdress") readdressScheduled(now, next.id, next.to);
  else if (next.kind === "reschedule") saveScheduled(now, next.at);
  else {
    const command = context.keys.commands.find(({ id }) => id === next.id);
    if (command !== undefined) runCommand(now, command);
  }
}

/** Enter selects in menus, so commands with that key get another one. */
function keyFor(facts: MenuFacts, next: Confirmed, otherwise: string): string {
  return next.kind === "command" ? ownKey(facts, next.id, otherwise) : otherwise;
}

type Message = Pick<AboutOf<"crowd">, "address" | "text">;

/** The message that is about to be sent or changed; undefined if it no longer exists. */
function messageFor(state: State, { address, next }: AboutOf<"crowd">): Message | undefined {
  const { screen, view } = state;
  if (next.kind === "readdress") {
    const message = view.scheduled.get(next.id);
    return message && { text: message.content, address };
  }
  const to = recipientOf(state);
  return to && { text: composerEditor(screen).text, address: to };
}

/** Whether a text may notify many people. */
export const crowdMenu: MenuRow<"crowd"> = (facts, about) => {
  const { state } = facts;
  const { address, text, next } = about;
  const message = messageFor(state, about);
  if (message === undefined) return sentOrDeleted;
  if (message.text !== text) return "The text was changed meanwhile.";
  if (conversationKey(message.address) !== conversationKey(address))
    return "The recipient has changed meanwhile.";
  const people = wildcardMentionCount(state.view, address, text);
  if (people === undefined)
    return postProblem(state.view, address) ?? "This no longer notifies many people.";
  const isReaddressed = next.kind === "readdress";
  return {
    title: `Notify ${people} people in ${titleOf(state.view, address)}?`,
    lines: [{ text, tone: "quote" }],
    items: [
      { key: "k", title: isReaddressed ? "Keep the recipient" : "Keep editing" },
      {
        key: keyFor(facts, next, "s"),
        title: verbFor(state, next),
        danger: true,
        run: (context) => goOn(context, { ...about, people }, next),
      },
    ],
  };
};

function verbFor({ screen }: State, next: Confirmed): string {
  if (next.kind === "readdress") return "Change the recipient";
  if (next.kind === "command" && next.id === "composer.schedule") return "Schedule it";
  return screen.composing.kind === "new" ? "Send it" : "Save it";
}

/** Whether an edit may replace what was written elsewhere since it was begun. */
export const overwriteMenu: MenuRow<"overwrite"> = (facts, about) => {
  const { screen, view } = facts.state;
  const { composing } = screen;
  if (composing.kind === "new" || composerKey(screen) !== about.composer)
    return "The edit was closed meanwhile.";
  const theirs =
    composing.kind === "edit"
      ? get(view.messages, composing.id)?.content
      : view.scheduled.get(composing.id)?.content;
  if (theirs === undefined) return sentOrDeleted;
  return {
    title: "This message was changed elsewhere",
    lines: [{ text: "It says now:" }, { text: theirs, tone: "quote" }],
    items: [
      { key: "k", title: "Keep editing" },
      {
        key: keyFor(facts, about.next, "o"),
        title: "Overwrite it with your text",
        run: (context) => goOn(context, { ...about, theirs }, about.next),
      },
    ],
  };
};
