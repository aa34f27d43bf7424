/** What a terminal tells us, decoded: keys, pastes, the mouse, the focus, and replies to questions. */

/**
 * A key as the key table writes it: `e`, `G`, `^K`, `Alt+p`, `Shift+Tab`, `Enter`, `Esc`, `Space`, `PageUp`, `F5` …
 * Modifiers stand in the order `Ctrl+Alt+Shift+`; Ctrl with a letter alone is written `^K`.
 */
export type Stroke = string;

export type Input =
  /** `text` is what the key would write: one grapheme; undefined for keys that write nothing. */
  | { readonly kind: "key"; readonly stroke: Stroke; readonly text: string | undefined }
  /** Line ends are `\n`; no other control character but the tab is left in it. */
  | { readonly kind: "paste"; readonly text: string }
  | { readonly kind: "focus"; readonly focused: boolean }
  | {
      readonly kind: "mouse";
      readonly action: "press" | "release" | "drag" | "up" | "down";
      /** 0 left, 1 middle, 2 right. */
      readonly button: number;
      /** Cells from the left and the top, from 0. */
      readonly x: number;
      readonly y: number;
    }
  /** An answer to a probe, with its escape sequence whole. */
  | { readonly kind: "reply"; readonly sequence: string };
