/** Registers every kind of action, one row each. A kind without a row in `sync/deliver/table.ts` does not compile. */
import type { ActionKind } from "./action-kind.ts";
import { deleteMessage } from "./delete-message.ts";
import { deleteTopic } from "./delete-topic.ts";
import { edit } from "./edit.ts";
import { move } from "./move.ts";
import { mutePerson } from "./mute-person.ts";
import { react } from "./react.ts";
import { read } from "./read.ts";
import { readOlder } from "./read-older.ts";
import { scheduleAdd } from "./schedule-add.ts";
import { scheduleDelete } from "./schedule-delete.ts";
import { scheduleEdit } from "./schedule-edit.ts";
import { send } from "./send.ts";
import { setting } from "./setting.ts";
import { star } from "./star.ts";
import { status } from "./status.ts";
import { subscription } from "./subscription.ts";
import { subscriptionProperty } from "./subscription-property.ts";
import { tick } from "./tick.ts";
import { topicPolicy } from "./topic-policy.ts";
import { upload } from "./upload.ts";
import { widgetAdd } from "./widget-add.ts";

export const actionKinds = {
  send,
  read,
  "read-older": readOlder,
  star,
  react,
  tick,
  "delete-topic": deleteTopic,
  "mute-person": mutePerson,
  setting,
  status,
  subscription,
  "subscription-property": subscriptionProperty,
  "delete-message": deleteMessage,
  edit,
  move,
  "schedule-add": scheduleAdd,
  "schedule-delete": scheduleDelete,
  "schedule-edit": scheduleEdit,
  "topic-policy": topicPolicy,
  upload,
  "widget-add": widgetAdd,
} as const;

type ActionOf<A> = A extends ActionKind<infer W, infer _> ? W : never;

export type Action = ActionOf<(typeof actionKinds)[keyof typeof actionKinds]>;
