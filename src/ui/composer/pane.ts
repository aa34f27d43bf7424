/** Collects what the composer shows: its text, the recipient, and who else is typing. */

import { memoizeFields, memoizeLast } from "#base/memoize.ts";
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { hourMinute, momentLabel, zonedMoment } from "#base/time.ts";
import type { Keys } from "#commands/command.ts";
import { openReader } from "#commands/screen.ts";
import { keyOf, withKeys } from "#commands/sentences.ts";
import { enterSends, recipientProblem, sendEffect } from "#commands/writing/before-sending.ts";
import { placedUploads } from "#commands/writing/uploading.ts";
import { selectionOf } from "#editor/editor.ts";
import { placeIn, type Rows } from "#editor/rows.ts";
import type { Address } from "#journal/intent.ts";
import { countConflicts } from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import { topicTitle } from "#model/empty-topic.ts";
import { isConversation, narrowKey, others } from "#model/narrow.ts";
import { postProblem } from "#model/permissions.ts";
import type { Replica, Typist } from "#model/replica.ts";
import { typistsOf } from "#model/select/conversations.ts";
import { unsentWidget } from "#model/widget.ts";
import { accountLabel } from "#store/account.ts";
import {
  composerEditor,
  composerKey,
  conflictOf,
  editedMessage,
  editedScheduled,
  isEditGone,
  isTouched,
  isWaiting,
  newAddress,
  openedComposer,
  recipientOf,
  replacedIn,
} from "#store/composer.ts";
import { isList } from "#store/lists.ts";
import { asideOf, listShown } from "#store/peek.ts";
import { draftRow } from "#store/session.ts";
import type { State } from "#store/state.ts";
import type { Token } from "#theme/tokens.ts";
import { whichMessage } from "#ui/dialogs/content.ts";
import { composerColumns, type Geometry, gutterOf, type Region } from "#ui/geometry.ts";
import { conversationSpans, personName } from "#ui/names.ts";
import type { Cell, PaneParts } from "#ui/pane-parts.ts";
import { type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { roles } from "#wire/user.ts";
import {
  type Composed,
  type ComposerFacts,
  type ComposerSize,
  composerHeight,
  composerLines,
  composerRows,
  type News,
  textPlace,
  textRoom,
} from "./lines.ts";

const nothing: Composed = { lines: [], cursor: undefined, above: 0 };

type ComposerPane = {
  readonly needs: (state: State) => { readonly shown: boolean; readonly lines: number };
  readonly lines: (state: State, geometry: Geometry) => Composed;
  /** How many lines a text will have there. */
  readonly height: (screen: State["screen"], text: string) => number;
  /** The rows of the open text at the composer's width, whether or not it is shown. */
  readonly rows: (state: State) => Rows;
  /** The text position at a cell of the screen. */
  readonly placeAt: (state: State, geometry: Geometry, cell: Cell) => number;
};

type Drawing = ComposerFacts & Pick<ComposerSize, "gutter" | "frame"> & { readonly region: Region };

/** There is a recipient, or somebody is typing. */
function isShown({ screen }: State): boolean {
  if (screen.focus === "composer") return true;
  return screen.place.kind === "narrow" && isConversation(screen.place.narrow);
}

export function composerPane({ style, clock, keys, bodies }: PaneParts): ComposerPane {
  const height = memoizeLast((text: string, room: number) => composerHeight(style, text, room));
  const waitingHeight = memoizeLast((text: string, room: number) =>
    composerHeight(style, text, room),
  );
  const roomOf = (screen: State["screen"]) => {
    const { columns, rows } = screen.terminal;
    const isAside = listShown(screen) !== undefined;
    const room = composerColumns(columns, rows, isAside ? asideOf(screen) : undefined);
    return textRoom({ columns: room, gutter: gutterOf(columns) });
  };
  const textRows = ({ screen }: State) =>
    composerRows(style, composerEditor(screen).text, roomOf(screen));
  const recipient = recipientSpansOf(style);
  const newsOf = composerNews(style, keys);
  const selection = memoizeLast(selectionOf);
  const placeholder = safeLine(withKeys(keys, "{message.reply} writes here"));
  const drawn = memoizeFields(({ region, gutter, frame, ...facts }: Drawing) =>
    composerLines(style, { columns: region.columns, rows: region.rows, gutter, frame }, facts),
  );
  // The pane and the cursor ask in one state.
  const composed = memoizeLast((state: State, geometry: Geometry): Composed => {
    const { composer, gutter, composerFrame } = geometry;
    if (composer === undefined) return nothing;
    const { screen, view } = state;
    const editor = composerEditor(screen);
    const address = recipientOf(state);
    const isFocused = screen.focus === "composer" && screen.dialog === undefined;
    return drawn({
      region: composer,
      gutter,
      frame: composerFrame,
      text: editor.text,
      cursor: editor.cursor,
      selection: isFocused || !isWaiting(screen) ? selection(editor) : undefined,
      focused: isFocused,
      recipient: recipient(state),
      lead: leadText(style, bodies, state, clock.now()),
      typing: typingText(style, view, newAddress(screen), clock.now()),
      draft: draftText(style, state, clock.now()),
      news: newsOf(state, clock.now()),
      upload: placedUploads(state).find(({ placeholder }) => editor.text.includes(placeholder)),
      limit: view.realm.maxMessageLength,
      placeholder,
      problem: address === undefined ? "" : safeLine(postProblem(view, address) ?? ""),
    });
  });
  return {
    needs: (state) => ({
      shown: isShown(state),
      lines: height(composerEditor(state.screen).text, roomOf(state.screen)),
    }),
    lines: composed,
    height: (screen, text) => waitingHeight(text, roomOf(screen)),
    rows: textRows,
    placeAt: (state, geometry, { x, y }) => {
      const { composer, gutter, composerFrame: frame } = geometry;
      if (composer === undefined) return 0;
      const cell = { x: x - composer.x, y: y - composer.y };
      const { row, column } = textPlace({ gutter, frame }, composed(state, geometry), cell);
      const rows = textRows(state);
      const { text } = composerEditor(state.screen);
      return placeIn(text, rows, Math.min(row, rows.ranges.length - 1), column);
    },
  };
}

function recipientSpansOf(style: Style): (state: State) => readonly Span[] | undefined {
  const ofAccount = (account: string | undefined) =>
    account === undefined
      ? []
      : [span(plain(` ${style.glyphs.separator} `), "faint"), span(safeLine(account), "dim")];
  const spansOf = memoizeLast(
    (view: Replica, address: Address | undefined, isInPane: boolean, account: string | undefined) =>
      address && [...recipientSpans(style, view, address, isInPane), ...ofAccount(account)],
  );
  return (state) => {
    const account = accountLabel(state.session.account);
    return spansOf(state.view, recipientOf(state), isRecipientInPane(state), account);
  };
}

/** The recipient; highlighted unless it is the conversation that the pane shows. */
function recipientSpans(
  style: Style,
  replica: Replica,
  address: Address,
  isInPane: boolean,
): readonly Span[] {
  const guests = guestsText(replica, address);
  const note = guests === "" ? [] : [span(guests, "warning")];
  if (isInPane) return [...conversationSpans(style, replica, address, "text"), ...note];
  const spans = conversationSpans(style, replica, address, "warning");
  return [...spans, ...note, span(plain(" (not here)"), "warning")];
}

/** LEVEL(348): organizations may want those warned who write to guests. */
function guestsText(replica: Replica, address: Address): SafeText | "" {
  const { settings } = replica.organization;
  if (address.kind !== "direct" || settings["enable_guest_user_dm_warning"] !== true) return "";
  const all = others(address.userIds, replica.ownId);
  const { length } = all.filter((id) => get(replica.people, id)?.role === roles.guest);
  if (length === 0) return "";
  if (all.length === 1) return plain(" (guest)");
  return plain(length === 1 ? " (1 guest)" : ` (${length} guests)`);
}

/** Whether the text goes to the conversation that is shown, or to that of the selected message. */
function isRecipientInPane({ screen, view }: State): boolean {
  const { place } = screen;
  const address = recipientOf({ screen, view });
  if (address === undefined) return true;
  if (isList(place)) return false;
  const key = conversationKey(address);
  if (isConversation(place.narrow)) return conversationKey(place.narrow) === key;
  const selected = openReader(screen)?.selected;
  if (typeof selected !== "number") return false;
  return get(view.messages, selected)?.conversation === key;
}

/** Labels a restored text with the time it was saved. `now` in UNIX milliseconds. */
function draftText({ hours }: Style, { screen, journal }: State, now: number): SafeText | "" {
  const key = composerKey(screen);
  const draft = journal.drafts.get(key);
  if (draft === undefined || isTouched(screen, key) || composerEditor(screen).text === "")
    return "";
  return plain(`draft from ${draftAge(draft.updatedAt, hours, now)}`);
}

/** Both in UNIX milliseconds. */
function draftAge(updatedAt: number, hours: Style["hours"], now: number): string {
  const savedAt = updatedAt / 1000;
  const isToday = now / 1000 - savedAt < 12 * 3600;
  return isToday ? hourMinute(savedAt, hours) : momentLabel(savedAt, now / 1000, hours);
}

/** Precedes the recipient: what will happen to the text. `now` in UNIX milliseconds. */
function leadText(style: Style, bodies: PaneParts["bodies"], state: State, now: number): SafeText {
  const { screen, view } = state;
  if (isEditGone({ screen, view }))
    return plain(
      editedMessage(screen) === undefined ? "Sent or deleted by now, to " : "Deleted by now, in ",
    );
  const id = editedScheduled(screen);
  const at = id && view.scheduled.get(id)?.scheduled_delivery_timestamp;
  if (at !== undefined)
    return plain(`Scheduled for ${zonedMoment(at, now / 1000, style.hours)}, to `);
  const edited = editedMessage(screen);
  if (edited === undefined) {
    const isDraft = screen.focus === "composer" && isWaiting(screen);
    const label = draftText(style, state, now) || plain("draft");
    return isDraft
      ? joined([plain(`${style.glyphs.draft} `), label, plain(", to ")])
      : plain("To ");
  }
  const message = get(view.messages, edited);
  const which =
    message === undefined ? "your message" : whichMessage({ style, bodies, view }, message);
  return safeLine(`Editing ${which} in `);
}

/** Who else is typing there, in the order in which they began. `now` in UNIX milliseconds. */
function typistsNow(view: Replica, address: Address | undefined, now: number): readonly Typist[] {
  if (address === undefined) return [];
  const typists = typistsOf(view, conversationKey(address), now);
  return typists.filter(({ userId }) => userId !== view.ownId);
}

function typingText(
  { glyphs }: Style,
  view: Replica,
  address: Address | undefined,
  now: number,
): SafeText | "" {
  const typists = typistsNow(view, address, now);
  const writing = typists.filter(({ edits }) => edits === undefined);
  // What is going to be said matters more than what is corrected.
  const shown = writing.length > 0 ? writing : typists;
  const names = shown.map(({ userId }) => personName(view, userId));
  const [first, second] = names;
  if (first === undefined) return "";
  const alone = writing.length > 0 ? "typing" : "editing a message";
  const together = writing.length > 0 ? "typing" : "editing messages";
  const dots = glyphs.ellipsis;
  if (second === undefined) return plain(`${first} is ${alone}${dots}`);
  if (names.length > 2) return plain(`${names.length} people are ${together}${dots}`);
  return plain(`${first} and ${second} are ${together}${dots}`);
}

// What changed since the user began to write: who may post there, where the topic is, what was said.

/** The most important change for a text in progress; the same value while it says the same. */
function composerNews(
  { hours }: Style,
  keys: Keys,
): (state: State, now: number) => News | undefined {
  const key = keyOf(keys, "composer.recipient") ?? "";
  const otherKey = keyOf(keys, "composer.other-version") ?? "";
  const made = memoizeLast(
    (text: SafeText, token: Token, short: SafeText = text): News => ({
      ...span(text, token),
      short,
    }),
  );
  const replacing = span(plain("typing replaces it"), "dim");
  const kept = made(plain("draft kept"), "warning");
  const restorable = made(
    safeLine(withKeys(keys, "draft kept|  {edit.undo} restores it|")),
    "warning",
    safeLine(withKeys(keys, "draft kept|  {edit.undo}|")),
  );
  const restoring = (isFocused: boolean) => (isFocused ? restorable : kept);
  const waiting = (state: State, now: number) => {
    const text = waitingText(state, hours, now);
    const withKey = (words: string) => plain(`${words}  ${otherKey}`.trimEnd());
    const short = withKey(text.replace(/,? from .*/, ""));
    return text === "" ? undefined : made(withKey(text), "warning", short);
  };
  const aboutText = (state: State) => {
    const { screen, view } = state;
    if (sendEffect({ screen, view }) === "keep") return made(plain("cannot be saved"), "bad");
    const problem = recipientProblem(state);
    if (problem !== undefined) return made(safeLine(problem), "bad");
    const moved = movedText(state, key);
    if (moved !== "") return made(moved, "warning", plain(`moved  ${key}`.trimEnd()));
    const shape = shapeOf(state, keys);
    return shape === "" ? undefined : made(shape, "dim");
  };
  const newsOfText = (state: State, now: number) => {
    const { screen } = state;
    const { editor } = openedComposer(screen);
    const isFocused = screen.focus === "composer";
    if (isDraftReplaced(state)) return restoring(isFocused);
    if (editor.text === "") return isFocused ? waiting(state, now) : undefined;
    const news = aboutText(state) ?? waiting(state, now);
    if (news !== undefined) return news;
    if (isFocused && isWaiting(screen)) return replacing;
    const count = newSince(state);
    return count === 0 ? undefined : made(plain(`${count} new since you started`), "unread");
  };
  return (state, now) =>
    state.session.unsaved.has(draftRow(composerKey(state.screen)))
      ? made(plain("not saved to disk"), "warning", plain("not saved"))
      : newsOfText(state, now);
}

/** Whether the text stands in place of a draft that waited here. */
function isDraftReplaced({ screen }: State): boolean {
  return replacedIn(openedComposer(screen)) !== undefined;
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

/** The versions of the draft that wait beside the text, and the age of the newest. `now` in UNIX milliseconds. */
function waitingText({ screen, journal }: State, hours: Style["hours"], now: number): string {
  const key = composerKey(screen);
  const [, newest] = conflictOf(journal, key) ?? [];
  if (newest === undefined) return "";
  const count = countConflicts(journal, key);
  const from = draftAge(newest.updatedAt, hours, now);
  return count === 1 ? `another version from ${from}` : `${count} other versions, from ${from}`;
}

function movedText({ screen, view }: State, key: string): SafeText | "" {
  const { rerouted } = openedComposer(screen);
  if (rerouted === undefined) return "";
  const topic = topicTitle(view, rerouted.other.topic);
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
