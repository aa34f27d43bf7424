/** Every kind of dialog: how it is opened and accepted, and what it says. A new kind does not compile without a row. */
import { get, newBatch, put } from "#base/table.ts";
import { openDialog, openMenu } from "#commands/screen.ts";
import { inputOf } from "#editor/input.ts";
import type { IntentId } from "#journal/intent.ts";
import { refused } from "#journal/phases.ts";
import { conversationKey } from "#model/conversation.ts";
import type { About, Dialog } from "#store/dialog.ts";
import { addIntents, changeIntent, changeReplica } from "#store/store.ts";
import type { GroupId, MessageId, SnippetId } from "#wire/ids.ts";
import {
  a,
  addField,
  addSnippet,
  asks,
  b,
  bo,
  catOf,
  type DialogCase,
  ofPerson,
  ofStream,
  ownText,
  renamingFolder,
  scheduledText,
  select,
  shows,
  streamId,
  topicName,
  words,
  writes,
} from "./asking.ts";
import { formCases } from "./form-cases.ts";
import { propose } from "./proposals.ts";
import { deploy, inDeploy } from "./small-client.ts";

const deleting = { accepts: ["d"] } as const;
const reading = { accepts: ["m"] } as const;

const customRun = { command: "custom.ticket", title: "Ticket, #dev › deploy", values: {} };

const menus: { readonly [Kind in About["kind"]]: DialogCase } = {
  "archive-stream": {
    asAdministrator: true,
    opens: asks(() => ({ kind: "archive-stream", streamId })),
    accepts: ["a"],
    ...ofStream,
  },
  crowd: {
    asAdministrator: true,
    opens: (asking) => {
      const { store } = asking;
      changeReplica(store, (replica) => {
        const subscribers = Array.from({ length: 40 }, (_, at) => at + 1);
        const counted = { subscribers, subscriberCount: subscribers.length };
        const stream = { ...get(replica.streams, streamId), ...counted } as never;
        const settings = { ...replica.organization.settings, wildcard_mention_policy: 1 };
        return {
          ...replica,
          organization: { ...replica.organization, settings },
          streams: put(replica.streams, streamId, stream, newBatch("test")),
        };
      });
      writes(asking, " @**all** go ");
      asking.press("Enter");
    },
    accepts: ["s"],
    says: topicName,
  },
  custom: {
    opens: asks(() => ({ kind: "custom", run: customRun, words: ["ticket", "new"] })),
    accepts: ["y"],
    hasNoSubject: true,
  },
  "delete-field": {
    asAdministrator: true,
    opens: async (asking) => {
      await addField(asking);
      openMenu(asking.store, { kind: "delete-field", fieldId: 1 });
    },
    ...deleting,
    says: () => "Boat",
    hasNoSubject: true,
  },
  "delete-snippet": {
    opens: async (asking) => {
      await addSnippet(asking);
      openMenu(asking.store, { kind: "delete-snippet", snippetId: 1 as SnippetId });
    },
    ...deleting,
    says: () => "Greeting",
    hasNoSubject: true,
  },
  "group-step": {
    asAdministrator: true,
    opens: asks(() => ({ kind: "group-step", groupId: 1 as GroupId })),
    ...deleting,
    says: () => "@crew",
    hasNoSubject: true,
  },
  "group-membership": {
    opens: asks(() => ({ kind: "group-membership", groupId: 1 as GroupId })),
    accepts: ["l"],
    says: () => "@crew",
    hasNoSubject: true,
  },
  "delete-message": {
    opens: asks(({ own }) => ({ kind: "delete-message", messageId: own })),
    ...deleting,
    says: ownText,
  },
  "delete-messages": {
    opens: asks(({ own }) => ({ kind: "delete-messages", ids: [own] })),
    ...deleting,
    says: (asking) => ownText(asking) && "1 message in",
  },
  "delete-topic": {
    asAdministrator: true,
    opens: asks(() => ({ kind: "delete-topic", streamId, topic: "deploy" })),
    ...deleting,
    says: topicName,
  },
  "disguised-link": {
    opens: asks(() => ({
      kind: "disguised-link",
      url: "http://a@evil.example/",
      host: "evil.example",
    })),
    accepts: ["o"],
    says: () => "evil.example",
    hasNoSubject: true,
  },
  done: {
    opens: async ({ bo: other, store, clock }) => {
      await other.say(inDeploy, "unread");
      await clock.pass("2 s");
      const targets = {
        conversations: [conversationKey(deploy)],
        rows: [],
        title: "#dev › deploy",
      };
      openMenu(store, { kind: "done", targets });
    },
    accepts: ["e"],
    says: topicName,
  },
  "leave-streams": {
    opens: asks(() => ({ kind: "leave-streams", streamIds: [streamId] })),
    accepts: ["l"],
    // The server marks what is in the stream as read.
    changes: /^unread/,
    ...ofStream,
  },
  file: {
    opens: asks(({ own }) => ({ ...catOf(own), kind: "file" })),
    accepts: ["v"],
    says: (asking) => ownText(asking) && "cat.png",
  },
  links: {
    opens: asks(({ own }) => ({
      kind: "links",
      messageId: own,
      links: [a, b].map((url) => ({ kind: "web", url }) as const),
      isForViewing: false,
    })),
    accepts: ["2"],
    says: (asking) => ownText(asking) && "b.example",
  },
  move: {
    opens: asks(({ own }) => ({
      kind: "move",
      moved: { messageId: own, from: inDeploy as never, kind: "message" as const },
      to: { streamId, topic: "later" },
      noticeInOld: false,
      noticeInNew: true,
    })),
    accepts: ["a"],
    says: (asking) => ownText(asking) && topicName(asking),
  },
  "mute-people": {
    opens: asks(() => ({ kind: "mute-people", people: [bo], conversations: [], rows: [] })),
    accepts: ["m"],
    ...ofPerson,
  },
  overwrite: {
    opens: async (asking) => {
      const { ana, own, clock, press } = asking;
      select(asking);
      press("E", ...` ${words}`);
      await ana.patch(`/messages/${own}`, { content: "The deploy window is at 10" });
      await clock.pass("5 s");
      press("Enter");
    },
    accepts: ["o"],
    says: ownText,
  },
  "read-everything": {
    opens: asks(() => ({ kind: "read-everything" })),
    ...reading,
    says: () => "your messages",
    hasNoSubject: true,
  },
  "read-stream": {
    opens: asks(() => ({ kind: "read-stream", streamId })),
    ...reading,
    ...ofStream,
  },
  "read-topic": {
    opens: asks(() => ({ kind: "read-topic", streamId, topic: "deploy" })),
    ...reading,
    says: topicName,
  },
  reactivate: {
    asAdministrator: true,
    opens: async ({ cleo, store, clock }) => {
      await cleo.delete(`/users/${bo}`);
      await clock.pass("5 s");
      openMenu(store, { kind: "reactivate", userId: bo });
    },
    accepts: ["b"],
    ...ofPerson,
  },
  "renew-key": {
    opens: asks(() => ({ kind: "renew-key" })),
    accepts: ["r"],
    says: () => "API key",
    hasNoSubject: true,
  },
  resolve: {
    opens: async ({ bo: other, store, clock }) => {
      await other.say({ ...inDeploy, topic: "✔ deploy" }, "done before");
      await clock.pass("5 s");
      openMenu(store, { kind: "resolve", topics: [{ streamId, topic: "deploy" }] });
    },
    accepts: ["!"],
    says: topicName,
  },
  scheduled: {
    opens: asks(({ scheduled }) => ({ kind: "scheduled", id: scheduled })),
    ...deleting,
    about: "scheduled",
    says: scheduledText,
  },
  "sum-up": {
    opens: asks(() => ({ kind: "sum-up", since: 0, topic: { streamId, topic: "deploy" } })),
    accepts: ["s"],
    hasNoSubject: true,
  },
  "too-long": {
    opens: (asking) => {
      writes(asking);
      changeReplica(asking.store, (replica) => ({
        ...replica,
        realm: { ...replica.realm, maxMessageLength: 10 },
      }));
      openMenu(asking.store, { kind: "too-long", composer: conversationKey(deploy) });
    },
    accepts: ["s"],
    says: topicName,
  },
  proposal: {
    opens: ({ store, client, clock }) => {
      const id = propose(store, client.newId(), clock.now(), words);
      openMenu(store, { kind: "proposal", id });
    },
    accepts: ["e"],
    says: () => words,
  },
  unsent: {
    opens: ({ store, client, clock }) => {
      const intent = client.newId() as IntentId;
      const send = { kind: "send", address: deploy, content: words } as const;
      addIntents(store, { clock, newId: () => intent }, [send], undefined, 1);
      changeIntent(store, intent, refused("Not now."));
      openMenu(store, { kind: "unsent", intent });
    },
    accepts: ["s"],
    says: () => words,
  },
  widget: {
    opens: async ({ ana, clock, store }) => {
      const own = (await ana.say(inDeploy, "/poll Lunch?\nsoup\nsalad")) as MessageId;
      await clock.pass("5 s");
      openMenu(store, { kind: "widget", messageId: own, listed: ["soup", "salad"] });
      return own;
    },
    accepts: ["1"],
    says: (asking) => ownText(asking) && "Lunch?",
    changes: /^message /,
  },
};

const line = { input: inputOf(), chosen: 0 };
const recipient = {
  kind: "recipient",
  want: "stream",
  chosen: 0,
  input: inputOf("general > lunch"),
} as const;
const status = {
  kind: "status",
  input: inputOf(),
  emoji: undefined,
  until: undefined,
  chosen: 0,
} as const;
const time = (purpose: Extract<Dialog, { kind: "time" }>["purpose"]) =>
  shows(({ clock }) => ({ kind: "time", ...line, purpose, now: Math.floor(clock.now() / 1000) }));
const reminderOf = (own: MessageId) =>
  ({ kind: "time", ...line, purpose: { kind: "remind", messages: [own] }, now: 0 }) as const;
const key = conversationKey(deploy);
const subjectless = (dialog: () => Dialog): DialogCase => ({
  opens: shows(dialog),
  accepts: ["Enter"],
  hasNoSubject: true,
});

type Others = Exclude<Dialog["kind"], "menu" | "form">;

const others: { readonly [Kind in Others]: readonly DialogCase[] } = {
  card: [
    {
      opens: shows(() => ({ kind: "card", about: { kind: "stream", id: streamId }, chosen: 0 })),
      accepts: ["m"],
      ...ofStream,
    },
    {
      opens: shows(() => ({ kind: "card", about: { kind: "person", id: bo }, chosen: 0 })),
      accepts: ["m"],
      ...ofPerson,
    },
  ],
  emoji: [
    {
      opens: shows(({ own }) => ({ kind: "emoji", messageId: own, ...line })),
      accepts: [..."tada", "Enter"],
      says: (asking) => ownText(asking) && "React",
      changes: /^message /,
    },
  ],
  help: [
    {
      opens: shows(() => ({ kind: "help", input: inputOf(), chosen: 0 })),
      accepts: ["Enter"],
      hasNoSubject: true,
    },
  ],
  info: [
    {
      opens: shows(({ own }) => ({ kind: "info", about: { kind: "message", id: own }, chosen: 0 })),
      accepts: ["Enter"],
    },
    {
      opens: shows(({ own }) => ({
        kind: "info",
        about: { ...catOf(own), kind: "picture" },
        chosen: 0,
      })),
      accepts: ["Enter"],
    },
    {
      opens: shows(({ own }) => ({
        kind: "info",
        about: { ...catOf(own), kind: "text-file" },
        chosen: 0,
      })),
      accepts: ["Enter"],
    },
    {
      opens: shows(() => ({
        kind: "info",
        about: {
          kind: "summary",
          of: "what happened",
          by: { kind: "command", name: "your-sum" },
          content: { kind: "known", value: "All is well." },
        },
        chosen: 0,
      })),
      accepts: ["Enter"],
      hasNoSubject: true,
    },
    {
      opens: shows(() => ({
        kind: "info",
        about: {
          kind: "summary",
          of: "#dev › deploy",
          by: { kind: "server", topic: { streamId, topic: "deploy" } },
        },
        chosen: 0,
      })),
      accepts: ["Enter"],
      hasNoSubject: true,
    },
    {
      opens: shows(() => ({ kind: "info", about: { kind: "server" }, chosen: 0 })),
      accepts: ["Enter"],
      hasNoSubject: true,
    },
    {
      opens: shows(() => ({ kind: "info", about: { kind: "rules" }, chosen: 0 })),
      accepts: ["Enter"],
      hasNoSubject: true,
    },
  ],
  "move-target": [
    {
      opens: shows(({ own }) => ({
        kind: "move-target",
        moved: { messageId: own, from: { streamId, topic: "deploy" }, kind: "message" as const },
        input: inputOf("dev > later"),
        chosen: 0,
      })),
      accepts: ["Enter", "o"],
      says: (asking) => ownText(asking) && topicName(asking) && "Move your",
      changes: /^message /,
    },
  ],
  palette: [subjectless(() => ({ kind: "palette", ...line }))],
  prompt: [
    subjectless(() => ({ kind: "prompt", of: customRun, name: "why", title: "Why", ...line })),
  ],
  recipient: [
    subjectless(() => recipient),
    {
      opens: (asking) => {
        writes(asking);
        openDialog(asking.store, { ...recipient, readdresses: true });
      },
      accepts: ["Enter"],
    },
    {
      opens: shows(({ scheduled }) => ({ ...recipient, scheduledId: scheduled })),
      accepts: ["Enter"],
      about: "scheduled",
      says: (asking) => scheduledText(asking) && "",
      changes: /^scheduled /,
    },
  ],
  "reminder-note": [
    {
      opens: shows(({ own }) => ({ ...line, kind: "reminder-note", back: reminderOf(own) })),
      accepts: [..."ask her", "Enter"],
      says: (asking) => ownText(asking) && "Remind you of your",
    },
    {
      opens: shows(({ own }) => ({
        ...line,
        kind: "reminder-note",
        back: reminderOf(own),
        at: 2_000_000_000,
      })),
      accepts: [..."ask her", "Enter"],
      says: (asking) => ownText(asking) && "Remind you of your",
      changes: /^reminder /,
    },
  ],
  "save-file": [subjectless(() => ({ kind: "save-file", file: catOf(0 as never).file, ...line }))],
  "view-name": [
    subjectless(() => ({
      kind: "view-name",
      of: {
        search: {
          kind: "search",
          text: "stream:#dev",
          terms: [{ operator: "search", operand: "rolling" }],
        },
      },
      ...line,
    })),
  ],
  "folder-name": [renamingFolder],
  search: [subjectless(() => ({ kind: "search", ...line }))],
  "sign-in": [subjectless(() => ({ kind: "sign-in", sentence: "Sign in again." }))],
  status: [{ ...subjectless(() => status), changes: /^person 11$/ }],
  "status-emoji": [subjectless(() => ({ kind: "status-emoji", back: status, ...line }))],
  time: [
    {
      opens: time({ kind: "snooze", conversations: [key], rows: [], title: "#dev › deploy" }),
      accepts: ["Enter"],
      says: topicName,
    },
    {
      opens: (asking) => {
        writes(asking);
        time({ kind: "schedule" })(asking);
      },
      accepts: ["Enter"],
      changes: /^scheduled /,
    },
    {
      opens: (asking) => time({ kind: "reschedule", id: asking.scheduled })(asking),
      accepts: ["Enter"],
      about: "scheduled",
      says: (asking) => scheduledText(asking) && "at another time",
      changes: /^scheduled /,
    },
    {
      opens: (asking) => time({ kind: "remind", messages: [asking.own] })(asking),
      accepts: ["Enter"],
      says: (asking) => ownText(asking) && "Remind you of your",
      changes: /^reminder /,
    },
    { opens: time({ kind: "status", back: status }), accepts: ["Enter"], hasNoSubject: true },
  ],
  upload: [
    {
      opens: (asking) => {
        writes(asking);
        openDialog(asking.store, { kind: "upload", input: inputOf("plan.txt"), chosen: 0 });
      },
      accepts: ["Enter"],
    },
  ],
  "widget-add": [
    {
      opens: async ({ ana, clock, store }) => {
        const own = (await ana.say(inDeploy, "/poll Lunch?\nsoup\nsalad")) as MessageId;
        await clock.pass("5 s");
        openDialog(store, { kind: "widget-add", messageId: own, of: "poll", ...line });
        return own;
      },
      accepts: [..."bread", "Enter"],
      says: (asking) => ownText(asking) && "Lunch?",
      changes: /^message /,
    },
  ],
};

const named = Object.entries({ ...menus, ...formCases }).map(
  ([name, each]) => [name, each] as const,
);
const listed = Object.entries(others).flatMap(([name, all]) =>
  all.map((each, at) => [all.length === 1 ? name : `${name} (${at + 1})`, each] as const),
);

export const dialogCases: readonly (readonly [name: string, each: DialogCase])[] = [
  ...named,
  ...listed,
];
