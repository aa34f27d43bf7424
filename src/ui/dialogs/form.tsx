/** Forms: rows of fields, and below them the answers. `src/README.md` says why no field is a component of Ink's library. */
import { plain, safeLine } from "#base/safe-text.ts";
import { type ShownForm, shownForm } from "#commands/forms/open-form.ts";
import { type Hint, hintsFor } from "#ui/hints.ts";
import { noSpans, span } from "#ui/spans.ts";
import { Dialog } from "./dialog.tsx";
import type { Facts, PropsOf } from "./facts.ts";
import { FormField, indentOf } from "./form-field.tsx";
import { Paragraph } from "./paragraph.tsx";
import { Row } from "./row.tsx";

export function Form({ facts, dialog }: PropsOf<"form">) {
  const { view, keys } = facts;
  const shown = shownForm(view, dialog);
  if (shown === undefined)
    return (
      <Dialog title="Gone" hints={hintsFor(keys, ["form.leave", "close"])}>
        <Paragraph>{plain("This no longer exists.")}</Paragraph>
      </Dialog>
    );
  const { now, form, answers } = shown;
  const { title, explanation = [], locked, fields } = now;
  const { failure } = form;
  const indent = indentOf(facts, fields);
  // An error that concerns no field is shown below all of them.
  const isOfField = fields.some(({ key }) => key === failure?.field);
  return (
    <Dialog title={title} chosen={form.at} hints={hintsOf(facts, shown)}>
      {explanation.map((text) => (
        <Paragraph key={text}>{safeLine(text)}</Paragraph>
      ))}
      <Paragraph token="warning">{safeLine(locked ?? "")}</Paragraph>
      {explanation.length + (locked === undefined ? 0 : 1) > 0 && <Row />}
      {fields.map((field, at) => (
        <FormField
          key={field.key}
          facts={facts}
          shown={shown}
          field={field}
          at={at}
          indent={indent}
        />
      ))}
      <Paragraph token="bad">{isOfField ? undefined : safeLine(failure?.sentence ?? "")}</Paragraph>
      {fields.length > 0 && answers.length > 0 && <Row />}
      {answers.map((answer, at) => (
        <Row
          key={answer}
          choice={fields.length + at}
          left={[span(safeLine(answerText(shown, answer)), locked === undefined ? "text" : "dim")]}
          right={
            form.request !== undefined && answer === "save"
              ? [span(plain("sending"), "dim")]
              : noSpans
          }
        />
      ))}
    </Dialog>
  );
}

/** A question is answered, a form saved; leaving it keeps what was typed. */
function hintsOf({ keys }: Facts, { now, form }: ShownForm): readonly Hint[] {
  if (now.keep !== undefined)
    return hintsFor(keys, ["form.next", "next"], ["form.enter", "answer"], ["form.leave", "close"]);
  const leave = Object.keys(form.typed).length > 0 ? "close, keep the text" : "close";
  return hintsFor(keys, ["form.next", "next"], ["form.save", "save"], ["form.leave", leave]);
}

function answerText({ now, change, form }: ShownForm, answer: "save" | "keep"): string {
  if (answer === "keep") return now.keep ?? "Keep it";
  const label = now.submit ?? now.submitChange;
  if (label !== undefined) return label;
  const count = change.changed.size;
  const again = form.failure === undefined ? "Save" : "Save again:";
  return `${again} ${count} ${count === 1 ? "change" : "changes"}`;
}
