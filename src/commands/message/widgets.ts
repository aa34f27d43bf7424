/** Answering polls and to-do lists in a menu, and adding options and tasks. */

import { get } from "#base/table.ts";
import type { CommandContext } from "#commands/command.ts";
import type { AboutOf, MenuRow } from "#commands/menus/menu.ts";
import { closeDialog, openDialog, showToast } from "#commands/screen.ts";
import { wasDeleted } from "#commands/writing/text.ts";
import { inputOf } from "#editor/input.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { offeredTexts, widgetOf } from "#model/widget.ts";
import type { DialogOf } from "#store/dialog.ts";
import { act, addIntents } from "#store/store.ts";

type AddDialog = DialogOf<"widget-add">;

/** An option or a task; the text is as received: not safe for a terminal. */
type Choice = {
  readonly key: string;
  readonly text: string;
  /** Whether the user voted for it, or the task is completed. */
  readonly isOn: boolean;
  /** The number of votes; undefined for tasks. */
  readonly votes: number | undefined;
};

type Widget = NonNullable<ReturnType<typeof widgetOf>>;

function choicesOf({ ownId }: Replica, widget: Widget): readonly Choice[] {
  if (widget.kind === "tasks")
    return widget.tasks.map(({ key, text, isDone }) => ({
      key,
      text,
      isOn: isDone,
      votes: undefined,
    }));
  return widget.options.map(({ key, text, voterIds }) => ({
    key,
    text,
    isOn: voterIds.includes(ownId),
    votes: voterIds.length,
  }));
}

/** Toggles a vote or a task. */
function toggle(context: CommandContext, { id: messageId }: Message, choice: Choice): void {
  const { key, isOn, votes } = choice;
  const of = votes === undefined ? "tasks" : "poll";
  const op = isOn ? "remove" : "add";
  const words = of === "poll" ? ["Voted", "Vote removed"] : ["Checked", "Unchecked"];
  const sentence = words[isOn ? 1 : 0] ?? "";
  act(context.store, context, [{ kind: "tick", op, messageId, of, key }], { sentence });
}

/** The menu of a poll or a to-do list, as it is now. */
export function aboutWidget(message: Message): AboutOf<"widget"> {
  return { kind: "widget", messageId: message.id, listed: offeredTexts(message) };
}

/**
 * The options of a poll or the tasks of a list, which stays open, because several may be chosen; or another one. Each keeps
 * its number: what others add meanwhile may come to the server before what was added here.
 */
export const widgetMenu: MenuRow<"widget"> = ({ state: { view } }, { messageId, listed }) => {
  const message = get(view.messages, messageId);
  const widget = message && widgetOf(message);
  if (message === undefined || widget === undefined) return wasDeleted;
  const isPoll = widget.kind === "poll";
  const name = isPoll ? widget.question : widget.title;
  return {
    title: [isPoll ? "Vote in " : "To-do list of ", message],
    lines: name === "" ? [] : [{ text: name, tone: "quote" }],
    items: [
      ...inOrder(choicesOf(view, widget), listed).map((choice, at) => ({
        key: String(at + 1),
        title: choice.text,
        isOn: choice.isOn,
        ...(choice.votes !== undefined && { right: String(choice.votes) }),
        ...(isPoll && { take: choice.isOn ? "remove your vote" : "vote" }),
        stays: true as const,
        run: (context: CommandContext) => toggle(context, message, choice),
      })),
      {
        key: "a",
        title: isPoll ? "Add an option" : "Add a task",
        run: ({ store }) =>
          openDialog(store, {
            kind: "widget-add",
            messageId,
            of: widget.kind,
            input: inputOf(),
            chosen: 0,
          }),
      },
    ],
  };
};

/** Those that were listed, in their order, and then what came since. */
function inOrder(choices: readonly Choice[], listed: readonly string[]): readonly Choice[] {
  const placeOf = ({ text }: Choice) =>
    listed.includes(text) ? listed.indexOf(text) : listed.length;
  return choices.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns to the choices with the new one. A task may have a description after a colon. */
export function addToWidget(
  context: CommandContext,
  { messageId, of, input: { text: typed } }: AddDialog,
): void {
  const { store } = context;
  const { view } = store.getState();
  const message = get(view.messages, messageId);
  const [first = "", ...more] = of === "tasks" ? typed.split(": ") : [typed];
  const [text, description] = [first.trim(), more.join(": ").trim()];
  if (message === undefined || text === "") {
    closeDialog(store);
    return;
  }
  if (offeredTexts(message).includes(text)) {
    showToast(store, `“${text}” already exists.`, "error");
    return;
  }
  addIntents(store, context, [{ kind: "widget-add", messageId, of, text, description }]);
  const about = { ...aboutWidget(message), listed: [...offeredTexts(message), text] };
  openDialog(store, { kind: "menu", about, chosen: String(about.listed.length) });
}
