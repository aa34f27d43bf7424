/** Derives polls and to-do lists from the submessages of a message (protocol reference 13.3). */
import type { UserId } from "#wire/ids.ts";
import {
  type PollChange,
  readPollChange,
  readTaskListChange,
  readWidget,
  type TaskListChange,
} from "#wire/widget.ts";
import type { Message, Submessage } from "./message.ts";

export type Poll = {
  readonly kind: "poll";
  /** As typed: not safe for a terminal. The same applies to the other texts here. */
  readonly question: string;
  /** In order of creation. */
  readonly options: readonly {
    /** Votes refer to it. */
    readonly key: string;
    readonly text: string;
    readonly voterIds: readonly UserId[];
  }[];
};

export type TaskList = {
  readonly kind: "tasks";
  readonly title: string;
  readonly tasks: readonly {
    /** Ticks refer to it. */
    readonly key: string;
    readonly text: string;
    readonly description: string;
    readonly isDone: boolean;
  }[];
};

export type Widget = Poll | TaskList;

type Made = Pick<Message, "senderId" | "submessages">;

/** Returns undefined if the message is plain text. Invalid submessages are ignored, as in other clients. */
export function widgetOf({ senderId, submessages }: Made): Widget | undefined {
  if (submessages.length === 0) return undefined;
  const [first, ...changes] = [...submessages].sort((a, b) => a.id - b.id);
  if (first?.senderId !== senderId) return undefined;
  const made = readWidget(first.content);
  if (made?.widget_type === "poll") return pollOf(made.extra_data, senderId, changes);
  if (made?.widget_type === "todo") return taskListOf(made.extra_data ?? {}, senderId, changes);
  return undefined;
}

type Offers<Offer> = {
  readonly byKey: Map<string, Offer>;
  readonly add: (key: string, offer: Offer) => void;
};

/** The available choices, in order of creation; duplicate keys and texts are rejected. */
function noOffers<Offer extends { readonly text: string }>(): Offers<Offer> {
  const byKey = new Map<string, Offer>();
  const texts = new Set<string>();
  const add = (key: string, offer: Offer) => {
    if (byKey.has(key) || texts.has(offer.text)) return;
    byKey.set(key, offer);
    texts.add(offer.text);
  };
  return { byKey, add };
}

type Option = { readonly text: string; readonly voters: Set<UserId> };

function pollOf(
  initial: { readonly question: string; readonly options: readonly string[] },
  authorId: UserId,
  changes: readonly Submessage[],
): Poll {
  let { question } = initial;
  const offers = noOffers<Option>();
  const { byKey: options } = offers;
  const add = (key: string, text: string) => offers.add(key, { text, voters: new Set() });
  for (const [at, text] of initial.options.entries()) add(`canned,${at}`, text);
  const apply = (change: PollChange, byId: UserId) => {
    if (change.type === "new_option") add(`${byId},${change.idx}`, change.option);
    else if (change.type === "question") question = byId === authorId ? change.question : question;
    else if (change.vote === 1) options.get(change.key)?.voters.add(byId);
    else options.get(change.key)?.voters.delete(byId);
  };
  for (const submessage of changes) {
    const change = readPollChange(submessage.content);
    if (change !== undefined) apply(change, submessage.senderId);
  }
  return {
    kind: "poll",
    question,
    options: [...options].map(([key, { text, voters }]) => {
      const voterIds = [...voters];
      return { key, text, voterIds };
    }),
  };
}

type Task = { readonly text: string; readonly description: string; readonly isDone: boolean };

function taskListOf(
  initial: {
    readonly task_list_title?: string;
    readonly tasks?: readonly { readonly task: string; readonly desc: string }[];
  },
  authorId: UserId,
  changes: readonly Submessage[],
): TaskList {
  let { task_list_title: title = "" } = initial;
  const { byKey: tasks, add } = noOffers<Task>();
  for (const [at, { task: text, desc: description }] of (initial.tasks ?? []).entries())
    add(`${at},canned`, { text, description, isDone: false });
  const apply = (change: TaskListChange, byId: UserId) => {
    if (change.type === "new_task_list_title") title = byId === authorId ? change.title : title;
    else if (change.type === "new_task") {
      const { task: text, desc: description, completed: isDone } = change;
      add(`${change.key},${byId}`, { text, description, isDone });
    } else {
      const task = tasks.get(change.key);
      if (task !== undefined) tasks.set(change.key, { ...task, isDone: !task.isDone });
    }
  };
  for (const submessage of changes) {
    const change = readTaskListChange(submessage.content);
    if (change !== undefined) apply(change, submessage.senderId);
  }
  return { kind: "tasks", title, tasks: [...tasks].map(([key, task]) => ({ key, ...task })) };
}

/**
 * Whether that person voted for the option of this key, or the task of this key is done; undefined: it does not exist.
 */
export function isTicked(message: Made, key: string, userId: UserId): boolean | undefined {
  const widget = widgetOf(message);
  if (widget?.kind === "tasks") return widget.tasks.find((task) => task.key === key)?.isDone;
  return widget?.options.find((option) => option.key === key)?.voterIds.includes(userId);
}

/** The options of a poll or the tasks of a list, in order; empty for other messages. */
export function offeredTexts(message: Made): readonly string[] {
  const widget = widgetOf(message);
  const offers = widget?.kind === "tasks" ? widget.tasks : (widget?.options ?? []);
  return offers.map(({ text }) => text);
}

/** The submessage that adds an option or a task, with the next number of this person. */
export function offerContent(
  { submessages }: Pick<Message, "submessages">,
  ownId: UserId,
  offer: { readonly of: Widget["kind"]; readonly text: string; readonly description: string },
): string {
  const numbers = submessages
    .filter(({ senderId }) => senderId === ownId)
    .map(({ content }) => numberIn(content));
  const next = Math.max(0, ...numbers) + 1;
  const { of, text, description } = offer;
  return JSON.stringify(
    of === "poll"
      ? { type: "new_option", idx: next, option: text }
      : { type: "new_task", key: next, task: text, desc: description, completed: false },
  );
}

/** The text of the option or task that a submessage adds; undefined if it adds none. */
export function offerIn(content: string): string | undefined {
  const option = readPollChange(content);
  if (option?.type === "new_option") return option.option;
  const task = readTaskListChange(content);
  return task?.type === "new_task" ? task.task : undefined;
}

function numberIn(content: string): number {
  const option = readPollChange(content);
  if (option?.type === "new_option") return option.idx;
  const task = readTaskListChange(content);
  return task?.type === "new_task" ? task.key : 0;
}

/** The submessage that casts or removes a vote, or toggles a task. */
export function tickContent(of: Widget["kind"], key: string, on: boolean): string {
  const data = of === "poll" ? { type: "vote", key, vote: on ? 1 : -1 } : { type: "strike", key };
  return JSON.stringify(data);
}

// The poll or to-do list that a server will create from a text, for the preview.

const command = /^\/(poll|todo)(?:\s|$)/;

/** Undefined if the text does not create a widget. `ownId` is the sender. */
export function unsentWidget(text: string, ownId: UserId): Widget | undefined {
  const trimmed = text.trim();
  const [begin = "", kind] = command.exec(trimmed) ?? [];
  if (kind === undefined) return undefined;
  const [first = "", ...lines] = trimmed.slice(begin.trimEnd().length).split("\n");
  // List markers are not part of the entries.
  const entries = lines.map((line) => line.trim().replace(/^[-*]?\s*/, "")).filter(Boolean);
  const made =
    kind === "poll"
      ? { widget_type: "poll", extra_data: { question: first.trim(), options: entries } }
      : {
          widget_type: "todo",
          extra_data: { task_list_title: first.trim(), tasks: entries.map(taskOf) },
        };
  const submessage = { id: 0, senderId: ownId, content: JSON.stringify(made) };
  return widgetOf({ senderId: ownId, submessages: [submessage] });
}

function taskOf(line: string): { readonly task: string; readonly desc: string } {
  const [task = "", ...desc] = line.split(": ");
  return { task: task.trim(), desc: desc.join(": ").trim() };
}
