/** What a program writes about what happened: shown as what it is, since it may be wrong. */
import { withoutControls } from "#base/safe-text.ts";
import type { CommandContext, ProgramEnd } from "#commands/command.ts";
import { problemOf } from "#commands/printed.ts";
import { changeDialogOf, openDialog, showToast } from "#commands/screen.ts";
import type { FileText, InfoSubject, TopicPlace } from "#store/dialog.ts";
import type { State, Store } from "#store/state.ts";

/** Whoever waits longer has forgotten it. */
const longestMs = 60_000;

/** The server sums up the topic; closing what it writes asks for it no more. `of` says about what. */
export function askServer(store: Store, of: string, topic: TopicPlace): void {
  const about: InfoSubject = { kind: "summary", of, by: { kind: "server", topic } };
  openDialog(store, { kind: "info", about, chosen: 0 });
}

export const notConfigured =
  "Name a summary_command in the configuration file: it gets this as Markdown.";

/** The command gets the Markdown; closing what it writes ends it. `of` says about what. */
export async function writeSummary(
  { store, desktop }: Pick<CommandContext, "store" | "desktop">,
  of: string,
  markdown: string,
): Promise<void> {
  const { summaryCommand } = store.getState().screen.preferences;
  if (summaryCommand === undefined) {
    showToast(store, notConfigured);
    return;
  }
  const { name, words } = summaryCommand;
  const about: InfoSubject = { kind: "summary", of, by: { kind: "command", name } };
  openDialog(store, { kind: "info", about, chosen: 0 });
  const closed = new AbortController();
  const isOpen = ({ screen: { dialog } }: State) =>
    dialog?.kind === "info" && dialog.about === about;
  const unsubscribe = store.subscribe((state) => isOpen(state) || closed.abort());
  const program = { words, input: markdown, variables: {} };
  const content = contentOf(await desktop.run(program, longestMs, closed.signal));
  unsubscribe();
  changeDialogOf(store, "info", (dialog) =>
    dialog.about === about ? { ...dialog, about: { ...about, content } } : dialog,
  );
}

function contentOf(end: ProgramEnd): FileText {
  const problem = problemOf(end);
  if (problem !== undefined) return { kind: "failed", sentence: `It ${problem}` };
  const value = end.kind === "ended" ? withoutControls(end.output).trim() : "";
  return value === ""
    ? { kind: "failed", sentence: "It printed nothing." }
    : { kind: "known", value };
}
