/** What shells ask for, and what they insert and list. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { type Candidates, completionRequest, completionScript, shellNames } from "#cli/shells.ts";

const breaks = " \t\n\"'@><=;|&(:";
const [inserting, listing, oneByOne] = ["9", "63", "37"];

function askedIn(line: string, type = inserting, wordBreaks = breaks) {
  const request = completionRequest(["bash", type, wordBreaks, line]);
  if (request === undefined) throw new Error("Bash asks for something.");
  return request;
}

const texts = (...all: readonly string[]): Candidates => all.map((text) => ({ text }));

test.each([
  ["weir read", ["read"]],
  ["weir read ", ["read", ""]],
  ["weir read '#dev > D", ["read", "#dev > D"]],
  ['weir read "#a \\"b\\" $', ["read", '#a "b" $']],
  ["weir read \\#dev\\ \\>\\ f", ["read", "#dev > f"]],
  ["weir read \\#dev\\", ["read", "#dev"]],
  ["weir send @ana,@b", ["send", "@ana,@b"]],
  ["weir send --to='#dev > d", ["send", "--to=#dev > d"]],
  ["weir send 'a b' \"c d\" --account=o", ["send", "a b", "c d", "--account=o"]],
  ["weir send '#dev' 2>log -", ["send", "#dev", "-"]],
])("bash: the words of %s", (line, words) => {
  expect(askedIn(line).words).toEqual(words);
});

test.each([
  ["weir send @ana,@b", "@ana,@Bo Lindt", "@Bo\\ Lindt"],
  ["weir --account=o", "--account=other one", "other\\ one"],
  ["weir --account=", "--account=work", "work"],
  ["weir inbox --json=place,un", "--json=place,unread", "place,unread"],
  ["weir schedule add --to='#dev > d", "--to=#dev > deploy", "#dev > deploy"],
  ["weir schedule add --to=@b", "--to=@Bo", "@Bo"],
  ["weir streams add x group:c", "group:crew", "crew"],
  ["weir send @el", "@Élodie", "@Élodie"],
])("bash: %s is completed from where the word is broken", (line, candidate, reply) => {
  expect(askedIn(line).replies(texts(candidate))).toEqual([reply]);
});

test("bash: other breaks between words", () => {
  const { replies } = askedIn("weir send --to=@b", inserting, " \t\n\"'><;|&(:");
  expect(replies(texts("--to=@Bo Lindt"))).toEqual(["--to=@Bo\\ Lindt"]);
});

test("bash: candidates that begin differently keep what was typed, unless they are listed", () => {
  const names = texts("@alerts", "@Ana Ruiz");
  expect(askedIn("weir send @a").replies(names)).toEqual(["@alerts", "@ana\\ Ruiz"]);
  expect(askedIn("weir send @a", listing).replies(names)).toEqual(["@alerts", "@Ana Ruiz"]);
  expect(askedIn("weir send @a", oneByOne).replies(names)).toEqual(["@alerts", "@Ana\\ Ruiz"]);
});

test("bash: listed IDs tell what they are of", () => {
  const drafts = [
    { text: "7", about: "#dev > deploy" },
    { text: "8", about: "@Ana Ruiz" },
  ];
  const { replies } = askedIn("weir drafts show ", listing);
  expect(replies(drafts)).toEqual(["7 (#dev > deploy)", "8 (@Ana Ruiz)"]);
  expect(replies(drafts.slice(0, 1))).toEqual(["7"]);
  expect(askedIn("weir drafts show ").replies(drafts)).toEqual(["7", "8"]);
});

test("files are asked for by a line that cannot be a candidate, and for redirections", () => {
  expect(askedIn("weir upload a").replies("files")).toEqual(["\tfiles"]);
  expect(askedIn("weir send '#dev > x' < a").replies(texts("a"))).toEqual(["\tfiles"]);
  expect(askedIn("weir send '#dev > x' <").replies([])).toEqual(["\tfiles"]);
});

test("zsh and fish get candidates with what they are of, for the words without quotes", () => {
  const zsh = completionRequest(["zsh", "send", "it's", "'#de"]);
  expect(zsh?.words).toEqual(["send", "it's", "#de"]);
  expect(zsh?.replies([{ text: "#dev" }, { text: "7", about: "it" }])).toEqual(["#dev", "7\tit"]);
});

test("fish, which compares letter by letter, gets names as they were begun", () => {
  const request = completionRequest(["fish", "send", "@el"]);
  expect(request?.replies(texts("@Élodie Martin"))).toEqual(["@elodie Martin\t@Élodie Martin"]);
  const both = texts("@Élodie Martin", "@elodie Martin", "@Elena");
  expect(request?.replies(both)).toEqual(["@elodie Martin", "@Elena"]);
});

test("a script of another version gets no answer", () => {
  expect(completionRequest(["read", "#de"])).toBeUndefined();
});

/** Words that a shell would expand, split or run. */
const expanding = [
  "#/*",
  "#* ?[a-z] {a,b} ~",
  "#x{`touch,it`}",
  "#a`touch it`b",
  "#a $(touch it) $HOME",
  '#it\'s "quoted" \\ and\\',
  "#hey! !! !touch",
  "#a;touch it & (b) | c > d",
  "#ünïcödé 👩‍🚀",
  "@Ana Ruiz",
];

test("bash completes each name as one word that expands to exactly that name", () => {
  const env = { PATH: process.env["PATH"], LANG: "C.UTF-8", HOME: "/nonexistent" };
  for (const name of expanding) {
    const inserted = ["", "'", '"'].map((quote) => {
      const [reply = ""] = askedIn(`weir read ${quote}`).replies(texts(name));
      return `${quote}${reply}${quote}`;
    });
    const argv = ["--norc", "-c", `printf '<%s>' ${inserted.join(" ")}`];
    const out = execFileSync("bash", argv, { env, cwd: "/", encoding: "utf8" });
    expect(out).toBe(`<${name}>`.repeat(3));
  }
});

test("the completion scripts of all shells", async () => {
  const scripts = shellNames.map(
    (shell) => `$ weir completion ${shell}\n${completionScript(shell)}`,
  );
  await expect(scripts.join("\n")).toMatchFileSnapshot("golden/completion.txt");
});
