/** Questions whose answer is one change: what declares the request says who may make it. */
import type { CommandContext } from "#commands/command.ts";
import { changeMenu, showToast } from "#commands/screen.ts";
import type { Action } from "#journal/intent.ts";
import type { Problem } from "#model/limits.ts";
import type { About } from "#store/dialog.ts";
import type { Call } from "#store/forms.ts";
import type { State } from "#store/state.ts";
import { addIntents, changeSession } from "#store/store.ts";
import type { AboutOf, MenuRow } from "./menu.ts";

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
  readonly done: string;
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
  const { actions, calls = [], renewsKey, done } = question;
  if (actions !== undefined) {
    addIntents(store, context, actions);
    showToast(store, done);
    return;
  }
  const id = newId();
  changeMenu(store, (open) => ({ ...open, request: id, failure: undefined }));
  const request = { id, calls, done, ...(renewsKey && { renewsKey }) };
  changeSession(store, (session) => ({ ...session, requests: [...session.requests, request] }));
}
