/** The inputs and outputs that all panes have in common. */
import type { Clock } from "#base/clock.ts";
import { memoizeEach } from "#base/memoize.ts";
import type { Keys } from "#commands/command.ts";
import { createMessageBodies, type MessageBodies } from "#ui/message-bodies.ts";
import type { ClickedLine } from "./spans.ts";
import type { Style } from "./style.ts";

/** Painted lines, each as wide as its pane. */
export type Lines = readonly string[];

/** The line above the pane. */
export type Title = {
  readonly lines: Lines;
  /** The column of the cursor, while something is typed in the line. */
  readonly caret: number | undefined;
  /** The filter on that column, if there is one. */
  readonly targetAt?: ClickedLine["targetAt"];
};

/** A cell of the screen. */
export type Cell = { readonly x: number; readonly y: number };

export type PaneParts = {
  readonly style: Style;
  readonly bodies: MessageBodies;
  readonly clock: Pick<Clock, "now">;
  readonly keys: Keys;
  /** The width of dialogs for a program that reads them out, so that nothing is cut, if not what the screen has. */
  readonly dialogColumns?: number;
  /** True for such a program: its reader follows the end even where the selected message leaves the window. */
  readonly isUnseen?: true;
};

const others = memoizeEach((_: PaneParts) => new Map<string, PaneParts>());

/**
 * The parts for what is drawn of another account: texts are cached together with the names in them, of which one account's
 * would push out the other's.
 */
export function partsOf(parts: PaneParts, account: string): PaneParts {
  const partsByAccount = others(parts);
  const accountParts = partsByAccount.get(account) ?? {
    ...parts,
    bodies: createMessageBodies(parts.style, () => {}),
  };
  partsByAccount.set(account, accountParts);
  return accountParts;
}
