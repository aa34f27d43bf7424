/** The verbs of the command line: one table that feeds the parser, its help and the guide. */
import { newestLevel, oldestLevel } from "#wire/levels.ts";
import { defaultLevel } from "#wire/limits.ts";
import { adminVerbs } from "./admin-verbs.ts";
import { mcpOptions } from "./agent/options.ts";
import type { VerbForm, VerbOption } from "./form-options.ts";
import { listVerbs } from "./list-verbs.ts";
import { messageVerbs } from "./message-verbs.ts";
import {
  accountOptions,
  configOption,
  countOption,
  jsonOption,
  securityOptions,
  type Verb,
} from "./verb.ts";
import { watchOptions } from "./watch-options.ts";

const level = {
  flags: "--level <number>",
  description: `behave like this feature level, ${oldestLevel} to ${newestLevel} (default ${defaultLevel})`,
};
const seed = {
  flags: "--seed <name>",
  description: "contents: demo, empty or big",
  words: ["demo", "empty", "big"],
};
const variation = {
  flags: "--variation <seed>",
  description: "vary server behaviour pseudo-randomly, from this seed",
};

const plainScreen = {
  flags: "--plain",
  description: "print lines instead of drawing a screen, for screen readers and simple terminals",
};

export const verbs: readonly Verb[] = [
  {
    name: "",
    examples: ["weir", "weir --account work"],
    description: "open the chat screen for your account; without an account, the demo",
    options: [plainScreen, ...accountOptions],
  },
  {
    name: "demo",
    examples: ["weir demo"],
    description: "open the chat screen on a demo realm in this process",
    options: [plainScreen, seed, level, variation, configOption],
  },
  {
    name: "realm",
    examples: ["weir realm --port 9991 --json"],
    description: "serve a demo realm to other programs until interrupted",
    options: [
      { flags: "--port <number>", description: "listen on this port (default: any free port)" },
      { flags: "--host <address>", description: "listen on this address (default 127.0.0.1)" },
      seed,
      {
        flags: "--fixed-keys",
        description: "with --seed: use the same, publicly known keys and passwords at every start",
      },
      level,
      {
        flags: "--brand <word>",
        description: "prefix the service's own names with this word (default svc)",
      },
      {
        flags: "--sign-in <ways>",
        description:
          "offer these ways to sign in: password, ldap, saml, google … (default password)",
      },
      { flags: "--state <file>", description: "persist the realm in this file" },
      variation,
      { flags: "--no-rate-limit", description: "disable rate limiting" },
      { flags: "--no-residents", description: "disable the simulated people" },
      { flags: "--json", description: "print the URL and the accounts as one line of JSON" },
    ],
  },
  {
    name: "api",
    examples: [
      "weir api GET /users/me",
      "weir api POST /messages -f type=direct -f 'to=[7]' -f content=hello",
    ],
    argument: "[method] [path]",
    description: "make an API call, such as POST /messages, and print the response as JSON",
    options: [
      {
        flags: "-f, --field <name=value>",
        description:
          "a parameter; name=@file reads the value from a file, name=- from standard input; @@ stands for a leading @",
        repeats: true,
      },
      {
        flags: "--list",
        description: "list all known calls, with the feature level that introduced each",
      },
      {
        flags: "--describe <call>",
        description:
          "describe the parameters, errors and limits of a call, such as 'POST /messages'",
      },
      { flags: "--json", description: "print one line of JSON, for errors too" },
      ...accountOptions,
    ],
  },
  {
    name: "login",
    alsoCalled: "signin",
    examples: ["weir login chat.example.com", "weir login chat.example.com --browser google"],
    argument: "[server]",
    description: "sign in to a server in the ways that it offers, and save the account",
    options: [
      {
        flags: "--browser [provider]",
        description: "sign in through the browser, by this provider, such as google or saml",
      },
      { flags: "--password", description: "sign in with a password" },
      {
        flags: "--rc <file>",
        description: "sign in with the [api] section (email, key, site) of this file",
      },
      {
        flags: "--paste-stdin",
        description: "without a terminal: read each answer from a line of standard input",
      },
      {
        flags: "--demo",
        description: "try it at a server that runs for this command only; nothing is saved",
      },
      { flags: "--email <address>", description: "sign in as this account" },
      { flags: "--name <name>", description: "store the account under this name" },
      { flags: "--keyring", description: "store the key in the system's keyring" },
      {
        flags: "--default",
        description: "make it the account that commands use; otherwise they go on with the first",
      },
      {
        flags: "--json",
        description:
          "print one line of JSON for each way that the server offers, and sign in to none",
      },
      ...securityOptions,
      configOption,
    ],
    fields: ["method", "title", "site"],
  },
  {
    name: "logout",
    alsoCalled: "signout",
    argument: "[account]",
    description:
      "remove an account, and what was seen there from this machine; what was not sent stays",
    options: [jsonOption, configOption],
    fields: ["name"],
    examples: ["weir logout work"],
  },
  {
    name: "accounts",
    alsoCalled: "whoami",
    description: "list saved accounts, with the state of each and what is unread there",
    options: [countOption, jsonOption, configOption],
    lists: true,
    fields: [
      "name",
      "email",
      "site",
      "rc",
      "keyring",
      "default",
      "live",
      "state",
      "unread",
      "version",
      "problem",
    ],
    examples: ["weir accounts", "weir accounts --json=name,state,unread"],
  },
  {
    name: "keys",
    alsoCalled: "shortcuts",
    examples: ["weir keys", "weir keys --json=keys,title"],
    description: "print the key bindings, including configured ones",
    lists: true,
    options: [
      countOption,
      jsonOption,
      { flags: "--markdown", description: "print a Markdown table" },
      configOption,
    ],
    fields: ["command", "keys", "title", "where"],
  },
  {
    name: "open",
    argument: "<message-or-place...>",
    description:
      "show a message, named by ID or link, or a place, in the weir that runs, or else in a chat screen here",
    options: [
      { flags: "--here", description: "open a chat screen here, even if a weir runs" },
      plainScreen,
      ...accountOptions,
    ],
    examples: ["weir open 1234", "weir open '#backend > deploy window'"],
  },
  {
    name: "watch",
    description:
      "notify you on the desktop and keep what is new, without a screen, until interrupted; weir does not need it",
    options: watchOptions,
    examples: [
      "weir watch",
      "weir watch --unit systemd > ~/.config/systemd/user/weir-watch.service",
    ],
  },
  {
    name: "status-line",
    description:
      "print what needs you and what is unread in the weir that runs, for a status bar; nothing if none runs",
    options: [
      {
        flags: "--format <format>",
        description:
          "tmux, waybar or zellij, or a text with {needs_you}, {unread}, {account} and {state}",
      },
      { flags: "--account <account>", description: "only this account" },
    ],
    examples: [
      "weir status-line",
      "weir status-line --format tmux",
      "weir status-line --format '{needs_you}/{unread}' --account work",
    ],
  },
  {
    name: "doctor",
    examples: ["weir doctor"],
    description: "check the configuration, terminal, files and server, and suggest fixes",
    options: [jsonOption, ...accountOptions],
    fields: ["check", "verdict", "finding", "advice"],
  },
  {
    name: "completion",
    argument: "<shell>",
    description: "print the completion script for bash, zsh or fish",
    options: [],
    examples: ["weir completion bash > ~/.local/share/bash-completion/completions/weir"],
  },
  {
    name: "man",
    argument: "[page]",
    description:
      "show the manual page of the commands, or a page of the guide; in a pipe, for troff",
    options: [],
    examples: ["weir man", "weir man keys", "weir man keys > weir-keys.7"],
  },
  {
    name: "mcp",
    description:
      "let a program read the chat, and propose what you approve, by the Model Context Protocol",
    options: mcpOptions,
    examples: ["weir mcp --no-direct", "weir mcp --allow '#backend' --allow @ana"],
  },
  {
    name: "schema",
    argument: "[verb...]",
    description: "print the JSON Schema of what a command prints with --json, or of what all do",
    options: [],
    examples: ["weir schema inbox", "weir schema people show", "weir schema > weir.schema.json"],
  },
  ...messageVerbs,
  ...listVerbs,
  ...adminVerbs,
];

/** The verbs with the options of the forms that they fill in. */
export function verbsWith(optionsOf: (form: VerbForm) => readonly VerbOption[]): readonly Verb[] {
  return verbs.map((verb) => {
    const { form, options } = verb;
    return form === undefined ? verb : { ...verb, options: [...optionsOf(form), ...options] };
  });
}
