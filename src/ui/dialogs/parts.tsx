/** Parts that several dialogs share. */
import type { ReactNode } from "react";
import { plain, safeLine } from "#base/safe-text.ts";
import type { Option } from "#commands/choices.ts";
import { hintsFor } from "#ui/hints.ts";
import { span } from "#ui/spans.ts";
import { Dialog } from "./dialog.tsx";
import type { Facts } from "./facts.ts";
import type { DialogProps } from "./opened.ts";
import { Row, Rows } from "./row.tsx";

type PickerProps = Omit<DialogProps, "hints" | "typed"> & {
  readonly facts: Facts;
  readonly dialog: { readonly text?: string; readonly chosen: number };
  /** What accepting the choice does, in a word. */
  readonly take: string;
};

/** A dialog for choosing something; with an input if it has a text. */
export function Picker({ facts, dialog, take, ...props }: PickerProps) {
  const hints = hintsFor(facts.keys, ["dialog.take", take], ["dialog.leave", "leave"]);
  return <Dialog typed={dialog.text} chosen={dialog.chosen} {...props} hints={hints} />;
}

type QuestionProps = {
  readonly facts: Facts;
  readonly title: string;
  /** What the question is about. */
  readonly children: ReactNode;
  /** Each with its key; `isOn`: it is a switch. */
  readonly answers: readonly (Option & { readonly isOn?: boolean | undefined })[];
  readonly chosen: number;
  /** What the key for leaving does instead of answering. */
  readonly leaving?: string;
};

export function Question(props: QuestionProps) {
  const { facts, title, children, answers, chosen, leaving = "cancel" } = props;
  const { boxChecked, boxUnchecked } = facts.style.glyphs;
  const hints = hintsFor(facts.keys, ["dialog.take", "select"], ["dialog.leave", leaving]);
  return (
    <Dialog title={title} chosen={chosen} hints={hints}>
      {children}
      <Row />
      <Rows
        of={answers.map(({ key, title: words, isOn }, choice) => {
          const box = isOn ? boxChecked : boxUnchecked;
          const text = isOn === undefined ? words : `${box} ${words}`;
          return { choice, left: [span(plain(`${key}  `), "strong"), span(safeLine(text))] };
        })}
      />
    </Dialog>
  );
}
