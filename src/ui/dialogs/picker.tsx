/** A dialog for choosing something, with or without an input. */
import { safeLine } from "#base/safe-text.ts";
import { lossOf } from "#commands/choices.ts";
import type { Dialog as OpenDialog } from "#store/dialog.ts";
import { hintsFor } from "#ui/hints.ts";
import { Dialog } from "./dialog.tsx";
import type { Facts } from "./facts.ts";
import type { DialogProps } from "./opened.ts";
import { Paragraph } from "./paragraph.tsx";

type Picking = Extract<OpenDialog, { readonly chosen: number }>;

type LossProps = { readonly facts: Facts; readonly dialog: OpenDialog };

/** Why it cannot be accepted any more; nothing if it can. */
export function Loss({ facts: { view }, dialog }: LossProps) {
  return <Paragraph token="warning">{safeLine(lossOf(view, dialog) ?? "")}</Paragraph>;
}

type PickerProps = Omit<DialogProps, "hints" | "typed"> & {
  readonly facts: Facts;
  readonly dialog: Picking;
  /** What accepting the choice does, in a word. */
  readonly take: string;
};

/** A dialog for choosing something; with an input if it has a text. */
export function Picker({ facts, dialog, take, children, ...props }: PickerProps) {
  const hints = hintsFor(facts.keys, ["dialog.take", take], ["dialog.leave", "close"]);
  const typed = "text" in dialog ? dialog.text : undefined;
  return (
    <Dialog typed={typed} chosen={dialog.chosen} {...props} hints={hints}>
      <Loss facts={facts} dialog={dialog} />
      {children}
    </Dialog>
  );
}
