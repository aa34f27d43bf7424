/** Actions on one's own status, settings, alert words, drafts and scheduled messages. */
import { streams } from "../../support/small-blueprint.ts";
import {
  bo,
  cleo,
  type Doing,
  isEven,
  one,
  type Perform,
  patch,
  post,
  recent,
  remove,
} from "./action.ts";

const setting =
  (settings: (doing: Doing) => object): Perform =>
  (doing) =>
    patch("/settings", { ...settings(doing) });

const draft = ({ a, token, now }: Doing) => ({
  type: one(["stream", "private", ""], a),
  to: one([[streams.general], [bo], []], a),
  topic: a % 3 === 0 ? "t" : "",
  content: `draft ${token}`,
  timestamp: now,
});

const followed = "narrow/is/followed";

/** Within the next minutes, so that some are sent during a run; or never. */
const due = ({ a, now }: Doing) => now + one([40, 1_000_000, 100], a);

export const ownActions: Readonly<Record<string, Perform>> = {
  status: ({ b }) => post("/users/me/status", { status_text: one(["out", ""], b) }),
  statusEmoji: ({ b }) => post("/users/me/status", { emoji_name: one(["car", "oar", ""], b) }),
  away: (doing) => post("/users/me/status", { away: isEven(doing) }),
  present: ({ b }) =>
    post("/users/me/presence", { status: one(["active", "idle"], b), new_user_input: true }),
  hours: setting((doing) => ({ twenty_four_hour_time: isEven(doing) })),
  enter: setting((doing) => ({ enter_sends: isEven(doing) })),
  zone: setting(({ b }) => ({ timezone: one(["Asia/Tokyo", "Europe/Paris"], b) })),
  hide: setting((doing) => ({ presence_enabled: isEven(doing) })),
  onScroll: setting(({ b }) => ({ web_mark_read_on_scroll_policy: 1 + (b % 3) })),
  showAddress: setting(({ b }) => ({ email_address_visibility: 1 + (b % 5) })),
  ownName: setting(({ b }) => ({ full_name: `Own ${b % 3}` })),
  addWord: ({ b }) => post("/users/me/alert_words", { alert_words: [`w${b % 2}`] }),
  removeWord: ({ b }) => remove("/users/me/alert_words", { alert_words: [`w${b % 2}`] }),
  addDraft: (doing) => post("/drafts", { drafts: [draft(doing)] }),
  editDraft: (doing) => patch(`/drafts/${1 + (doing.b % 3)}`, { draft: draft(doing) }),
  deleteDraft: ({ b }) => remove(`/drafts/${1 + (b % 3)}`),
  schedule: (doing) =>
    post("/scheduled_messages", {
      type: "stream",
      to: one([streams.general, streams.secret], doing.b),
      topic: "later",
      content: `later ${doing.token}`,
      scheduled_delivery_timestamp: due(doing),
    }),
  scheduleDirect: (doing) =>
    post("/scheduled_messages", {
      type: "direct",
      to: one([[bo], [cleo, bo]], doing.b),
      content: `later ${doing.token}`,
      scheduled_delivery_timestamp: due(doing),
    }),
  reschedule: (doing) =>
    patch(`/scheduled_messages/${1 + (doing.b % 3)}`, { content: `changed ${doing.token}` }),
  unschedule: ({ b }) => remove(`/scheduled_messages/${1 + (b % 3)}`),
  saveSnippet: ({ a, b, token }) =>
    post("/saved_snippets", { title: `Title ${b % 3}`, content: one([token, "**all**"], a) }),
  editSnippet: ({ b, token }) => patch(`/saved_snippets/${1 + (b % 3)}`, { content: token }),
  deleteSnippet: ({ b }) => remove(`/saved_snippets/${1 + (b % 3)}`),
  remind: (doing) =>
    post("/reminders", {
      message_id: recent(doing.ids, doing.b),
      scheduled_delivery_timestamp: due(doing),
      note: one(["", "soon"], doing.b),
    }),
  forgetReminder: ({ b }) => remove(`/reminders/${1 + (b % 3)}`),
  addView: ({ a, b }) =>
    post("/navigation_views", {
      is_pinned: a % 2 === 0,
      ...one([{ fragment: "inbox" }, { fragment: followed, name: "Mine" }], b),
    }),
  editView: ({ a, b }) =>
    patch(
      `/navigation_views/${followed}`,
      one([{ is_pinned: a % 2 === 0 }, { name: `Mine ${a % 3}` }], b),
    ),
  removeView: ({ b }) => remove(`/navigation_views/${one(["inbox", followed], b)}`),
  /** Scheduled messages and reminders are sent at the full minute. */
  wait: () => undefined,
};
