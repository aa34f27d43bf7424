/** Announces the recipient of the message being written, and the text of its draft. */
import { composerEditor, recipientOf } from "#store/composer.ts";
import type { State } from "#store/state.ts";
import { conversationSpans } from "#ui/names.ts";
import type { Style } from "#ui/style.ts";
import { textOf } from "./span-text.ts";

/** Returns lines when the person begins to write, and when the recipient changes. */
export function composerSpeaker(style: Style): (state: State) => readonly string[] {
  let last = "";
  return ({ screen, view }) => {
    const address = recipientOf({ screen, view });
    const isWriting = screen.focus === "composer" && address !== undefined;
    const now = isWriting ? textOf(conversationSpans(style, view, address)) : "";
    const isOther = now !== last;
    last = now;
    if (!isOther || now === "") return [];
    const { text } = composerEditor(screen);
    // On a line of its own it would look like a separate message.
    const draft = text.trim() === "" ? [] : [`Continuing this draft (:^C clears it): ${text}`];
    return [`Writing to ${now}.`, ...draft];
  };
}
