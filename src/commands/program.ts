/** The program itself: help, palette, places, repaint, suspend and quit. */
import { changeScreen } from "#store/store.ts";
import type { Command, CommandContext } from "./command.ts";
import { goBack, goForward, goTo, openNarrow } from "./places.ts";
import { openDialog, say } from "./screen.ts";
import { said } from "./sentences.ts";

const outside = ["sidebar", "list", "reader"] as const;
const everywhere = [...outside, "composer", "bar", "dialog", "help"] as const;

/** Two presses within this time quit. */
const twiceMs = 2000;

/** The first press stands on the screen as its toast: a second one while it does is meant. */
function interrupt({ store, clock, quit, keys }: CommandContext): void {
  const askAgain = said(keys, "Press {program.interrupt} again to quit.");
  if (store.getState().screen.toast?.text === askAgain) {
    quit();
    return;
  }
  say(store, askAgain);
  clock.after(twiceMs, () =>
    changeScreen(store, (screen) =>
      screen.toast?.text === askAgain ? { ...screen, toast: undefined } : screen,
    ),
  );
}

/** Back; at the root, which is the inbox with nothing before it, the program ends. */
function leave({ store, quit }: CommandContext): void {
  const { screen } = store.getState();
  if (screen.place.kind === "inbox") quit();
  else if (!goBack(store)) goTo(store, { kind: "inbox" });
}

export const program: readonly Command[] = [
  {
    id: "palette.open",
    title: "Go to a stream, a topic or a person",
    hint: "go to",
    keys: ["^K"],
    where: [...outside, "composer", "bar"],
    run: ({ store }) => openDialog(store, { kind: "palette", text: "", chosen: 0 }),
  },
  {
    id: "help.open",
    title: "The keys that work here",
    hint: "keys",
    keys: ["?"],
    where: outside,
    run: ({ store }) => openDialog(store, { kind: "help", filter: "", typing: false, chosen: 0 }),
  },
  {
    id: "go.inbox",
    title: "To the inbox",
    keys: ["g i"],
    where: outside,
    run: ({ store }) => goTo(store, { kind: "inbox" }),
  },
  {
    id: "go.all",
    title: "To everything",
    keys: ["g a"],
    where: outside,
    run: ({ store }) => openNarrow(store, { kind: "all" }),
  },
  {
    id: "go.mentions",
    title: "To your mentions",
    keys: ["g m"],
    where: outside,
    run: ({ store }) => openNarrow(store, { kind: "mentions" }),
  },
  {
    id: "go.starred",
    title: "To what you starred",
    keys: ["g s"],
    where: outside,
    run: ({ store }) => openNarrow(store, { kind: "starred" }),
  },
  {
    id: "go.back",
    title: "Back",
    keys: ["Alt+Left"],
    where: outside,
    run: ({ store }) => void goBack(store),
  },
  {
    id: "go.forward",
    title: "Forward",
    keys: ["Alt+Right"],
    where: outside,
    run: ({ store }) => void goForward(store),
  },
  {
    id: "program.leave",
    title: "Back; in the inbox, quit",
    keys: ["q"],
    where: outside,
    run: leave,
  },
  {
    id: "program.interrupt",
    title: "Quit (twice)",
    keys: ["^C"],
    where: everywhere,
    run: interrupt,
  },
  {
    id: "program.repaint",
    title: "Draw the screen anew",
    keys: ["^L"],
    where: everywhere,
    run: ({ repaint }) => repaint(),
  },
  {
    id: "program.suspend",
    title: "Suspend; `fg` comes back",
    keys: ["^Z"],
    where: everywhere,
    run: ({ suspend }) => suspend(),
  },
];
