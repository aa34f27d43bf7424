/** The question whether a message is to be deleted: whose it is, what it says, and the answers. */
import { plain, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { deleteOptions } from "#commands/choices.ts";
import type { DialogOf } from "#store/dialog.ts";
import type { Body, Facts } from "./dialog-bodies.ts";
import { personName } from "./names.ts";
import { questionBody, rowOf } from "./question-body.ts";
import { span } from "./spans.ts";

export function deleteBody({ keys, view }: Facts, dialog: DialogOf<"delete">): Body {
  const message = get(view.messages, dialog.messageId);
  const isOwn = message?.senderId === view.ownId;
  const sender =
    message === undefined || isOwn
      ? []
      : [rowOf([span(personName(view, message.senderId), "strong")])];
  return questionBody(keys, {
    title: isOwn ? "Delete your message?" : "Delete this message?",
    told: [
      ...sender,
      rowOf([{ ...span(safeLine(message?.content ?? ""), "quote"), shrinks: true }]),
      rowOf([span(plain("It is deleted for everybody and cannot be brought back."), "warning")]),
    ],
    answers: deleteOptions,
    chosen: dialog.chosen,
  });
}
