/** The choices of the upload dialog: unfinished uploads, and the files of the typed folder. */
import { memoizeLast } from "#base/memoize-last.ts";
import { folded } from "#editor/match.ts";
import type { DialogOf } from "#store/dialog.ts";
import type { Screen } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { type Upload, uploadsOf } from "#store/uploads.ts";
import type { FolderEntry } from "./command.ts";

type UploadDialog = DialogOf<"upload">;

export type UploadChoice =
  /** Accepting it retries a failed upload, and cancels any other. */
  | { readonly kind: "upload"; readonly upload: Upload }
  | { readonly kind: "entry"; readonly entry: FolderEntry; readonly path: string };

const maxChoices = 50;

/** The folder part of a path, with a trailing slash; empty for the working directory. */
export function folderOf(text: string): string {
  return text.slice(0, text.lastIndexOf("/") + 1);
}

const marked = memoizeLast((uploads: readonly Upload[], editors: Screen["editors"]) => {
  const texts = uploads.length === 0 ? [] : [...editors.values()].map(({ text }) => text);
  return uploads.filter(({ mark }) => texts.some((text) => text.includes(mark)));
});

/** The uploads that a text waits for; the same list while neither changes. */
export function markedUploads(state: State) {
  return marked(uploadsOf(state), state.screen.editors);
}

/** Names that begin with the typed text come first; hidden files need the dot. */
export function uploadChoices(
  uploads: readonly Upload[],
  { text, listed }: UploadDialog,
): readonly UploadChoice[] {
  const open = text === "" ? uploads.map((upload) => ({ kind: "upload", upload }) as const) : [];
  const folder = folderOf(text);
  const entries = listed?.folder === folder ? listed.entries : [];
  const typed = folded(text.slice(folder.length));
  const names = entries
    .filter(({ name }) => typed.startsWith(".") || !name.startsWith("."))
    .map((entry) => ({ entry, at: folded(entry.name).indexOf(typed) }))
    .filter(({ at }) => at >= 0);
  const [begin, rest] = [names.filter(({ at }) => at === 0), names.filter(({ at }) => at > 0)];
  const files = [...begin, ...rest]
    .slice(0, maxChoices)
    .map(({ entry }) => ({ kind: "entry", entry, path: folder + entry.name }) as const);
  return [...open, ...files];
}
