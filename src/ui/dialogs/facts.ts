/** What the dialogs read: a dialog is a function of this and of its own state. */
import type { Keys } from "#commands/command.ts";
import type { Menu } from "#commands/menus/menu.ts";
import type { PaletteFacts } from "#commands/palette.ts";
import type { Journal } from "#journal/journal.ts";
import type { Dialog, DialogOf } from "#store/dialog.ts";
import type { MessageDetails } from "#store/message-details.ts";
import type { Upload } from "#store/uploads.ts";
import type { Style } from "#ui/style.ts";

export type Facts = PaletteFacts & {
  readonly style: Style;
  readonly keys: Keys;
  readonly journal: Journal;
  /** The open menu; undefined in other dialogs. */
  readonly menu: Menu | undefined;
  /** The width of texts in a row. */
  readonly columns: number;
  readonly details: MessageDetails | undefined;
  readonly uploads: readonly Upload[];
  /** Recent searches, the last one first. */
  readonly searches: readonly string[];
  /** UNIX seconds; the start of the day for dialogs that need no time of day. */
  readonly now: number;
};

/** The props of a card about the user or stream of that ID. */
export type CardProps<Id> = {
  readonly facts: Facts;
  readonly id: Id;
  readonly scrolledTo: number;
};

export type PropsOf<Kind extends Dialog["kind"]> = {
  readonly facts: Facts;
  readonly dialog: DialogOf<Kind>;
};
