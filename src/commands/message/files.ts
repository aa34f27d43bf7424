/** Files of messages: shown on the screen if they are texts, opened in other programs, and saved. */
import { get } from "#base/table.ts";
import { type CommandContext, commandsIn } from "#commands/command.ts";
import type { MenuRow } from "#commands/menus/menu.ts";
import { changeDialogOf, closeDialog, openDialog, openMenu, showToast } from "#commands/screen.ts";
import { wasDeleted } from "#commands/writing/text.ts";
import { inputOf } from "#editor/input.ts";
import type { Problem } from "#model/limits.ts";
import { isTextFile, type SharedFile } from "#model/written-links.ts";
import type { Dialog, DialogOf, ShownFile } from "#store/dialog.ts";
import type { State } from "#store/state.ts";
import { openUnasked } from "#store/unasked.ts";

/** Types that desktop programs display without executing them. */
const shown =
  /\.(?:png|jpe?g|gif|webp|bmp|tiff?|avif|heic|mp4|m4v|mov|webm|mkv|mp3|m4a|ogg|opus|wav|flac|pdf|txt|log|md|csv)$/i;

/** Whether a desktop program may be given a file of that name. */
export function isDisplayed(name: string): boolean {
  return shown.test(name);
}

/** Shows a text; of any other file, offers what can be done with it. */
export function openFile(context: CommandContext, subject: ShownFile): void {
  if (isTextFile(subject.file)) void showText(context, subject);
  else openMenu(context.store, { kind: "file", ...subject });
}

async function showText({ store, desktop }: CommandContext, subject: ShownFile): Promise<void> {
  const about = { kind: "text-file", ...subject } as const;
  openDialog(store, { kind: "info", about, chosen: 0 });
  const content = await desktop.read(subject.file);
  changeDialogOf(store, "info", (dialog) =>
    dialog.about === about ? { ...dialog, about: { ...about, content } } : dialog,
  );
}

async function showElsewhere(
  { store, desktop }: CommandContext,
  { file, url }: ShownFile,
): Promise<void> {
  if (!isDisplayed(file.name)) {
    const isOpened = await desktop.open(url);
    showToast(store, isOpened ? `Opened ${url}` : `Nothing here opens ${url}`);
    return;
  }
  showToast(store, `Fetching ${file.name}`);
  const outcome = await desktop.show(file);
  switch (outcome.kind) {
    case "opened":
      showToast(store, `Opened ${file.name}`);
      return;
    case "no desktop":
      showToast(store, `No program here can open this file: ${url}`);
      return;
    case "failed":
      showToast(store, `${file.name}: ${outcome.sentence}`, "error");
  }
}

/** What can be done with a file that is not shown on the screen. */
export const fileMenu: MenuRow<"file"> = ({ state }, subject) => {
  const message = get(state.view.messages, subject.messageId);
  if (message === undefined) return wasDeleted;
  const { name } = subject.file;
  return {
    title: [`${name} of `, message],
    lines: [],
    items: [
      {
        key: "v",
        title: isDisplayed(name) ? "Open it in another program" : "Open it in a browser",
        take: "open",
        run: (context) => void showElsewhere(context, subject),
      },
      {
        key: "s",
        title: "Save it",
        take: "save",
        run: (context) => void askWhere(context, subject.file),
      },
    ],
  };
};

/** The folder for downloads, if there is one. */
async function askWhere(
  { store, files }: Pick<CommandContext, "store" | "files">,
  file: SharedFile,
  over?: Dialog["kind"],
): Promise<void> {
  const home = await files.list("~");
  const hasDownloads = home.some(({ name, isFolder }) => isFolder && name === "Downloads");
  const input = inputOf(`${hasDownloads ? "~/Downloads" : "~"}/${file.name}`);
  if (!openUnasked(store, { kind: "save-file", file, input, chosen: 0 }, over))
    showToast(store, `${file.name} was not saved: something else was opened.`, "error");
}

/** Saves the file at the typed path, where there is none yet. */
export async function saveFile(
  { store, desktop }: CommandContext,
  dialog: DialogOf<"save-file">,
): Promise<void> {
  const { file, input } = dialog;
  const path = input.text.trim();
  if (path === "") return;
  closeDialog(store);
  showToast(store, `Saving ${file.name}`);
  const outcome = await desktop.save(file, path);
  if (outcome.kind === "saved") {
    showToast(store, `Saved ${file.name}: ${outcome.path}`);
    return;
  }
  showToast(store, `${file.name} was not saved: ${outcome.sentence}`, "error");
  // Another name may do.
  if (outcome.kind === "exists") openUnasked(store, { ...dialog, problem: outcome.sentence });
}

/** The file that is shown. */
function fileShown({ screen: { dialog } }: State): ShownFile | undefined {
  const about = dialog?.kind === "info" ? dialog.about : undefined;
  return about?.kind === "picture" || about?.kind === "text-file" ? about : undefined;
}

const needsFile = (state: State): Problem =>
  fileShown(state) === undefined ? "no file is shown" : undefined;

export const files = commandsIn(["info"], {
  "info.other-program": {
    title: "Show the file in another program",
    keys: ["v", "o"],
    disabled: needsFile,
    run: (context) => {
      const subject = fileShown(context.store.getState());
      if (subject === undefined) return;
      closeDialog(context.store);
      void showElsewhere(context, subject);
    },
  },
  "info.save-file": {
    title: "Save the file",
    alsoCalled: "download",
    keys: ["s"],
    disabled: needsFile,
    run: (context) => {
      const subject = fileShown(context.store.getState());
      if (subject !== undefined) void askWhere(context, subject.file, "info");
    },
  },
});
