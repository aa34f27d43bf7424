/** From the picture's inbox and the order that stands on the screen to the rows that are drawn. */
import type { ConversationKey } from "#model/conversation.ts";
import type { State } from "#store/state.ts";
import type { InboxRow, Section } from "./inbox-lines.ts";
import type { PaneParts } from "./panes.ts";

export type InboxRows = {
  readonly order: readonly { readonly key: ConversationKey; readonly section: Section }[];
  readonly rowOf: (key: ConversationKey) => InboxRow | undefined;
  /** Conversations that became unread after the order was made. */
  readonly arrived: number;
  readonly counts: Readonly<Record<Section, number>>;
};

const none: InboxRows = {
  order: [],
  rowOf: () => undefined,
  arrived: 0,
  counts: { "needs-you": 0, followed: 0, streams: 0, bots: 0 },
};

export function inboxRowsOf(_parts: PaneParts): (state: State) => InboxRows {
  return () => none;
}
