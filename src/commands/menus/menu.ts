/**
 * Menus: a question, or a few choices, about one target.
 *
 * What a menu says and what its items do follow from the state each time it is drawn and each time a key is pressed. So
 * an item that no longer applies can be neither seen nor taken.
 */
import type { CommandContext, Keys } from "#commands/command.ts";
import { boundIn } from "#commands/keymap.ts";
import { changeDialogOf, contextBelow, showToast } from "#commands/screen.ts";
import { keyOf } from "#commands/sentences.ts";
import type { Action } from "#journal/intent.ts";
import type { Problem } from "#model/limits.ts";
import type { Message } from "#model/message.ts";
import type { Narrow } from "#model/narrow.ts";
import type { About } from "#store/dialog.ts";
import type { Call } from "#store/forms.ts";
import type { State } from "#store/state.ts";
import { act, addIntents, changeSession } from "#store/store.ts";

/** Texts are as received: not safe for a terminal. A narrow stands for its name. */
export type MenuText = string | Narrow;

/** What is done with a message names it: there it stands for its author and its first words. */
export type MenuTitle = string | readonly (string | Message)[];

export type MenuLine = {
  /** Before it, in a column of its own. */
  readonly label?: string;
  readonly text: MenuText;
  readonly tone?: "strong" | "quote" | "warning" | "bad";
  /** Shown at the right edge. */
  readonly right?: string;
};

export type MenuItem = {
  /** Its key, and its identity while the menu is open; a number of two digits only the latter. */
  readonly key: string;
  readonly title: MenuText;
  /** It is a link outside. */
  readonly isLink?: true;
  /** Whether it is switched on, for a switch. */
  readonly isOn?: boolean;
  /** Shown at the right edge. */
  readonly right?: string;
  /** What it does cannot be undone. */
  readonly danger?: true;
  /** Why it cannot be taken now. */
  readonly locked?: Problem;
  /** What Enter does with it, in a word or two, unless the title says it. */
  readonly take?: string;
  /** What it does after the menu was closed. Without it, the menu is left, as if nothing had been asked. */
  readonly run?: (context: CommandContext) => void;
  /** The menu stays open. */
  readonly stays?: true;
};

export type Menu = {
  readonly about: About;
  readonly title: MenuTitle;
  readonly lines: readonly MenuLine[];
  /** The first one is selected initially, so it must be harmless. It is empty if there is nothing left to choose. */
  readonly items: readonly MenuItem[];
};

export type MenuFacts = {
  readonly state: State;
  readonly keys: Keys;
  /** UNIX milliseconds. */
  readonly now: number;
};

/** A menu without its subject, or the sentence why there is nothing to choose any more. */
type MenuContent = Omit<Menu, "about"> | string;

export type AboutOf<Kind extends About["kind"]> = Extract<About, { readonly kind: Kind }>;

/** What menus about one kind of subject say and do. */
export type MenuRow<Kind extends About["kind"]> = (
  facts: MenuFacts,
  about: AboutOf<Kind>,
) => MenuContent;

/**
 * The key of an item that does what the command asked about: the command's own key, so that pressing it twice confirms;
 * `otherwise` if that is a sequence, or has another meaning in menus.
 */
export function ownKey({ keys, state }: MenuFacts, id: string, otherwise: string): string {
  const key = keyOf(keys, id, contextBelow(state.screen));
  const inMenus = boundIn(keys.commands, keys.overrides, "menu").map((bound) => bound.keys);
  const isLine = keys.typed !== undefined && key !== undefined && key.length > 1;
  return key === undefined || isLine || key.includes(" ") || inMenus.includes(key)
    ? otherwise
    : key;
}

// Questions whose answer is one change: what declares the request says who may make it.

export type Question = {
  readonly title: string;
  /** What happens, and to how many. */
  readonly lines: readonly string[];
  /** The answer that changes nothing. */
  readonly keep: string;
  /** The other answer, and its key. */
  readonly confirm: string;
  readonly key: string;
  readonly danger?: true;
  readonly locked?: Problem;
  /** What confirming does: actions, or else requests, for which the menu waits. */
  readonly actions?: readonly Action[];
  readonly calls?: readonly Call[];
  /** The account's key is replaced. */
  readonly renewsKey?: true;
  /** The toast afterwards: `Archived #backend`. */
  readonly report: string;
};

/** The menu of a question; undefined if its subject no longer exists. */
export function questionMenu<Kind extends About["kind"]>(
  questionOf: (state: State, about: AboutOf<Kind>) => Question | undefined,
): MenuRow<Kind> {
  return ({ state }, about) => {
    const question = questionOf(state, about);
    if (question === undefined) return "This no longer exists.";
    const { title, lines, keep, confirm, key, danger, locked, actions } = question;
    return {
      title,
      lines: [
        ...lines.map((text) => ({ text })),
        ...(locked === undefined ? [] : [{ text: locked, tone: "warning" } as const]),
      ],
      items: [
        { key: "k", title: keep },
        {
          key,
          title: confirm,
          locked,
          ...(danger && { danger }),
          ...(actions === undefined && { stays: true }),
          run: (context) => confirmed(context, question),
        },
      ],
    };
  };
}

function confirmed(context: CommandContext, question: Question): void {
  const { store, newId } = context;
  const { actions, calls = [], renewsKey, report } = question;
  if (actions !== undefined) {
    const isUndone = act(store, context, actions, { sentence: report }) !== undefined;
    if (!isUndone) addIntents(store, context, actions);
    showToast(store, report, "done", isUndone);
    return;
  }
  const id = newId();
  changeDialogOf(store, "menu", (open) => ({ ...open, request: id, failure: undefined }));
  const request = { id, calls, report, ...(renewsKey && { renewsKey }) };
  changeSession(store, (session) => ({ ...session, requests: [...session.requests, request] }));
}
