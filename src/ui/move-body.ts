/** The dialogs that move messages: where to, then which of them and who is told. */
import { plain } from "#base/safe-text.ts";
import type { Match } from "#commands/match.ts";
import { mergeWarning, moveOptions } from "#commands/move-choices.ts";
import type { DialogOf } from "#store/dialog.ts";
import { type Body, type Facts, foundRows, hintsTo } from "./dialog-bodies.ts";
import { conversationSpans } from "./names.ts";
import { questionBody, rowOf } from "./question-body.ts";
import { span } from "./spans.ts";

export function moveTargetBody(
  { style, keys, view }: Facts,
  dialog: DialogOf<"move-target">,
  found: readonly Match[],
): Body {
  return {
    title: dialog.moved.isTopic ? "Move the topic to" : "Move messages to",
    typed: dialog.text,
    placeholder: "a stream, then a topic",
    rows: foundRows(
      style,
      view,
      found.map((each) => (each.kind === "topic" ? { ...each, detail: "" } : each)),
    ),
    chosen: Math.min(dialog.chosen, found.length - 1),
    hints: hintsTo(keys, "go on"),
  };
}

export function moveBody({ style, keys, view }: Facts, dialog: DialogOf<"move">): Body {
  const { boxChecked, boxUnchecked } = style.glyphs;
  const { moved, to } = dialog;
  const place = (word: string, at: typeof to) =>
    rowOf([
      span(plain(word.padEnd(5)), "dim"),
      ...conversationSpans(style, view, { kind: "topic", ...at }, "text"),
    ]);
  const warning = mergeWarning(view, dialog);
  const told = [
    place("from", moved.from),
    place("to", to),
    ...(warning === undefined ? [] : [rowOf([span(plain(warning), "warning")])]),
  ];
  const answers = moveOptions(view, dialog).map(({ key, title, isOn }) => ({
    key,
    title,
    box: isOn === undefined ? [] : [span(isOn ? boxChecked : boxUnchecked), span(plain(" "))],
  }));
  return questionBody(keys, {
    title: "Move which messages?",
    told,
    answers,
    chosen: dialog.chosen,
  });
}
