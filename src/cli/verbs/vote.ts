/** `weir vote`: votes in polls, and ticks in to-do lists. */
import { safeLine } from "#base/safe-text.ts";
import { carryOut } from "#cli/carry-out.ts";
import { Exit } from "#cli/exit-codes.ts";
import { messageOf } from "#cli/messages.ts";
import { tellDone, wayBack } from "#cli/output.ts";
import { numbered, placeText } from "#cli/place.ts";
import { messageFor, resolved } from "#cli/resolver.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { type Widget, widgetOf } from "#model/widget.ts";
import type { MessageId, UserId } from "#wire/ids.ts";

type Choice = {
  /** From 1, as typed. */
  readonly id: number;
  readonly key: string;
  /** Not safe for a terminal. */
  readonly name: string;
  /** Undefined for tasks. */
  readonly votes: number | undefined;
  /** Whether the user voted for it, or the task is done. */
  readonly isOn: boolean;
};

export async function run(context: VerbContext): Promise<void> {
  const { args, state, connection, invocation } = context;
  const [typed = "", ...names] = args;
  const messageId = await messageFor(context, typed);
  const replica = await state("streams", "people");
  const message = fromWireMessage(await messageOf(connection, messageId));
  const poll = { id: messageId, place: placeText(replica, conversationOfMessage(message)) };
  const widget = widgetOf(message);
  if (widget === undefined)
    throw new Exit("refused", `Message ${messageId} is neither a poll nor a to-do list.`);
  const all = choicesOf(widget, replica.ownId);
  if (names.length === 0) return list(context, poll, all);
  const isPoll = widget.kind === "poll";
  const noun = { one: "option", many: "options", sign: "" };
  const chosen = new Set(names.map((name) => numbered(name, all) ?? resolved(name, all, noun)));
  const isUndo = invocation.options["undo"] === true;
  // A tick is sent as a change: one that is there already would be taken away.
  const changed = [...chosen].filter(({ isOn }) => isOn === isUndo);
  const op = isUndo ? "remove" : "add";
  for (const { key } of changed)
    await carryOut(context, replica, { kind: "tick", op, messageId, of: widget.kind, key });
  const [added, removed] = isPoll ? ["Voted", "Vote removed"] : ["Checked", "Unchecked"];
  const back = {
    verb: "vote",
    args: [`${messageId}`, ...changed.map((one) => choiceText(one, all))],
  };
  const undo = wayBack(context, { ...back, options: isUndo ? [] : ["--undo"] });
  const titles = changed.map(({ name }) => `“${safeLine(name)}”`).join(", ");
  const done = `${isUndo ? removed : added} in ${poll.place}: ${titles}.${undo}`;
  const rows = [...chosen].map((choice) => fieldsOf(poll, withTick(choice, !isUndo)));
  tellDone(context, changed.length === 0 ? "Nothing was changed." : done, ...rows);
}

/** As typed, where it means this choice: its number, unless another one is called so. */
function choiceText(choice: Choice, all: readonly Choice[]): string {
  const { id, name } = choice;
  return numbered(`${id}`, all) === choice ? `${id}` : name;
}

function choicesOf(widget: Widget, ownId: UserId): readonly Choice[] {
  if (widget.kind === "tasks")
    return widget.tasks.map(({ key, text: name, isDone: isOn }, at) => {
      return { id: at + 1, key, name, votes: undefined, isOn };
    });
  return widget.options.map(({ key, text: name, voterIds }, at) => {
    return { id: at + 1, key, name, votes: voterIds.length, isOn: voterIds.includes(ownId) };
  });
}

function withTick(choice: Choice, isOn: boolean): Choice {
  if (choice.isOn === isOn) return choice;
  const { votes } = choice;
  return { ...choice, isOn, votes: votes === undefined ? votes : votes + (isOn ? 1 : -1) };
}

type Poll = { readonly id: MessageId; readonly place: string };

function fieldsOf(poll: Poll, { id: option, name: text, votes, isOn: mine }: Choice) {
  return { ...poll, option, text, votes: votes ?? null, mine };
}

function chosenWord(votes: number | undefined): string {
  return votes === undefined ? "done" : "yours";
}

function list({ output }: VerbContext, poll: Poll, all: readonly Choice[]): void {
  output.rows(all, {
    none: "There is nothing to choose from.",
    json: (choice) => fieldsOf(poll, choice),
    cells: ({ id, name, votes, isOn }) => [
      id,
      ...(votes === undefined ? [] : [votes]),
      { text: isOn ? chosenWord(votes) : "", token: "good" },
      name,
    ],
  });
}
