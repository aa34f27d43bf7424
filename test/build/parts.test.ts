import { expect, test } from "vitest";
import { exitTable, keyTable, optionTable, verbTable, withPart } from "#build/parts.ts";

const page = "# Title\n\n<!-- keys:begin -->\nold\n<!-- keys:end -->\n\nafter\n";

test("a part is rewritten whole and the page around it stays", () => {
  const once = withPart(page, "keys", "new\n\n");
  expect(once).toBe("# Title\n\n<!-- keys:begin -->\nnew\n<!-- keys:end -->\n\nafter\n");
  expect(withPart(once, "keys", "new")).toBe(once);
});

test("a page without the marks is not guessed at", () => {
  expect(() => withPart(page, "verbs", "new")).toThrow("<!-- verbs:begin -->");
});

test("the key table shows what has keys, whatever characters they are", () => {
  const commands = [
    { title: "Go to the first", keys: ["g g", "Home"], where: ["list", "reader"] },
    { title: "Nothing", keys: [], where: ["list"] },
    { title: "Code", keys: ["`", "|"], where: ["composer"] },
  ];
  expect(keyTable(commands).split("\n").slice(2)).toEqual([
    "| `g g` `Home` | Go to the first | list, reader |",
    "| `` ` `` `\\|` | Code | composer |",
  ]);
});

test("each flag stands below its verb, and the nameless verb is the program itself", () => {
  const verbs = [
    { name: "", says: "open", options: [{ flags: "--rc <file>", says: "sign in" }] },
    { name: "login", argument: "[server]", says: "remember", options: [] },
  ];
  expect(verbTable(verbs).split("\n").slice(2)).toEqual([
    "| `weir` |  | open |",
    "|  | `--rc <file>` | sign in |",
    "| `weir login [server]` |  | remember |",
  ]);
});

test("exit codes stand in the order of their numbers", () => {
  const exits = [
    { code: 2, says: "wrong" },
    { code: 0, says: "done" },
  ];
  expect(exitTable(exits).split("\n").slice(2)).toEqual(["| 0 | done |", "| 2 | wrong |"]);
});

test("an option tells its values and the one that it has unless given", () => {
  const options = [
    { name: "theme", says: "Colours.", fallback: "auto", choices: ["auto", "dark"] },
    { name: "mouse", says: "Clicks.", fallback: true },
  ];
  expect(optionTable(options).split("\n").slice(2)).toEqual([
    "| `theme` | `auto` `dark` | `auto` | Colours. |",
    "| `mouse` | `true` `false` | `true` | Clicks. |",
  ]);
});
