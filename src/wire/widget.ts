/** The JSON in submessages of polls and to-do lists (protocol reference 13). */
import * as z from "zod";

/** Created by the server for a message that begins with `/poll` or `/todo`. On older servers, lists have no title. */
const widgetMade = z.discriminatedUnion("widget_type", [
  z.looseObject({
    widget_type: z.literal("poll"),
    extra_data: z.looseObject({
      question: z.string().default(""),
      options: z.array(z.string()).default([]),
    }),
  }),
  z.looseObject({
    widget_type: z.literal("todo"),
    extra_data: z
      .looseObject({
        task_list_title: z.string().default(""),
        tasks: z
          .array(z.looseObject({ task: z.string(), desc: z.string().default("") }))
          .default([]),
      })
      .nullish(),
  }),
]);

/** A per-user counter of added options or tasks. */
const ownCount = z.int().min(0).max(1000);

const pollChange = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("vote"), key: z.string(), vote: z.literal([1, -1]) }),
  z.looseObject({ type: z.literal("new_option"), idx: ownCount, option: z.string() }),
  z.looseObject({ type: z.literal("question"), question: z.string() }),
]);
export type PollChange = z.output<typeof pollChange>;

const taskListChange = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("new_task"),
    key: ownCount,
    task: z.string(),
    desc: z.string().default(""),
    completed: z.boolean().default(false),
  }),
  z.looseObject({ type: z.literal("strike"), key: z.string() }),
  z.looseObject({ type: z.literal("new_task_list_title"), title: z.string() }),
]);
export type TaskListChange = z.output<typeof taskListChange>;

/** Undefined if it is not valid JSON of this kind; likewise below. */
export function readWidget(content: string) {
  return read(widgetMade, content);
}

export function readPollChange(content: string): PollChange | undefined {
  return read(pollChange, content);
}

export function readTaskListChange(content: string): TaskListChange | undefined {
  return read(taskListChange, content);
}

function read<Schema extends z.ZodType>(
  schema: Schema,
  content: string,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}
