/** Decoded terminal input: keys, pastes, the mouse, the focus, and replies. */

/**
 * A key in the notation of the key table: `e`, `G`, `^K`, `Alt+p`, `Shift+Tab`, `Enter`, `Esc`, `Space`, `PageUp`,
 * `F5` … Modifiers are in the order `Ctrl+Alt+Shift+`; Ctrl with a letter alone is written `^K`.
 */
export type Stroke = string;

export type TerminalInput =
  /** `text` is what the key types: one grapheme; undefined for keys that type nothing. */
  | { readonly kind: "key"; readonly stroke: Stroke; readonly text: string | undefined }
  /** Line ends are `\n`; tabs are the only other control characters. */
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
  /** A reply to a probe, including its escape sequence. */
  | { readonly kind: "reply"; readonly sequence: string };
