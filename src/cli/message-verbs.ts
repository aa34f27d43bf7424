/** The verbs about messages. */
import { operatorList } from "#commands/search/operators.ts";
import { patience } from "#model/open-ends/due.ts";
import { formatNames, foundFields, messageFields } from "./message-fields.ts";
import { plainOption, rawOption, serverVerbs, toOption } from "./verb.ts";

const countOption = {
  flags: "-n, --count <number>",
  description: "print at most this many messages (default 20)",
};
const sinceOption = {
  flags: "--since <time>",
  description: "only messages since this time: 2h, yesterday, 2026-11-20 9:00",
};

export const messageVerbs = serverVerbs([
  {
    name: "inbox",
    alsoCalled: "unread",
    description: "list the conversations with unread messages, most urgent first",
    options: [
      {
        flags: "--needs-me",
        description: "only what needs you: direct messages and personal mentions",
      },
      { flags: "--view <view>", description: "only what that view finds: see weir views" },
    ],
    fields: [
      "place",
      "section",
      "reason",
      "unread",
      "mentions",
      "first_unread",
      "stream",
      "stream_id",
      "topic",
      "people",
    ],
    examples: [
      "weir inbox",
      "weir inbox --needs-me --json=place,unread",
      "weir inbox --view Alerts",
    ],
    lists: true,
    everyAccount: true,
    isAnswered: ({ allAccounts, view }) => !allAccounts && view === undefined,
    run: (all) => all.inbox.run,
  },
  {
    name: "digest",
    description:
      "tell what happened, by conversation: who wrote, what you were asked, what was decided, and links",
    options: [
      {
        flags: "--since <time>",
        description:
          "since this time: yesterday 18:00, 2h, mon (default: when you were in the chat last, or the last day)",
      },
      { flags: "--markdown", description: "print it as Markdown" },
    ],
    fields: [
      "place",
      "stream",
      "stream_id",
      "topic",
      "messages",
      "people",
      "questions",
      "decided",
      "links",
      "files",
      "first",
      "last",
    ],
    examples: [
      "weir digest --since 'yesterday 18:00'",
      "weir digest --since mon --markdown > week.md",
      "weir digest --json=place,questions,decided",
    ],
    lists: true,
    everyAccount: true,
    run: (all) => all.digest.run,
  },
  {
    name: "waiting",
    description: "list what waits for you, and what you wait for, oldest first",
    options: [
      { flags: "--me", description: "only what waits for you" },
      { flags: "--them", description: "only what you wait for" },
      {
        flags: "--hours <number>",
        description: `hours after which you wait for an answer (default ${patience})`,
      },
    ],
    fields: [
      "kind",
      "place",
      "message_id",
      "since",
      "rule",
      "words",
      "sentence",
      "sender",
      "sender_id",
      "message_ids",
      "waits_for",
      "waits_for_ids",
      "answered",
      "owed_by",
    ],
    examples: ["weir waiting", "weir waiting --me --json=place,message_id,sentence"],
    lists: true,
    everyAccount: true,
    run: (all) => all.waiting.run,
  },
  {
    name: "read",
    alsoCalled: "messages",
    argument: "<message-or-place...>",
    description: "print the messages of a conversation, a stream or people, or one message",
    options: [
      countOption,
      sinceOption,
      { flags: "--unread", description: "only unread messages" },
      rawOption,
      plainOption,
    ],
    fields: messageFields,
    examples: [
      "weir read '#backend > deploy window' --since 2h",
      "weir read @ana,@bo -n 50",
      "weir read mentions --unread",
      "weir read 1234 --raw",
    ],
    run: (all) => all.read.run,
  },
  {
    name: "search",
    alsoCalled: "find",
    argument: "<query...>",
    description: `search messages for words, and with ${operatorList}`,
    options: [
      countOption,
      {
        flags: "--local",
        description: "search only what weir has seen, without asking the server",
      },
      rawOption,
      plainOption,
    ],
    fields: foundFields,
    examples: [
      "weir search 'sender:ana pool'",
      "weir search --local '/pool-[0-9]+/ in:backend'",
      "weir search 'before:monday is:starred' --json=id,topic,content",
    ],
    everyAccount: true,
    run: (all) => all.search.run,
  },
  {
    name: "export",
    argument: "<place...>",
    description:
      "write the messages of places for other programs; without the server, those that weir has seen",
    options: [
      {
        flags: "--format <format>",
        description:
          "jsonl, a line of JSON for each message (default); md, Markdown; mbox, mail with a thread for each conversation",
        words: formatNames,
      },
      sinceOption,
      {
        flags: "--to <path>",
        description:
          "add to this file what is newer than its last message, or in a folder to a file for each place; messages in it stay as they were, whatever was edited or deleted since",
      },
      {
        flags: "--files",
        description: "store the files that messages link to in a folder beside the file",
      },
    ],
    fields: ["file", "messages"],
    deadlineMs: Number.POSITIVE_INFINITY,
    examples: [
      "weir export '#backend > deploy window' --format md --to deploy.md",
      "weir export '#backend' '#ops' --format mbox --to archive.mbox --files",
      "weir export directs --since 2026-01-01 | jq -r .sender | sort | uniq -c",
    ],
    run: (all) => all.exporting.run,
  },
  {
    name: "sync",
    argument: "[place...]",
    description:
      "fetch messages to this machine, to be read and found without the server; by default those of your streams and direct messages",
    options: [{ flags: "--days <number>", description: "those of so many days (default 30)" }],
    fields: ["place", "messages", "known", "oldest", "complete"],
    deadlineMs: Number.POSITIVE_INFINITY,
    examples: ["weir sync", "weir sync '#backend' @ana --days 365"],
    run: (all) => all.sync.run,
  },
  {
    name: "rules",
    alsoCalled: "filters",
    description: "list the rules of the configuration file, and which of them run",
    fields: ["title", "does", "tested"],
    examples: ["weir rules"],
    lists: true,
    run: (all) => all.rules.run,
  },
  {
    name: "rules test",
    description:
      "print what each rule would have done about the messages that weir has seen, and let those that are new or were changed run from now on",
    options: [
      {
        flags: "--since <time>",
        description: "about messages since this time: 2h, mon, 2026-11-20 (default 90d)",
      },
    ],
    fields: ["kind", "title", "does", "messages", "acts", "overruled", "overruled_by", "examples"],
    examples: ["weir rules test --since 90d", "weir rules test --json=title,acts,examples"],
    run: (all) => all.rules.test,
  },
  {
    name: "send",
    alsoCalled: "dm,message,post",
    argument: "[recipient] [text...]",
    description:
      "send a message: the first argument is the place, or people joined by commas; the text follows it, or is read from standard input",
    options: [
      toOption,
      {
        flags: "--queue",
        description:
          "if the server cannot be reached, leave the message for the chat screen to send when it opens next",
      },
    ],
    fields: ["id", "queued", "place", "link"],
    examples: [
      "weir send '#backend > deploy window' < notes.md",
      "weir send @ana,@bo 'lunch?'",
      "make 2>&1 | weir send --queue '#builds > nightly' -",
    ],
    isFinal: true,
    run: (all) => all.send.run,
  },
  {
    name: "tail",
    alsoCalled: "watch",
    argument: "[place...]",
    description: "follow new messages until interrupted",
    options: [
      {
        flags: "-n, --count <number>",
        description: "start with this many older messages (default 10)",
      },
      { flags: "--from-now", description: "start without older messages" },
      { flags: "--needs-me", description: "only direct messages and personal mentions" },
      {
        flags: "--not-mine",
        description: "without your own messages, as with --exec, whose command may answer",
      },
      { flags: "--mine", description: "with your own messages, also with --exec" },
      { flags: "--once", description: "end after the first new message" },
      { flags: "--max <number>", description: "end after so many new messages" },
      {
        flags: "--timeout <seconds>",
        description: "end after this time, with exit code 1 if --once or --max waits for more",
      },
      {
        flags: "--exec <command>",
        description:
          "run this for each new message of others: it gets the message as JSON on standard input, and its fields in WEIR_ID, WEIR_PLACE, WEIR_SENDER, WEIR_CONTENT …",
      },
      rawOption,
      plainOption,
    ],
    fields: messageFields,
    deadlineMs: Number.POSITIVE_INFINITY,
    examples: [
      "weir tail '#ops'",
      'weir tail --needs-me --exec \'notify-send -- "$WEIR_SENDER" "$WEIR_CONTENT"\'',
      "weir tail '#builds > nightly' --once --timeout 600 --json=content",
    ],
    everyAccount: true,
    run: (all) => all.tail.run,
  },
  {
    name: "reply",
    argument: "<message> [text...]",
    description: "reply in the conversation of a message, named by ID or link",
    fields: ["id", "queued", "place", "link"],
    examples: ["weir reply 1234 'on it'"],
    isFinal: true,
    run: (all) => all.send.reply,
  },
]);
