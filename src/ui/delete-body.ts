/** The question whether a message is to be deleted: whose it is, what it says, and the answers. */
import { plain, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { deleteOptions } from "#commands/choices.ts";
import type { Dialog } from "#store/dialog.ts";
import type { Body, Facts } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { hintsFor } from "./hints.ts";
import { personName } from "./names.ts";
import { noSpans, span } from "./spans.ts";

export function deleteBody(
  { keys, view }: Facts,
  dialog: Extract<Dialog, { kind: "delete" }>,
): Body {
  const message = get(view.messages, dialog.messageId);
  const isOwn = message?.senderId === view.ownId;
  const row = (left: DialogRow["left"]): DialogRow => ({ left, right: noSpans });
  const told = [
    ...(message === undefined || isOwn
      ? []
      : [row([span(personName(view, message.senderId), "strong")])]),
    row([{ ...span(safeLine(message?.content ?? ""), "quote"), shrinks: true }]),
    row([span(plain("It is deleted for everybody and cannot be brought back."), "warning")]),
    row(noSpans),
  ];
  return {
    title: isOwn ? "Delete your message?" : "Delete this message?",
    typed: undefined,
    placeholder: "",
    rows: [
      ...told,
      ...deleteOptions.map(({ key, title }) =>
        row([span(safeLine(`${key}  `), "strong"), span(safeLine(title))]),
      ),
    ],
    told: told.length,
    chosen: told.length + dialog.chosen,
    hints: hintsFor(keys, ["dialog.take", "select"], ["dialog.leave", "cancel"]),
  };
}
