/** A successful request to every endpoint, from which random requests are derived. */

/** The blueprint's user, another member, an administrator, a moderator, a guest, an owner, a bot and a deactivated user. */
export const callers = ["ana", "bo", "cleo", "don", "gus", "olga", "robot", "eva"] as const;
export type Caller = (typeof callers)[number];

export type Example = {
  /** Default: ana. */
  readonly as?: Caller;
  /** The path with IDs filled in; default: as declared. */
  readonly path?: string;
  /** Values other than strings are sent as JSON. */
  readonly parameters?: Readonly<Record<string, unknown>>;
};

const toDev = { type: "stream", to: 2, topic: "deploy", content: "hello *there*" };
const later = { scheduled_delivery_timestamp: 1_795_179_000 };
const page = { anchor: "newest", num_before: 20, num_after: 0 };
const draft = { type: "stream", to: [2], topic: "deploy", content: "half" };

// biome-ignore format: one row per line.
export const examples: Readonly<Record<string, Example>> = {
  "POST /messages": { parameters: toDev },
  "POST /scheduled_messages": { parameters: { ...toDev, ...later } },
  "PATCH /scheduled_messages/{scheduled_message_id}": { path: "/scheduled_messages/1", parameters: later },
  "GET /events": { parameters: { queue_id: "{queue}", last_event_id: -1, dont_block: true } },
  "PATCH /streams/{stream_id}": { as: "cleo", path: "/streams/2", parameters: { description: "New" } },
  "POST /mark_all_as_read": {},
  "POST /mark_stream_as_read": { parameters: { stream_id: 2 } },
  "POST /mark_topic_as_read": { parameters: { stream_id: 2, topic_name: "deploy" } },
  "POST /users/me/status": { parameters: { status_text: "busy", emoji_name: "tada" } },
  "POST /realm/profile_fields": { as: "cleo", parameters: { name: "Room", hint: "Where", field_type: 1 } },
  "POST /user_topics": { parameters: { stream_id: 2, topic: "deploy", visibility_policy: 3 } },
  "PATCH /drafts/{draft_id}": { path: "/drafts/1", parameters: { draft } },
  "POST /drafts": { parameters: { drafts: [draft] } },
  "PATCH /users/{user_id}": { as: "olga", path: "/users/12", parameters: { full_name: "Bo Berg", role: 300 } },
  "DELETE /users/me/subscriptions": { parameters: { subscriptions: ["dev"] } },
  "GET /streams": { parameters: { include_default: true } },
  "GET /users/{user_id}": { path: "/users/12", parameters: { include_custom_profile_fields: true } },
  "GET /users/{email}": { path: "/users/bo@small.example" },
  "GET /users": { parameters: { include_custom_profile_fields: true } },
  "POST /messages/{message_id}/reactions": { path: "/messages/104/reactions", parameters: { emoji_name: "tada" } },
  "POST /user_groups/create": { parameters: { name: "readers", description: "who read", members: [11, 12] } },
  "PATCH /user_groups/{user_group_id}": { path: "/user_groups/1", parameters: { description: "who rowed" } },
  "POST /streams/{stream_id}/delete_topic": { as: "cleo", path: "/streams/2/delete_topic", parameters: { topic_name: "noise" } },
  "DELETE /users/{user_id}": { as: "cleo", path: "/users/12", parameters: { deactivation_notification_comment: "" } },
  "GET /server_settings": {},
  "GET /messages": { parameters: page },
  "POST /register": { parameters: { include_subscribers: true, slim_presence: true } },
  "DELETE /events": { parameters: { queue_id: "{queue}" } },
  "GET /scheduled_messages": {},
  "DELETE /scheduled_messages/{scheduled_message_id}": { path: "/scheduled_messages/1" },
  "GET /drafts": {},
  "DELETE /drafts/{draft_id}": { path: "/drafts/1" },
  "GET /saved_snippets": {},
  "POST /saved_snippets": { parameters: { title: "Hello", content: "Hello, and **welcome**" } },
  "PATCH /saved_snippets/{saved_snippet_id}": { path: "/saved_snippets/1", parameters: { title: "Bye" } },
  "DELETE /saved_snippets/{saved_snippet_id}": { path: "/saved_snippets/1" },
  "POST /reminders": { parameters: { message_id: 104, ...later, note: "soon" } },
  "GET /reminders": {},
  "DELETE /reminders/{reminder_id}": { path: "/reminders/1" },
  "GET /navigation_views": {},
  "POST /navigation_views": { parameters: { fragment: "narrow/is/followed", is_pinned: true, name: "Mine" } },
  "PATCH /navigation_views/{fragment}": { path: "/navigation_views/narrow/is/dm", parameters: { is_pinned: false } },
  "DELETE /navigation_views/{fragment}": { path: "/navigation_views/narrow/is/dm" },
  "POST /fetch_api_key": { parameters: { username: "ana@small.example", password: "ana-secret" } },
  "POST /users/me/api_key/regenerate": {},
  "GET /users/me": {},
  "PATCH /settings": { parameters: { twenty_four_hour_time: true, full_name: "Ana R" } },
  "GET /users/me/alert_words": {},
  "POST /users/me/alert_words": { parameters: { alert_words: ["coffee"] } },
  "DELETE /users/me/alert_words": { parameters: { alert_words: ["teapot"] } },
  "POST /users/me/muted_users/{user_id}": { path: "/users/me/muted_users/12" },
  "DELETE /users/me/muted_users/{user_id}": { path: "/users/me/muted_users/14" },
  "PATCH /users/me/profile_data": { parameters: { data: [{ id: 1, value: "here" }] } },
  "DELETE /users/me/profile_data": { parameters: { data: [1] } },
  "GET /users/{user_id}/status": { path: "/users/12/status" },
  "POST /users/{user_id}/reactivate": { as: "cleo", path: "/users/16/reactivate" },
  "GET /messages/{message_id}": { path: "/messages/102" },
  "PATCH /messages/{message_id}": { as: "bo", path: "/messages/110", parameters: { content: "psst again" } },
  "DELETE /messages/{message_id}": { as: "cleo", path: "/messages/105" },
  "GET /messages/{message_id}/history": { path: "/messages/104/history" },
  "GET /messages/{message_id}/read_receipts": { path: "/messages/104/read_receipts" },
  "GET /messages/matches_narrow": { parameters: { msg_ids: [104, 105], narrow: [["topic", "deploy"]] } },
  "POST /messages/render": { parameters: { content: "**bold** @**Bo Lindt**" } },
  "DELETE /messages/{message_id}/reactions": { path: "/messages/103/reactions", parameters: { emoji_name: "+1" } },
  "POST /submessage": { as: "bo", parameters: { message_id: 114, msg_type: "widget", content: '{"type":"vote","key":"canned,0","vote":1}' } },
  "POST /messages/flags": { parameters: { messages: [104, 108], op: "add", flag: "starred" } },
  "POST /messages/flags/narrow": { parameters: { anchor: 104, num_before: 5, num_after: 5, narrow: [], op: "remove", flag: "read" } },
  "GET /users/me/subscriptions": { parameters: { include_subscribers: true } },
  "POST /users/me/subscriptions": { parameters: { subscriptions: [{ name: "brand new" }] } },
  "POST /users/me/subscriptions/properties": { parameters: { subscription_data: [{ stream_id: 2, property: "is_muted", value: true }] } },
  "PATCH /users/me/subscriptions/muted_topics": { parameters: { stream_id: 2, topic: "deploy", op: "add" } },
  "GET /users/me/{stream_id}/topics": { path: "/users/me/2/topics" },
  "GET /streams/{stream_id}": { path: "/streams/2" },
  "DELETE /streams/{stream_id}": { as: "cleo", path: "/streams/5" },
  "GET /get_stream_id": { parameters: { stream: "dev" } },
  "GET /streams/{stream_id}/members": { path: "/streams/2/members" },
  "POST /typing": { parameters: { op: "start", type: "direct", to: [12] } },
  "POST /users/me/presence": { parameters: { status: "active", slim_presence: true, last_update_id: -1 } },
  "GET /realm/presence": {},
  "GET /user_groups": {},
  "DELETE /user_groups/{user_group_id}": { path: "/user_groups/1" },
  "GET /user_groups/{user_group_id}/members": { path: "/user_groups/1/members" },
  "POST /user_groups/{user_group_id}/members": { path: "/user_groups/1/members", parameters: { add: [13] } },
  "GET /user_groups/{user_group_id}/subgroups": { path: "/user_groups/7/subgroups" },
  "POST /user_groups/{user_group_id}/subgroups": { path: "/user_groups/1/subgroups", parameters: { add: [2] } },
  "GET /realm/profile_fields": {},
  "PATCH /realm/profile_fields": { as: "cleo", parameters: { order: [1] } },
  "PATCH /realm/profile_fields/{field_id}": { as: "cleo", path: "/realm/profile_fields/1", parameters: { name: "Phone", hint: "Call me" } },
  "DELETE /realm/profile_fields/{field_id}": { as: "cleo", path: "/realm/profile_fields/1" },
  "GET /realm/emoji": {},
  "GET /realm/linkifiers": {},
  "POST /user_uploads": {},
  "GET /user_uploads/{realm_id}/{path}": { path: "{file}" },
  "GET /attachments": {},
  "DELETE /attachments/{attachment_id}": { path: "/attachments/1" },
};
