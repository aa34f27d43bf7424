/** The upload dialog: running uploads, and the files of the typed folder. */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { type UploadChoice, uploadChoices } from "#commands/uploading.ts";
import type { Upload } from "#store/uploads.ts";
import { span } from "#ui/spans.ts";
import type { PropsOf } from "./facts.ts";
import type { Choice } from "./opened.ts";
import { Picker } from "./picker.tsx";

export function UploadPicker({ facts, dialog }: PropsOf<"upload">) {
  const choices = uploadChoices(facts.uploads, dialog);
  return (
    <Picker
      facts={facts}
      dialog={dialog}
      title="Upload a file"
      placeholder="path"
      list={choices.map(rowOf)}
      take={takeWord(choices[Math.min(dialog.chosen, choices.length - 1)])}
    />
  );
}

function takeWord(choice: UploadChoice | undefined): string {
  if (choice?.kind === "upload") return choice.upload.state === "failed" ? "retry" : "cancel it";
  return choice?.entry.isFolder ? "open" : "upload";
}

function rowOf(choice: UploadChoice): Choice {
  if (choice.kind === "entry") {
    const { name, isFolder } = choice.entry;
    const text = safeLine(isFolder ? `${name}/` : name);
    return { left: [{ text, token: isFolder ? "dim" : "text", shrinks: true }] };
  }
  const { upload } = choice;
  const token = upload.state === "failed" ? "bad" : "dim";
  return {
    left: [{ text: safeLine(upload.name), shrinks: true }],
    right: [span(uploadState(upload), token)],
  };
}

/** The progress, or why it failed. */
export function uploadState({ state, percent, reason = "" }: Upload): SafeText {
  if (state === "waiting") return plain("waiting");
  return state === "sending" ? plain(`${percent} %`) : safeLine(`failed: ${reason}`);
}
