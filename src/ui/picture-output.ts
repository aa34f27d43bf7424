/**
 * What a terminal that draws pixels gets beside the frames: pictures that its cells refer to, and those that are drawn
 * over the cells of a dialog.
 *
 * A picture over cells is not part of any frame. It is drawn after the first frame that leaves room for it; when it is
 * to go or to move, the whole screen is erased and drawn again, since no terminal forgets it otherwise. Nothing else is
 * written to its cells meanwhile, because its dialog has the whole width.
 */
import { follow } from "#store/follow.ts";
import type { Picture } from "#store/pictures.ts";
import type { Store } from "#store/state.ts";
import type { OpenedDialog } from "#ui/dialogs/opened.ts";
import type { Panes } from "./panes.ts";

export type PictureOutput = {
  /** To be called when a frame has been written. */
  readonly afterFrame: () => void;
  /** The screen was erased: what was over its cells is gone. */
  readonly erased: () => void;
  /** Sends everything again, and repaints: another program had the terminal. */
  readonly resume: () => void;
  /** Removes all pictures from the terminal, which another program is about to get. */
  readonly leave: () => void;
  /** The same, for good. */
  readonly stop: () => void;
};

type PictureParts = {
  readonly store: Store;
  /** As in the last frame. */
  readonly shown: Pick<Store, "getState">;
  readonly panes: () => Pick<Panes, "dialog">;
  readonly write: (text: string) => unknown;
  /** False while another program uses the screen. */
  readonly isOurs: () => boolean;
  /** True then, and while the terminal has not taken everything. */
  readonly isBehind: () => boolean;
  /** Erases the screen, and draws it again. */
  readonly repaint: () => void;
};

export function pictureOutput(parts: PictureParts): PictureOutput {
  const sent = sentPictures(parts);
  const over = pictureOver(parts);
  return {
    afterFrame: over.settle,
    erased: over.erased,
    resume: () => {
      sent.again();
      parts.repaint();
    },
    leave: sent.remove,
    stop: () => {
      sent.remove();
      over.remove();
    },
  };
}

/**
 * Pictures that cells refer to: each is sent once, and removed when it is no longer kept. What tmux may have dropped is sent
 * again when the user looks at its pane.
 */
function sentPictures({ store, write, isOurs }: PictureParts) {
  const sent = new Map<Picture, string>();
  const unsure = new Set<Picture>();
  const isFocused = () => store.getState().screen.terminal.focused;
  const kept = () => new Set(store.getState().session.pictures.values());
  const removeExcept = (pictures: ReadonlySet<Picture>) => {
    for (const [picture, removal] of [...sent]) {
      if (pictures.has(picture)) continue;
      sent.delete(picture);
      unsure.delete(picture);
      write(removal);
    }
  };
  const send = () => {
    if (!isOurs()) return;
    const pictures = kept();
    removeExcept(pictures);
    for (const picture of pictures) {
      if (picture.kind !== "drawn" || sent.has(picture)) continue;
      const { upload, removal = "", isPassedOn = false } = picture.drawing;
      if (upload === undefined) continue;
      write(upload);
      sent.set(picture, removal);
      if (isPassedOn && !isFocused()) unsure.add(picture);
    }
  };
  const sendUnsure = () => {
    if (!isFocused() || !isOurs()) return;
    for (const picture of unsure) sent.delete(picture);
    unsure.clear();
    send();
  };
  follow(store, [({ session }) => session.pictures], send);
  follow(store, [({ screen }) => screen.terminal.focused], sendUnsure);
  // Another account may have been shown meanwhile.
  send();
  return {
    again: () => {
      removeExcept(kept());
      sent.clear();
      send();
    },
    remove: () => removeExcept(new Set()),
  };
}

/** The picture over the cells of the open dialog. */
function pictureOver({ shown, panes, write, isBehind, repaint }: PictureParts) {
  let over: Overlay | undefined;
  let isStopped = false;
  return {
    settle: () => {
      const state = shown.getState();
      if (isStopped) return;
      if (over === undefined && state.session.pictures.size === 0) return;
      const wanted = overlayOf(panes().dialog(state));
      if (isSame(over, wanted) || isBehind()) return;
      if (over !== undefined) return repaint();
      over = wanted;
      write(wanted === undefined ? "" : drawnAt(wanted));
    },
    erased: () => {
      over = undefined;
    },
    remove: () => {
      isStopped = true;
      if (over !== undefined) repaint();
    },
  };
}

/** A picture over cells, from that cell on. */
type Overlay = { readonly x: number; readonly y: number; readonly bytes: string };

/** Undefined while a part of it is scrolled out of the dialog. */
function overlayOf(opened: OpenedDialog | undefined): Overlay | undefined {
  const bytes = opened?.content.overlay;
  if (opened === undefined || bytes === undefined || opened.above + opened.below > 0)
    return undefined;
  const edge = opened.isFramed ? 1 : 0;
  // As the lines of drawings: after two blanks.
  return { x: opened.region.x + edge + 2, y: opened.region.y + edge, bytes };
}

function isSame(one: Overlay | undefined, other: Overlay | undefined): boolean {
  return one?.x === other?.x && one?.y === other?.y && one?.bytes === other?.bytes;
}

/** Wherever the cursor was, it is there afterwards. */
function drawnAt({ x, y, bytes }: Overlay): string {
  return `\u001b7\u001b[${y + 1};${x + 1}H${bytes}\u001b8`;
}
