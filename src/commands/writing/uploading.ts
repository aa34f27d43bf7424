/**
 * Uploading files into the text: by a path with completion, or by a pasted one. Nothing is uploaded without
 * confirmation.
 */
import { memoizeLast } from "#base/memoize.ts";
import { type CommandContext, commandsIn, type FolderEntry } from "#commands/command.ts";
import { closeDialog, contextOf, openDialog, showToast } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import { replaceAll, replaceRange } from "#editor/history.ts";
import { inputOf } from "#editor/input.ts";
import { folded } from "#editor/match.ts";
import type { Upload as UploadWish } from "#journal/actions/send.ts";
import { fileProblem, type Problem } from "#model/limits.ts";
import {
  composerAt,
  composerEditor,
  composerKey,
  holdComposer,
  openedComposer,
  releaseComposer,
  withComposer,
  withEditor,
} from "#store/composer.ts";
import type { DialogOf } from "#store/dialog.ts";
import type { Screen } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { addIntents, changeScreen } from "#store/store.ts";
import {
  cancelUpload,
  placeholdersIn,
  retryUpload,
  type Upload,
  uploadsOf,
} from "#store/uploads.ts";

type UploadDialog = DialogOf<"upload">;

/**
 * Replaces `/upload PATH` with the file; without a path, or while `completing` one, opens the dialog. False if the
 * text is no such command.
 */
export function runUploadCommand(context: CommandContext, completing = false): boolean {
  const { store } = context;
  const { screen } = store.getState();
  const { text } = composerEditor(screen);
  const [command, path = ""] = uploadCommand.exec(text) ?? [];
  if (command === undefined) return false;
  const composer = composerKey(screen);
  if (path !== "" && !completing) void beginUpload(context, composer, pathIn(path) ?? path, text);
  else {
    openDialog(store, { kind: "upload", input: inputOf(path), chosen: 0 });
    refreshFolder(context);
  }
  return true;
}

const uploadCommand = /^\/upload(?:[ \t]+(\S.*?)?)?[ \t]*$/;

/** Reads the folder in the dialog's input, unless it is the one that was read last. */
export function refreshFolder({ store, files }: Pick<CommandContext, "store" | "files">): void {
  const { dialog } = store.getState().screen;
  if (dialog?.kind !== "upload") return;
  const folder = folderOf(dialog.input.text);
  if (dialog.listed?.folder === folder) return;
  void files.list(folder === "" ? "." : folder).then((entries) => {
    changeScreen(store, (screen) => {
      const now = screen.dialog;
      if (now?.kind !== "upload" || folderOf(now.input.text) !== folder) return screen;
      return { ...screen, dialog: { ...now, listed: { folder, entries } } };
    });
  });
}

/** The selected file or folder instead of what was typed; nothing is uploaded yet. */
export function completePath(context: CommandContext, dialog: UploadDialog): void {
  const { store } = context;
  const choice = uploadChoices(placedUploads(store.getState()), dialog)[dialog.chosen];
  if (choice?.kind !== "entry") return;
  const path = choice.entry.isFolder ? `${choice.path}/` : choice.path;
  openDialog(store, { ...dialog, input: replaceAll(dialog.input, path), chosen: 0 });
  refreshFolder(context);
}

/** Enters a folder; uploads a file; retries a failed upload, and cancels any other. */
export function acceptUpload(context: CommandContext, dialog: UploadDialog): void {
  const { store } = context;
  const choice = uploadChoices(placedUploads(store.getState()), dialog)[dialog.chosen];
  if (choice?.kind === "entry" && choice.entry.isFolder) {
    completePath(context, dialog);
    return;
  }
  closeDialog(store);
  // The open composer may have got another key while the dialog was open: its topic was moved.
  const { screen } = store.getState();
  const { text } = composerEditor(screen);
  const command = uploadCommand.test(text) ? text : "";
  if (choice?.kind === "upload") retryOrCancel(context, choice.upload);
  else if (choice !== undefined || dialog.input.text !== "")
    void beginUpload(context, composerKey(screen), choice?.path ?? dialog.input.text, command);
}

function retryOrCancel({ store, clock }: CommandContext, upload: Upload): void {
  if (upload.state === "failed") retryUpload(store, upload);
  else {
    cancelUpload(store, clock, upload);
    showToast(store, `Cancelled the upload of ${upload.name}.`);
  }
}

/** Inserts the upload's placeholder at the cursor, replacing `raw` if that is before it. */
async function beginUpload(
  context: CommandContext,
  composer: string,
  path: string,
  raw = "",
): Promise<void> {
  const { store, files } = context;
  const holder = holdComposer(store, composer);
  const file = await files.find(path);
  const key = releaseComposer(store, holder);
  const problem = typeof file === "string" ? file : fileProblem(store.getState().view.realm, file);
  if (problem !== undefined) showToast(store, problem, "error");
  else if (key === undefined) showToast(store, textGone, "error");
  else if (typeof file !== "string")
    addMarked(context, key, { name: file.name, size: file.size, from: { path: file.path } }, raw);
}

const textGone = "The text that the file was for is gone: nothing was uploaded.";

/** Turns the composer's whole text into a file, and leaves its placeholder. */
export function uploadText(context: CommandContext, composer: string, text: string): void {
  const size = new TextEncoder().encode(text).length;
  addMarked(context, composer, { name: "message.md", size, from: { text } }, text);
}

function addMarked(
  { store, clock, newId }: CommandContext,
  composer: string,
  file: Pick<UploadWish, "name" | "size" | "from">,
  raw: string,
): void {
  const placeholder = placeholderFor(store.getState(), file.name);
  changeScreen(store, (screen) => {
    const { editor } = composerAt(screen, composer);
    const { text, cursor } = editor;
    if (text === raw) return withEditor(screen, composer, replaceAll(editor, placeholder));
    const start = text.slice(0, cursor).endsWith(raw) ? cursor - raw.length : cursor;
    const line = onOwnLine(placeholder, text.slice(0, start), text.slice(cursor));
    return withEditor(screen, composer, replaceRange(editor, start, cursor, line));
  });
  addIntents(store, { clock, newId }, [{ kind: "upload", ...file, placeholder }]);
}

/** Two files beside each other stand on two lines: servers show pictures below the line that links to them. */
function onOwnLine(placeholder: string, before: string, after: string): string {
  const isBehind = /\]\((?:\/user_uploads\/[^\s()]*)?\)[ \t]*$/.test(before);
  const isBefore = /^[ \t]*\[[^\]\n]*\]\((?:\/user_uploads\/[^\s()]*)?\)/.test(after);
  return `${isBehind ? "\n" : ""}${placeholder}${isBefore ? "\n" : ""}`;
}

/** Unique among uploads and texts. */
function placeholderFor(state: State, name: string): string {
  const shown = name.replace(/[[\]\p{Cc}]/gu, " ").trim();
  for (let number = 1; ; number += 1) {
    const placeholder = `[Uploading ${shown}${number === 1 ? "" : ` (${number})`}…]()`;
    const isTaken =
      uploadsOf(state).some((upload) => upload.placeholder === placeholder) ||
      [...state.screen.composers.values()].some(({ editor }) => editor.text.includes(placeholder));
    if (!isTaken) return placeholder;
  }
}

/** Why a text with unfinished uploads cannot be sent yet. */
export function uploadProblem(state: State, keys: CommandContext["keys"], text: string): Problem {
  const [placeholder] = placeholdersIn(text);
  if (placeholder === undefined) return undefined;
  const name = placeholder.slice("[Uploading ".length, -"…]()".length);
  const upload = uploadsOf(state).find((one) => text.includes(one.placeholder));
  if (upload === undefined && state.session.uploadedElsewhere.has(placeholder))
    return `${name} is still uploading in another window.`;
  if (upload === undefined)
    return withKeys(
      keys,
      `${name} was not uploaded: delete its placeholder|, {composer.upload} uploads|.`,
    );
  return upload.state === "failed"
    ? withKeys(keys, `${upload.name} was not uploaded|: {composer.upload} retries|.`)
    : withKeys(keys, `${upload.name} is still uploading|: {composer.upload} cancels|.`);
}

/** The path in a paste that may be a file dropped on the terminal: quoted, escaped, or as a URL. */
function pathIn(pasted: string): string | undefined {
  const text = pasted.trim();
  if (text === "" || text.length > 4096 || /\n/.test(text)) return undefined;
  const [, quoted] = /^'([^']*)'$|^"([^"]*)"$/.exec(text)?.filter(Boolean) ?? [];
  if (/^file:\/\/\//.test(text)) return percentDecoded(text.slice("file://".length));
  const path = quoted ?? text.replace(/\\(.)/g, "$1");
  return /^(?:\/|~\/)./.test(path) ? path : undefined;
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A pasted path stays text; the toast offers to upload it. */
export function offerPasted({ store, files, keys }: CommandContext, pasted: string): void {
  const { screen } = store.getState();
  const path = contextOf(screen) === "composer" ? pathIn(pasted) : undefined;
  if (path === undefined) return;
  const holder = holdComposer(store, composerKey(screen));
  void files.find(path).then((file) => {
    const key = releaseComposer(store, holder);
    if (typeof file === "string" || key === undefined) return;
    const offer = withKeys(keys, `{composer.upload} uploads ${file.name}.`);
    if (offer === "") return;
    changeScreen(store, (now) => withComposer(now, key, { pastedFile: { raw: pasted, path } }));
    showToast(store, offer);
  });
}

export const uploading = commandsIn(["composer"], {
  "composer.upload": {
    alsoCalled: "attach,attach file,upload,send file",
    title: "Upload a file; retry or cancel an upload",
    keys: ["^G u"],
    // Uploads the pasted path before the cursor; otherwise asks for a file.
    run: (context) => {
      const { store } = context;
      const { screen } = store.getState();
      const composer = composerKey(screen);
      const { text, cursor } = composerEditor(screen);
      const { pastedFile } = openedComposer(screen);
      const isOffered = pastedFile !== undefined && text.slice(0, cursor).endsWith(pastedFile.raw);
      if (isOffered) {
        changeScreen(store, (now) => ({ ...now, toast: undefined }));
        void beginUpload(context, composer, pastedFile.path, pastedFile.raw);
      } else {
        openDialog(store, { kind: "upload", input: inputOf(), chosen: 0 });
        refreshFolder(context);
      }
    },
  },
});

export type UploadChoice =
  /** Accepting it retries a failed upload, and cancels any other. */
  | { readonly kind: "upload"; readonly upload: Upload }
  | { readonly kind: "entry"; readonly entry: FolderEntry; readonly path: string };

/** An upload that ends is no choice any more. */
export function uploadKey(choice: UploadChoice): string {
  return choice.kind === "upload" ? `upload ${choice.upload.id}` : choice.path;
}

const maxChoices = 50;

/** The folder part of a path, with a trailing slash; empty for the working directory. */
function folderOf(text: string): string {
  return text.slice(0, text.lastIndexOf("/") + 1);
}

const marked = memoizeLast((uploads: readonly Upload[], composers: Screen["composers"]) => {
  const texts =
    uploads.length === 0 ? [] : [...composers.values()].map(({ editor }) => editor.text);
  return uploads.filter(({ placeholder }) => texts.some((text) => text.includes(placeholder)));
});

/** The uploads that a text waits for; the same list while neither changes. */
export function placedUploads(state: State) {
  return marked(uploadsOf(state), state.screen.composers);
}

/** Names that begin with the typed text come first; hidden files need the dot. */
export function uploadChoices(
  uploads: readonly Upload[],
  { input: { text }, listed }: UploadDialog,
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
