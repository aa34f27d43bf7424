/** What changed since the user began to write: who may post there, where the topic is, what was said. */
import { memoizeLast } from "#base/memoize-last.ts";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { enterSends, recipientProblem, sendEffect } from "#commands/before-sending.ts";
import type { Keys } from "#commands/command.ts";
import { keyOf } from "#commands/sentences.ts";
import { countConflicts } from "#journal/drafts.ts";
import { narrowKey } from "#model/narrow.ts";
import { unsentWidget } from "#model/widget.ts";
import { composerEditor, composerKey, newAddress, openedComposer } from "#store/composer.ts";
import type { State } from "#store/state.ts";
import type { Token } from "#theme/tokens.ts";
import { type Span, span } from "./spans.ts";

/** The most important change for a text in progress; the same value while it says the same. */
export function composerNews(keys: Keys): (state: State) => Span | undefined {
  const key = keyOf(keys, "composer.recipient") ?? "";
  const drafts = keyOf(keys, "go.drafts") ?? "";
  const made = memoizeLast((text: SafeText, token: Token): Span => span(text, token));
  return (state) => {
    if (composerEditor(state.screen).text === "") return undefined;
    const { screen, view } = state;
    const effect = sendEffect({ screen, view });
    if (effect === "keep") return made(plain("cannot be saved"), "bad");
    const problem = recipientProblem(state);
    if (problem !== undefined) return made(safeLine(problem), "bad");
    const moved = movedText(state, key);
    if (moved !== "") return made(moved, "warning");
    const shape = shapeOf(state, keys);
    if (shape !== "") return made(shape, "dim");
    const conflicts = countConflicts(state.journal, composerKey(screen));
    if (conflicts > 0) return made(plain(`${texts(conflicts)}  ${drafts}`.trimEnd()), "warning");
    const count = newSince(state);
    return count === 0 ? undefined : made(plain(`${count} new since you started`), "unread");
  };
}

/** The parts of a poll or a to-do list as parsed so far, and how to add more; empty for any other text. */
function shapeOf({ screen, view }: State, keys: Keys): SafeText | "" {
  const { text } = composerEditor(screen);
  // This runs for each key, and the text may be a megabyte.
  if (!text.startsWith("/")) return "";
  const key = keyOf(keys, enterSends({ screen, view }) ? "composer.break" : "composer.send") ?? "";
  if (/^\/poll\s*$/.test(text)) return plain(`${key}: an option`);
  if (/^\/todo\s*$/.test(text)) return plain(`${key}: a task`);
  const widget = unsentWidget(text, view.ownId);
  if (widget === undefined) return "";
  const [count, noun] =
    widget.kind === "poll" ? [widget.options.length, "option"] : [widget.tasks.length, "task"];
  return plain(`${count} ${count === 1 ? noun : `${noun}s`}  ${key}: another`);
}

function texts(count: number): string {
  return count === 1 ? "another draft is kept" : `${count} other drafts are kept`;
}

function movedText({ screen }: State, key: string): SafeText | "" {
  const { rerouted } = openedComposer(screen);
  if (rerouted === undefined) return "";
  const { topic } = rerouted.other;
  return safeLine(rerouted.isFollowed ? `was \u201c${topic}\u201d  ${key}` : `moved on  ${key}`);
}

/** New messages by others in the conversation. */
function newSince({ screen, view }: State): number {
  const { began } = openedComposer(screen);
  const address = newAddress(screen);
  if (address === undefined || began === undefined) return 0;
  const ids = view.histories.get(narrowKey(address))?.ids ?? [];
  let count = 0;
  for (let at = ids.length - 1; at >= 0; at -= 1) {
    const id = ids[at];
    if (id === undefined || id <= began) break;
    if (get(view.messages, id)?.senderId !== view.ownId) count += 1;
  }
  return count;
}
