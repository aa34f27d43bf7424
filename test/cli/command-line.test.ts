/** Parsing arguments, and the message for each mistake. */
import { expect, test } from "vitest";
import { readCommandLine } from "#cli/command-line.ts";
import { Exit } from "#cli/exit-codes.ts";
import { bareInvocation, lowerWord, oneOf, wholeNumber } from "#cli/invocation.ts";
import { verbs } from "#cli/verbs.ts";

const read = (line: string) => readCommandLine(line === "" ? [] : line.split(" "), "0.1.0");

const invocation = (line: string) => {
  const result = read(line);
  if ("text" in result) throw new Error(result.text);
  return result;
};

const complaint = (run: () => unknown): { code: number; message: string } => {
  try {
    run();
  } catch (error) {
    if (error instanceof Exit) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("No complaint.");
};

test("without a verb the chat screen is opened", () => {
  expect(invocation("")).toMatchObject({ verb: "", argument: undefined, options: {} });
  expect(invocation("--rc ~/rc").options).toEqual({ rc: "~/rc" });
});

test("flags after a verb belong to the verb", () => {
  expect(invocation("realm --port 9000 --json --no-rate-limit")).toMatchObject({
    verb: "realm",
    options: { port: "9000", json: true, rateLimit: false, residents: true },
  });
});

test("flags before a verb are the same as after it", () => {
  expect(invocation("--rc ~/rc api GET /users").options).toMatchObject({ rc: "~/rc" });
  expect(invocation("--rc ~/rc api GET /users --rc ~/other").options["rc"]).toBe("~/other");
  expect(invocation("--config c demo --level 9").options).toEqual({ config: "c", level: "9" });
});

test("a verb gets its argument", () => {
  expect(invocation("login chat.example.com")).toMatchObject({
    verb: "login",
    argument: "chat.example.com",
  });
});

test.each([
  ["--nonsense", /^Unknown option '--nonsense'/],
  ["realm --prot 1", /Unknown option '--prot'/],
  [
    "send --at 9:00 #a hi",
    /^Unknown option '--at'\. weir schedule add, weir schedule edit, weir later add and weir later delete have it\. See weir send --help\.$/,
  ],
  ["read --sign-in x", /^Unknown option '--sign-in'\. weir realm has it\. See weir read --help\.$/],
  ["--rc ~/rc realm", /^weir realm takes no --rc\./],
  ["frobnicate", /^No such command: "frobnicate"\. See weir --help\.$/],
  ["acounts --config c", /^No such command: "acounts"\. Did you mean "accounts"\?/],
  ["channels", /^No such command: "channels"\. Did you mean "streams"\?/],
  ["unread --json", /^No such command: "unread"\. Did you mean "inbox"\?/],
  ["version", /^No such command: "version"\. Did you mean "--version"\?/],
  ["--rc ~/rc dmeo --seed big", /^No such command: "dmeo"\. Did you mean "demo"\?/],
  ["login chat.example.com now", /^Too many arguments for 'login'/],
  ["realm --port", /argument missing/],
  ["help frobnicate", /^No such command: "frobnicate"/],
  ["inboxx --help", /^No such command: "inboxx"\. Did you mean "inbox"\?/],
  ["man --json=name", /^Unknown option '--json=…'\. See weir man --help\.$/],
])("%s is an error with a message and the exit code for usage", (line, sentence) => {
  const { code, message } = complaint(() => read(line));
  expect(message).toMatch(sentence);
  expect(code).toBe(2);
});

test("a mistyped sub-verb is reported with the nearest one", () => {
  expect(complaint(() => read("streams crate")).message).toMatch(/Did you mean "streams create"\?/);
});

test("--json takes a value only behind an equals sign", () => {
  expect(invocation("read --json backend")).toMatchObject({
    args: ["backend"],
    options: { json: true },
  });
  expect(invocation("read --json=id,topic backend")).toMatchObject({
    args: ["backend"],
    options: { fields: "id,topic" },
  });
});

test("help shows the named command in any order of arguments", () => {
  expect(read("help streams create")).toEqual(read("streams create --help"));
  expect(read("help")).toEqual(read("--help"));
});

test("help and version are printed without an error", () => {
  expect(read("--version")).toEqual({ text: "0.1.0\n" });
  expect(read("realm --help")).toHaveProperty("text", expect.stringContaining("--state <file>"));
});

test("help names every verb", () => {
  const help = read("--help");
  const above = verbs.filter(({ name }) => !name.includes(" "));
  for (const { name } of above) expect(help).toHaveProperty("text", expect.stringContaining(name));
});

test.each(["x", "-1", "1.5", "70000"])("--port %s is invalid", (port) => {
  expect(
    complaint(() => wholeNumber(invocation(`realm --port=${port}`), "port", 65_535)).message,
  ).toContain(port);
});

test("an invalid choice is reported with the valid ones", () => {
  expect(oneOf(invocation("realm"), "seed", ["demo", "empty"])).toBe("demo");
  expect(
    complaint(() => oneOf(invocation("realm --seed x"), "seed", ["demo", "empty"])).message,
  ).toBe('--seed takes demo or empty, not "x".');
});

test.each(["", "Acme", "1st", "a b", "a".repeat(31)])("%j is an invalid brand", (word) => {
  const parsed = { ...invocation("realm"), options: { brand: word } };
  expect(complaint(() => lowerWord(parsed, "brand")).message).toContain(`"${word}"`);
});

test("a brand is a lower-case word, and optional", () => {
  expect(lowerWord(invocation("realm --brand acme2"), "brand")).toBe("acme2");
  expect(lowerWord(invocation("realm"), "brand")).toBeUndefined();
});

test("what is opened without words is what the parser makes of none", () => {
  expect(read("")).toEqual(bareInvocation);
});
