/**
 * Lists the key and the verb that reach each heading of the document, with a test of each. `weir api` does not count.
 * If weir makes the call by itself, the entry names the screen or the verb that causes it.
 */

export type Proof = readonly [file: string, name: string];

export type Reached = {
  /** A command and where its key is pressed, or the screen that causes the request. */
  readonly key: { readonly command: string; readonly where?: string } | { readonly screen: string };
  /** As typed after `weir`. */
  readonly verb: string;
  readonly byKeys: Proof;
  readonly byVerb: Proof;
};

const administration = "test/cli/admin-verbs.test.ts";
const places: Proof = [administration, "streams and topics are created, changed and deleted"];
const people: Proof = [
  administration,
  "people, groups and profile fields are created, changed and deactivated",
];
const person: Proof = [administration, "people show accepts a name, an email or an ID"];
const done: Proof = [administration, "done marks a topic, a stream or everything as read"];
const muted: Proof = [
  administration,
  "mute and follow change topics, streams and people, and --undo reverts them",
];
const status: Proof = [administration, "the status is set, shown and cleared"];
const later: Proof = [administration, "a message is scheduled, changed and deleted"];
const reacted: Proof = [administration, "react and star accept IDs and links, and are idempotent"];
const reminders: Proof = [
  "test/cli/verbs/later.test.ts",
  "a reminder is set, listed and deleted, each with its way back",
];
const snippets: Proof = [administration, "snippets are saved, changed and deleted by name or ID"];
const snippetKeys: Proof = [
  "test/commands/snippet/list.test.ts",
  "g S lists snippets by name; E changes one, + adds one, and D asks before it is deleted",
];
const views: Proof = [
  "test/cli/verbs/views.test.ts",
  "a view is added, listed, renamed, pinned, moved and deleted, each with its way back",
];
const viewKeys: Proof = [
  "test/commands/search/views.test.ts",
  "in the list views are renamed, pinned, ordered and deleted, each undone by u",
];
const own: Proof = ["test/e2e/script.test.ts", "a member's verbs work in one script"];
const hour: Proof = [
  "test/e2e/administration.test.ts",
  "an administrator manages streams, topics, groups, fields and people by keys",
];
const talk: Proof = [
  "test/e2e/conversation.test.ts",
  "a short conversation makes room, sends once, and loses no text to an editor",
];
const things: Proof = [
  "test/e2e/message-keys.test.ts",
  "topics and messages are changed by literal keys, and u undoes each",
];
const scheduled: Proof = [
  "test/e2e/schedule.test.ts",
  "messages are cancelled and scheduled, and the status set, by keys",
];

export const reached: Readonly<Record<string, Reached>> = {
  "POST /messages": {
    key: { command: "composer.send" },
    verb: "send",
    byKeys: talk,
    byVerb: own,
  },
  "POST /scheduled_messages": {
    key: { command: "composer.schedule" },
    verb: "schedule add",
    byKeys: scheduled,
    byVerb: later,
  },
  "PATCH /scheduled_messages/{scheduled_message_id}": {
    key: { command: "list.edit", where: "scheduled" },
    verb: "schedule edit",
    byKeys: scheduled,
    byVerb: later,
  },
  "GET /events": {
    key: { screen: "the chat screen, while it is open" },
    verb: "tail",
    byKeys: talk,
    byVerb: [
      "test/e2e/script.test.ts",
      "tail runs a command for each new message, over a restart of the server",
    ],
  },
  "PATCH /streams/{stream_id}": {
    key: { command: "list.edit", where: "streams" },
    verb: "streams edit",
    byKeys: hour,
    byVerb: places,
  },
  "POST /mark_all_as_read": {
    key: { command: "triage.read-all", where: "the inbox, after ^A" },
    verb: "done",
    byKeys: hour,
    byVerb: done,
  },
  "POST /mark_stream_as_read": {
    key: { command: "triage.read-all", where: "streams" },
    verb: "done",
    byKeys: hour,
    byVerb: done,
  },
  "POST /mark_topic_as_read": {
    key: { command: "triage.read-all", where: "a topic" },
    verb: "done",
    byKeys: hour,
    byVerb: done,
  },
  "POST /users/me/status": {
    key: { command: "status.set" },
    verb: "status",
    byKeys: scheduled,
    byVerb: status,
  },
  "POST /realm/profile_fields": {
    key: { command: "list.add", where: "profile fields" },
    verb: "fields create",
    byKeys: hour,
    byVerb: people,
  },
  "POST /user_topics": {
    key: { command: "topic.mute" },
    verb: "mute",
    byKeys: [
      "test/e2e/message-keys.test.ts",
      "topics and messages are changed by literal keys, and u undoes each",
    ],
    byVerb: muted,
  },
  "PATCH /drafts/{draft_id}": {
    key: { command: "composer.leave", where: "a draft that was kept before" },
    verb: "drafts edit",
    byKeys: things,
    byVerb: own,
  },
  "POST /drafts": {
    key: { command: "composer.leave" },
    verb: "drafts add",
    byKeys: things,
    byVerb: own,
  },
  "PATCH /users/{user_id}": {
    key: { command: "list.edit", where: "people" },
    verb: "people edit",
    byKeys: hour,
    byVerb: people,
  },
  "DELETE /users/me/subscriptions": {
    key: { command: "stream.subscribe", where: "streams" },
    verb: "streams remove",
    byKeys: things,
    byVerb: places,
  },
  "GET /streams": {
    key: { command: "program.repaint", where: "streams" },
    verb: "streams",
    byKeys: hour,
    byVerb: places,
  },
  "GET /users/{user_id}": {
    key: { screen: "the card of a person" },
    verb: "people show",
    byKeys: hour,
    byVerb: person,
  },
  "GET /users/{email}": {
    key: { command: "dialog.take", where: "people, with an unknown email" },
    verb: "people show",
    byKeys: hour,
    byVerb: person,
  },
  "GET /users": {
    key: { command: "program.repaint", where: "people" },
    verb: "people",
    byKeys: hour,
    byVerb: ["test/cli/list-verbs.test.ts", "people: output on a terminal"],
  },
  "POST /messages/{message_id}/reactions": {
    key: { command: "message.thumbs-up" },
    verb: "react",
    byKeys: things,
    byVerb: reacted,
  },
  "POST /user_groups/create": {
    key: { command: "list.add", where: "user groups" },
    verb: "groups create",
    byKeys: hour,
    byVerb: people,
  },
  "PATCH /user_groups/{user_group_id}": {
    key: { command: "list.edit", where: "user groups" },
    verb: "groups edit",
    byKeys: hour,
    byVerb: people,
  },
  "POST /streams/{stream_id}/delete_topic": {
    key: { command: "list.delete", where: "the topics of a stream" },
    verb: "topics delete",
    byKeys: hour,
    byVerb: places,
  },
  "DELETE /users/{user_id}": {
    key: { command: "list.delete", where: "people" },
    verb: "people deactivate",
    byKeys: hour,
    byVerb: people,
  },
  "GET /server_settings": {
    key: { screen: "signing in" },
    verb: "doctor",
    byKeys: [
      "test/e2e/login.test.ts",
      "signing in and calls work through a proxy and with a private certificate authority",
    ],
    byVerb: own,
  },
  "GET /messages": {
    key: { command: "list.open" },
    verb: "read",
    byKeys: ["test/e2e/packaged.test.ts", "the packed program installs alone, and opens the demo"],
    byVerb: own,
  },
  "POST /register": {
    key: { screen: "the chat screen, at its start" },
    verb: "inbox",
    byKeys: talk,
    byVerb: own,
  },
  "GET /scheduled_messages": {
    key: { command: "list.delete", where: "scheduled, if the first answer was lost" },
    verb: "schedule edit",
    byKeys: things,
    byVerb: later,
  },
};

/** Of calls that the document does not describe, those that change what newer servers store for a person. */
export const reachedBesides: Readonly<Record<string, Reached>> = {
  "POST /reminders": {
    key: { command: "snooze.tomorrow", where: "a conversation, on a message" },
    verb: "later add",
    byKeys: [
      "test/commands/message/reminding.test.ts",
      "b and a letter have the server remind of the selected message, and u takes it back",
    ],
    byVerb: reminders,
  },
  "DELETE /reminders/{reminder_id}": {
    key: { command: "list.delete", where: "what comes later, after g l" },
    verb: "later delete",
    byKeys: [
      "test/commands/later/list.test.ts",
      "D deletes a row of each kind, and u brings each back",
    ],
    byVerb: reminders,
  },
  "POST /navigation_views": {
    key: { command: "list.add", where: "a search" },
    verb: "views add",
    byKeys: [
      "test/commands/search/views.test.ts",
      "+ in a search saves it as a view of the server, which u deletes",
    ],
    byVerb: views,
  },
  "PATCH /navigation_views/{fragment}": {
    key: { command: "list.edit", where: "views, after g v" },
    verb: "views rename",
    byKeys: viewKeys,
    byVerb: views,
  },
  "DELETE /navigation_views/{fragment}": {
    key: { command: "list.delete", where: "views, after g v" },
    verb: "views delete",
    byKeys: viewKeys,
    byVerb: views,
  },
  "POST /saved_snippets": {
    key: { command: "list.add", where: "saved snippets, after g S" },
    verb: "snippets add",
    byKeys: snippetKeys,
    byVerb: snippets,
  },
  "PATCH /saved_snippets/{saved_snippet_id}": {
    key: { command: "list.edit", where: "saved snippets, after g S" },
    verb: "snippets edit",
    byKeys: snippetKeys,
    byVerb: snippets,
  },
  "DELETE /saved_snippets/{saved_snippet_id}": {
    key: { command: "list.delete", where: "saved snippets, after g S" },
    verb: "snippets delete",
    byKeys: snippetKeys,
    byVerb: snippets,
  },
};
