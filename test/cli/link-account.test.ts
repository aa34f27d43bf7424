/** Which account a link on the command line acts in. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { accountOptionsOf } from "#cli/accounts.ts";
import { readCommandLine } from "#cli/command-line.ts";
import { readConfiguration } from "#cli/configuration.ts";
import { Exit } from "#cli/exit-codes.ts";
import { accountOfLinks } from "#cli/link-account.ts";
import { verbs } from "#cli/verbs.ts";
import { folders } from "#host/paths.ts";
import { folder } from "../support/folder.ts";
import { namedParts, type Slot } from "../support/named-parts.ts";
import { allVerbs } from "../support/verb.ts";

const account = (name: string, site: string) =>
  `[accounts.${name}]\nsite = "${site}"\nemail = "ana@x.example"\nkey = "k3y"\n`;
const two = `default_account = "one"\n${account("one", "https://one.example")}${account("two", "https://two.example/chat")}`;
const twins = `${account("ana", "https://one.example")}${account("bot", "https://one.example")}`;

const at = (site: string) => `${site}/#narrow/stream/2-dev/topic/x/near/12`;
const one = at("https://one.example");
const second = at("https://two.example/chat");
const strange = at("https://other.example");
const unknown = "That link is of other.example; no account is saved for it.";

/** The account that is used instead of the usual one; empty for that; or the refusal. */
async function usedFor(config: string, argv: readonly string[], environment = {}): Promise<string> {
  const home = folder();
  writeFileSync(join(home, "config.toml"), config, { mode: 0o600 });
  writeFileSync(join(home, "rc"), "[api]\nsite=https://rc.example\nemail=a@x.example\nkey=k\n", {
    mode: 0o600,
  });
  const places = { environment, home, folders: folders(environment, home) };
  const configuration = await readConfiguration(places, "~/config.toml");
  const invocation = readCommandLine(argv, "1", allVerbs);
  if ("text" in invocation) throw new TypeError("That is help.");
  const verb = verbs.find(({ name }) => name === invocation.verb);
  const options = accountOptionsOf(invocation, places);
  try {
    const found = await accountOfLinks(places, configuration, options, { verb, invocation });
    return found === options ? "" : (found.account ?? "");
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    expect(error.code).toBe(2);
    return error.message;
  }
}

test.each<[config: string, argv: readonly string[], used: string]>([
  [two, ["read", "#dev > x"], ""],
  [two, ["react", one, "tada"], ""],
  [two, ["react", second, "tada"], "two"],
  [two, ["react", second.replace("https://two", "HTTP://Two"), "tada"], "two"],
  [two, ["open", second], "two"],
  [two, ["done", second], "two"],
  [two, ["send", second, "text"], "two"],
  [two, ["send", "--to", second, "text"], "two"],
  [two, ["schedule", "edit", "7", "--to", second], "two"],
  [two, ["streams", "archive", second], "two"],
  [two, ["topics", "move", second, second], "two"],
  // A text is no place.
  [two, ["send", "#dev > x", second], ""],
  [two, ["reply", "12", second], ""],
  [two, ["status", second], ""],
  [two, ["search", `see ${second}`], ""],
  [two, ["export", "#dev", "--to", second], ""],
  // The usual account's server may have another name for itself: the verb decides.
  [two, ["react", strange, "tada"], ""],
  [two, ["star", one, second], "These links are of several accounts: name those of one at a time."],
  [
    two,
    ["react", "--account", "one", second, "x"],
    "That link is of two.example: use --account two.",
  ],
  [two, ["react", "--account", "two", second, "x"], ""],
  [two, ["react", "--account", "two", one, "x"], "That link is of one.example: use --account one."],
  [two, ["react", "--rc", "~/rc", at("https://rc.example"), "x"], ""],
  [two, ["react", "--rc", "~/rc", one, "x"], "That link is of one.example: use --account one."],
  [two, ["done", "--all-accounts", one], "A link is of one account: leave out --all-accounts."],
  [
    twins,
    ["react", one, "x"],
    "Several accounts are of one.example: add --account ana or --account bot.",
  ],
  [twins, ["react", "--account", "bot", one, "x"], ""],
  [twins, ["react", strange, "x"], unknown],
  ["", ["open", strange], unknown],
  [
    `[accounts.old]\nrc = "~/rc"\n${two.replace(/^.*\n/, "")}`,
    ["open", at("http://rc.example")],
    "old",
  ],
])("with the accounts %#, weir %j uses %j", async (config, argv, used) => {
  expect(await usedFor(config, argv)).toBe(used);
});

/** Where a verb takes a link. */
const linked: readonly Slot[] = [
  "recipient",
  "to be done",
  "to be muted",
  "topic",
  "any topic",
  "target",
  "stream",
  "archived",
  "message",
];

test.each(
  namedParts
    .filter(({ slot }) => linked.includes(slot))
    .map((part) => [part.verb.name, part.part, part] as const),
)("weir %s acts in the account of a link in %s", async (_, __, part) => {
  expect(await usedFor(two, part.with(second))).toBe("two");
  expect(await usedFor(twins, part.with(strange))).toBe(unknown);
});

test("an account in the environment is chosen as well", async () => {
  const environment = {
    WEIR_SITE: "https://env.example",
    WEIR_EMAIL: "a@x.example",
    WEIR_API_KEY: "k",
  };
  expect(await usedFor(two, ["open", at("https://env.example")], environment)).toBe("");
  expect(await usedFor(two, ["open", one], environment)).toMatch(/use --account one\.$/);
});
