/** What the composer needs to know, gathered: its text, whom it is for, and who else is writing there. */

import { latest } from "#base/latest.ts";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { composerEditor } from "#commands/composer.ts";
import { said } from "#commands/sentences.ts";
import type { Address } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation } from "#model/narrow.ts";
import type { Picture, Typist } from "#model/picture.ts";
import { typistsOf } from "#model/select/reading.ts";
import type { State } from "#store/state.ts";
import { type Composed, composerHeight, composerLines, textRoom } from "./composer-lines.ts";
import { type Geometry, gutterOf, paneColumns, type Region } from "./geometry.ts";
import { conversationSpans, personName } from "./names.ts";
import type { PaneParts } from "./pane-parts.ts";
import type { Span } from "./spans.ts";
import type { Style } from "./style.ts";

const nothing: Composed = { lines: [], cursor: undefined };

export type ComposerPane = {
  readonly needs: (state: State) => { readonly shown: boolean; readonly lines: number };
  readonly lines: (state: State, geometry: Geometry) => Composed;
};

/** There is something to write to, or somebody is writing. */
function isShown({ screen }: State): boolean {
  if (screen.focus === "composer") return true;
  return screen.place.kind === "narrow" && isConversation(screen.place.narrow);
}

export function composerPane({ style, clock, keys }: PaneParts): ComposerPane {
  const placeholder = safeLine(said(keys, "{message.reply} writes here"));
  const height = latest((text: string, room: number) => composerHeight(style, text, room));
  const heightOf = ({ screen }: State) => {
    const columns = paneColumns(screen.columns, screen.rows);
    return height(
      composerEditor(screen).text,
      textRoom({ columns, gutter: gutterOf(screen.columns) }),
    );
  };
  const recipient = latest(
    (address: Address | undefined, _streams: unknown, _names: number, picture: Picture) =>
      address && conversationSpans(style, picture, address, "text"),
  );
  const lines = latest(
    (
      region: Region,
      gutter: 1 | 2,
      frame: 0 | 1 | 2,
      text: string,
      cursor: number,
      focused: boolean,
      to: readonly Span[] | undefined,
      typing: SafeText | "",
      limit: number,
    ) =>
      composerLines(
        style,
        { columns: region.columns, rows: region.rows, gutter, frame },
        {
          text,
          cursor,
          focused,
          recipient: to,
          typing,
          limit,
          placeholder,
        },
      ),
  );
  return {
    needs: (state) => ({ shown: isShown(state), lines: heightOf(state) }),
    lines: (state, { composer, gutter, composerFrame }) => {
      if (composer === undefined) return nothing;
      const { screen, view } = state;
      const { text, cursor } = composerEditor(screen);
      return lines(
        composer,
        gutter,
        composerFrame,
        text,
        cursor,
        screen.focus === "composer" && screen.dialog === undefined,
        recipient(screen.address, view.streams, view.namesRevision, view),
        typingText(style, view, screen.address, clock.now()),
        view.realm.maxMessageLength,
      );
    },
  };
}

/** Whoever else is writing there, in the order in which they began. `now` in UNIX milliseconds. */
function typistsNow(view: Picture, address: Address | undefined, now: number): readonly Typist[] {
  if (address === undefined) return [];
  const typists = typistsOf(view, conversationKey(address), now);
  return typists.filter(({ userId }) => userId !== view.ownId);
}

function typingText(
  { glyphs }: Style,
  view: Picture,
  address: Address | undefined,
  now: number,
): SafeText | "" {
  const names = typistsNow(view, address, now).map(({ userId }) => personName(view, userId));
  const [first, second] = names;
  if (first === undefined) return "";
  const dots = glyphs.ellipsis;
  if (second === undefined) return plain(`${first} is typing${dots}`);
  if (names.length > 2) return plain(`${names.length} people are typing${dots}`);
  return plain(`${first} and ${second} are typing${dots}`);
}
