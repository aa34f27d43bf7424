/** A dialog for choosing something, with or without an input. */
import { hintsFor } from "#ui/hints.ts";
import { Dialog } from "./dialog.tsx";
import type { Facts } from "./facts.ts";
import type { DialogProps } from "./opened.ts";

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
