/** The program itself: help, palette, places, accounts, redraw, suspend and quit. */
import { width } from "#base/cells.ts";
import { safeLine } from "#base/safe-text.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { contextNames } from "#commands/keymap.ts";
import { refetchOpenList, refreshOpenList } from "#commands/lists/lists.ts";
import { prepareNames } from "#commands/places/finder.ts";
import { goBack, goForward, goTo, openNarrow } from "#commands/places/navigation.ts";
import { searchOthers } from "#commands/search/search.ts";
import { edit } from "#commands/writing/text.ts";
import { cut, selectAll } from "#editor/edit.ts";
import { undo } from "#editor/history.ts";
import { inputOf } from "#editor/input.ts";
import { narrowKey } from "#model/narrow.ts";
import {
  composerAt,
  composerEditor,
  composerKey,
  holdComposer,
  releaseComposer,
  withEditor,
} from "#store/composer.ts";
import { narrowOf } from "#store/lists.ts";
import type { FirstPress, Toast } from "#store/screen.ts";
import { withLoadFailure } from "#store/session.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import {
  type Command,
  type CommandContext,
  type Context,
  chainOf,
  commandsIn,
  inPanes,
} from "./command.ts";
import { contextOf, dropFirstPress, openDialog, showToast } from "./screen.ts";
import { withKeys } from "./sentences.ts";

/** Their children, too. While stepping through hits, the reader's keys work as well. */
const everywhere = (Object.keys(contextNames) as Context[]).filter(
  (where) => chainOf(where).length === 1 && where !== "hits",
);

/** How long a second press quits: not as long if the first one has cleared a text, which may have been all that was wanted. */
const quitMs = 2_000;
const quitClearedMs = 1_000;

const again = "Press {program.interrupt} again to quit.";
const emptied =
  "Cleared|: {edit.yank} in the composer restores the text|, {program.interrupt} again quits|.";
const restorable = "Cleared|: {edit.yank} in the composer restores the text|.";

function askToQuit({ store, clock, keys }: CommandContext, cleared?: symbol): void {
  const isCleared = cleared !== undefined;
  const toastOf = (text: string): Toast => ({
    text: withKeys(keys, text),
    tone: "done",
    undo: false,
  });
  const firstPress: FirstPress = {
    kind: "quit",
    cleared,
    question: toastOf(isCleared ? emptied : again),
    // It still says how to restore the text.
    afterwards: isCleared ? toastOf(restorable) : undefined,
  };
  changeScreen(store, (screen) => ({
    ...screen,
    pressed: { ...screen.pressed, firstPress },
    toast: firstPress.question,
  }));
  clock.after(isCleared ? quitClearedMs : quitMs, () => {
    dropFirstPress(store, firstPress);
    if (cleared !== undefined) releaseComposer(store, cleared);
  });
}

/** Quitting must not lose the text: it becomes a draft. */
function restoreCleared(store: Store, firstPress: FirstPress): void {
  const cleared = firstPress.kind === "quit" ? firstPress.cleared : undefined;
  const key = cleared && releaseComposer(store, cleared);
  if (key === undefined) return;
  changeScreen(store, (screen) => withEditor(screen, key, undo(composerAt(screen, key).editor)));
}

/** Beside a toast there may be a sidebar and progress, beside a notice its key. */
const besideToast = 58;
const besideNotice = 13;

/** A toast that may not fit on its line, or a notice that needs several, for which a small screen has no room. */
function longSentence({ screen, session }: State): string | undefined {
  const sentence = screen.toast?.text ?? session.notice ?? "";
  const beside = screen.toast === undefined ? besideNotice : besideToast;
  return width(safeLine(sentence)) > screen.terminal.columns - beside ? sentence : undefined;
}

function openHelp({ store }: CommandContext): void {
  const note = longSentence(store.getState());
  openDialog(store, { kind: "help", note, input: inputOf(), chosen: 0 });
}

/** Requests messages of the open place again that could not be fetched. */
function retryOpenHistory(store: Store): void {
  const { place } = store.getState().screen;
  const narrow = narrowOf(place);
  if (narrow === undefined) return;
  changeSession(store, (session) => withLoadFailure(session, narrowKey(narrow)));
}

function feed(
  kind: "all" | "mentions" | "starred",
  title: string,
  keys: string,
  names: string,
): Command {
  const run = ({ store }: CommandContext) => openNarrow(store, { kind });
  return { id: `go.${kind}`, title, alsoCalled: names, keys: [keys], where: inPanes, run };
}

export const program: readonly Command[] = [
  ...commandsIn([...inPanes, "composer", "bar"], {
    "palette.open": {
      alsoCalled: "switch,quick switcher,jump to,go to",
      title: "Go to a stream, a topic, a person or a place, or run a command",
      hint: "go to",
      keys: ["^K"],
      run: ({ store, clock }) => {
        openDialog(store, { kind: "palette", input: inputOf(), chosen: 0 });
        prepareNames(store.getState().view, clock);
      },
    },
    "help.open": {
      alsoCalled: "shortcuts,keyboard shortcuts,hotkeys,help",
      title: "Show key bindings",
      hint: "keys",
      keys: ["?"],
      where: inPanes,
      run: openHelp,
    },
    "help.anywhere": {
      title: "Show key bindings, also while writing",
      keys: ["F1"],
      where: [...inPanes, "composer"],
      run: openHelp,
    },
  }),
];

export const goingTo: readonly Command[] = [
  ...commandsIn(inPanes, {
    "go.settings": {
      alsoCalled:
        "settings,preferences,options,theme,notifications,dark mode,profile,time zone,alert words",
      title: "Go to your settings",
      keys: ["g ,"],
      run: ({ store }) => openForm(store, { name: "settings", id: 0 }),
    },
  }),
  feed("all", "Go to all messages", "g a", "combined feed,everything,all messages"),
  feed("mentions", "Go to mentions", "g m", "mentions,my mentions"),
  feed("starred", "Go to starred", "g s", "bookmarks,saved messages,starred messages"),
  ...commandsIn(inPanes, {
    "go.back": {
      title: "Back",
      keys: ["Alt+Left"],
      run: ({ store }) => void goBack(store),
    },
    "go.forward": {
      title: "Forward",
      keys: ["Alt+Right"],
      run: ({ store }) => void goForward(store),
    },
    "program.leave": {
      title: "Back; in the inbox, quit",
      keys: ["q"],
      // Goes back; quits in the inbox with an empty history.
      run: ({ store, quit }) => {
        const { screen } = store.getState();
        if (screen.place.kind === "inbox") quit();
        else if (!goBack(store)) goTo(store, { kind: "inbox" });
      },
    },
    "program.interrupt": {
      title: "Quit (twice)",
      alsoCalled: "exit,close weir",
      keys: ["^C"],
      where: everywhere,
      // Quits on the second press. In the composer, the first one clears the text.
      run: (context) => {
        const { store, quit } = context;
        const { screen } = store.getState();
        const { firstPress } = screen.pressed;
        if (contextOf(screen) === "composer" && composerEditor(screen).text !== "") {
          edit(store, (editor) => cut(selectAll(editor)));
          const held = holdComposer(store, composerKey(screen));
          // An edit stays open: what is typed next is its text.
          if (screen.composing.kind === "new")
            changeScreen(store, (now) => ({ ...now, focus: "pane" }));
          askToQuit(context, held);
        } else if (firstPress?.kind !== "quit") askToQuit(context);
        else {
          restoreCleared(store, firstPress);
          quit();
        }
      },
    },
    "program.repaint": {
      alsoCalled: "refresh,reload",
      title: "Redraw the screen, and show new arrivals; retry what failed to load",
      keys: ["^L"],
      where: everywhere,
      run: (context) => {
        const { store, repaint, retry } = context;
        repaint();
        refreshOpenList(store);
        refetchOpenList(store);
        retryOpenHistory(store);
        searchOthers(context);
        if (store.getState().session.connection.kind !== "live") retry();
      },
    },
    "program.suspend": {
      title: "Suspend (`fg` resumes)",
      keys: ["^Z"],
      where: everywhere,
      run: ({ suspend }) => suspend(),
    },
  }),
];

// Showing another account.

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

export const switching = commandsIn([...inPanes, "composer", "dialog", "info", "card"], {
  "account.show": {
    title: "Show the account of that number",
    keys: numbers.map((number) => `Alt+${number}`),
    forSeveral: true,
    // By its place in the configuration file; it is opened if it is not live.
    run: ({ store, stroke, openAccount }) => {
      const { account } = store.getState().session;
      const all = account?.all ?? [];
      const number = Number(stroke?.at(-1) ?? 1);
      const chosen = all[number - 1];
      if (all.length < 2) return;
      if (chosen === undefined) showToast(store, `There are ${all.length} accounts.`, "error");
      else if (chosen.name !== account?.name) openAccount(chosen.name);
    },
  },
});
