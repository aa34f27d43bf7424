/** The dialog that uploads files: what is under way, and the files of the folder that is typed. */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { type UploadChoice, uploadChoices } from "#commands/upload-choices.ts";
import type { DialogOf } from "#store/dialog.ts";
import type { Upload } from "#store/uploads.ts";
import { type Body, type Facts, hintsTo } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { noSpans, span } from "./spans.ts";

export function uploadBody({ keys, uploads }: Facts, dialog: DialogOf<"upload">): Body {
  const choices = uploadChoices(uploads, dialog);
  const chosen = choices[Math.min(dialog.chosen, choices.length - 1)];
  return {
    title: "Upload a file",
    typed: dialog.text,
    placeholder: "path",
    rows: choices.map(rowOf),
    chosen: Math.min(dialog.chosen, choices.length - 1),
    hints: hintsTo(keys, takeWord(chosen)),
  };
}

function takeWord(choice: UploadChoice | undefined): string {
  if (choice?.kind === "upload") return choice.upload.state === "failed" ? "retry" : "cancel it";
  return choice?.entry.isFolder ? "open" : "upload";
}

function rowOf(choice: UploadChoice): DialogRow {
  if (choice.kind === "entry") {
    const { name, isFolder } = choice.entry;
    const text = safeLine(isFolder ? `${name}/` : name);
    return { left: [{ text, look: isFolder ? "dim" : "text", shrinks: true }], right: noSpans };
  }
  const { upload } = choice;
  const look = upload.state === "failed" ? "bad" : "dim";
  return {
    left: [{ ...span(safeLine(upload.name)), shrinks: true }],
    right: [span(uploadState(upload), look)],
  };
}

/** How far it is, or why it does not go on. */
export function uploadState({ state, percent, reason = "" }: Upload): SafeText {
  if (state === "waiting") return plain("waiting");
  return state === "sending" ? plain(`${percent} %`) : safeLine(`failed: ${reason}`);
}
