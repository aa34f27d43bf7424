/**
 * The types of events and of the state that a register answers with: the one list of them.
 *
 * A type in it has a schema (`events.ts`), a reducer (`model/apply.ts`) and a request (`sync/queue/request.ts`), or does not
 * compile. It needs nothing else of the program, because the request leaves while the rest is loaded.
 */

type Asked =
  /** For its events, and for its state under the same name. */
  | "both"
  | "events"
  | "state"
  /** It is not asked for: it comes anyway, or what it says is not shown. */
  | "nothing";

type EventKind = {
  readonly asks: Asked;
  /** What a slow line is too narrow for. */
  readonly isWide?: true;
};

/**
 * In the order of the request. Names for older servers stand behind their successors: newer servers omit the duplicates.
 */
const kinds = {
  message: { asks: "both" },
  update_message: { asks: "both" },
  update_message_flags: { asks: "both" },
  subscription: { asks: "both" },
  stream: { asks: "both" },
  realm_user: { asks: "both" },
  presence: { asks: "both", isWide: true },
  user_status: { asks: "both" },
  user_topic: { asks: "both" },
  muted_topics: { asks: "both" },
  muted_users: { asks: "both" },
  alert_words: { asks: "both" },
  drafts: { asks: "both" },
  scheduled_messages: { asks: "both" },
  saved_snippets: { asks: "both" },
  reminders: { asks: "both" },
  user_settings: { asks: "both" },
  update_display_settings: { asks: "both" },
  update_global_notifications: { asks: "both" },
  realm: { asks: "both" },
  custom_profile_fields: { asks: "both" },
  realm_emoji: { asks: "both" },
  realm_linkifiers: { asks: "both" },
  realm_filters: { asks: "both" },
  user_group: { asks: "both" },
  delete_message: { asks: "events" },
  reaction: { asks: "events" },
  submessage: { asks: "events" },
  typing: { asks: "events", isWide: true },
  typing_edit_message: { asks: "events", isWide: true },
  navigation_view: { asks: "events" },
  navigation_views: { asks: "state" },
  channel_folder: { asks: "events" },
  channel_folders: { asks: "state" },
  realm_user_groups: { asks: "state" },
  recent_private_conversations: { asks: "state" },
  starred_messages: { asks: "state" },
  restart: { asks: "events" },
  heartbeat: { asks: "nothing" },
  attachment: { asks: "nothing" },
} as const satisfies Readonly<Record<string, EventKind>>;

type Kinds = typeof kinds;
type Name = keyof Kinds;
type NameOf<A extends Asked> = { [N in Name]: Kinds[N]["asks"] extends A ? N : never }[Name];

/** Types that come as events. */
export type EventType = Exclude<Name, NameOf<"state">>;
/** Types of state in the answer to a register. */
export type StateName = NameOf<"both" | "state">;

const names = Object.keys(kinds) as readonly Name[];

/** Whether a slow line is too narrow for it. */
export function isWide(name: Name): boolean {
  const kind: EventKind = kinds[name];
  return kind.isWide === true;
}

/** The types whose events are asked for. */
export const askedEvents = names.filter(
  (name): name is NameOf<"both" | "events"> =>
    kinds[name].asks === "both" || kinds[name].asks === "events",
);

/** What the chat's replica is made from. */
export const askedState = names.filter(
  (name): name is StateName => kinds[name].asks === "both" || kinds[name].asks === "state",
);
