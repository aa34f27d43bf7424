/** The verbs of the command line: one table that feeds the parser, its help and the README. */

export type VerbOption = {
  /** As commander writes it: `--port <number>`. */
  readonly flags: string;
  readonly says: string;
  /** True: may be given several times. */
  readonly repeats?: boolean;
};

export type Verb = {
  /** Empty: what happens without a verb. */
  readonly name: string;
  /** What stands behind the verb, such as `[server]`; at most two words. */
  readonly argument?: string;
  readonly says: string;
  readonly options: readonly VerbOption[];
};

const config = {
  flags: "--config <file>",
  says: "read this configuration file instead of the usual one",
};
/** How a server is reached. */
const security = [
  {
    flags: "--cert-bundle <file>",
    says: "trust the certificate authorities in this PEM file instead of the usual ones",
  },
  {
    flags: "--allow-http",
    says: "accept that the key travels unencrypted to an http address",
  },
];
/** Whose account it is about. */
const account = [
  {
    flags: "--rc <file>",
    says: "sign in with the [api] section (email, key, site) of this file",
  },
  { flags: "--account <name>", says: "open this account of the configuration file" },
  ...security,
  config,
];
const level = { flags: "--level <number>", says: "speak this feature level (278 unless given)" };
const seed = { flags: "--seed <name>", says: "what is in it: demo, empty or big" };
const weather = {
  flags: "--weather <seed>",
  says: "vary everything that servers may vary, by this number",
};

export const verbs: readonly Verb[] = [
  {
    name: "",
    says: "open the chat screen for your account; without an account, the demo",
    options: account,
  },
  {
    name: "demo",
    says: "open the chat screen on a realm in the same process, with people in it",
    options: [seed, level, weather, config],
  },
  {
    name: "realm",
    says: "serve such a realm to other programs until it is interrupted",
    options: [
      { flags: "--port <number>", says: "listen on this port (a free one unless given)" },
      { flags: "--host <address>", says: "listen on this address (127.0.0.1 unless given)" },
      seed,
      {
        flags: "--fixed-keys",
        says: "with --seed: the same keys and passwords at every start, for anybody to know",
      },
      level,
      {
        flags: "--brand <word>",
        says: "begin the service's own names with this word (svc unless given), for programs that know one",
      },
      { flags: "--state <file>", says: "keep what happens in this file, over restarts" },
      {
        flags: "--repair",
        says: "leave out damaged lines of the --state file, and keep a copy of it as it was",
      },
      weather,
      { flags: "--no-rate-limit", says: "answer without limit" },
      { flags: "--no-residents", says: "nobody but you writes" },
      { flags: "--json", says: "print URL and accounts as one line of JSON" },
    ],
  },
  {
    name: "api",
    argument: "[method] [path]",
    says: "make one call of the API, such as POST /messages, and print the answer as JSON",
    options: [
      {
        flags: "-f, --field <name=value>",
        says: "a parameter; name=@file and name=- take the value from a file and from standard input, name=@@text begins with one @",
        repeats: true,
      },
      { flags: "--list", says: "list the calls that are known, with the level that brought each" },
      {
        flags: "--describe <call>",
        says: "tell the parameters, errors and limits of a call, such as 'POST /messages'",
      },
      { flags: "--json", says: "print one line of JSON, and what was refused as JSON, too" },
      ...account,
    ],
  },
  {
    name: "login",
    argument: "[server]",
    says: "sign in to a server with password or API key, and remember the account",
    options: [
      { flags: "--email <address>", says: "sign in as this account" },
      { flags: "--name <name>", says: "store the account under this name" },
      ...security,
      config,
    ],
  },
  { name: "logout", argument: "[name]", says: "forget an account", options: [config] },
  { name: "accounts", says: "list the accounts that are remembered", options: [config] },
];
