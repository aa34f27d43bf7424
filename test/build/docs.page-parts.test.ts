import { expect, test } from "vitest";
import { exitTable, optionTable, verbTable, withPart } from "#build/docs.ts";

const page = "# Title\n\n<!-- keys:begin -->\nold\n<!-- keys:end -->\n\nafter\n";

test("a part is replaced, and the page around it is preserved", () => {
  const once = withPart(page, "keys", "new\n\n");
  expect(once).toBe("# Title\n\n<!-- keys:begin -->\nnew\n<!-- keys:end -->\n\nafter\n");
  expect(withPart(once, "keys", "new")).toBe(once);
});

test("a page without marks is an error", () => {
  expect(() => withPart(page, "verbs", "new")).toThrow("<!-- verbs:begin -->");
});

test("a verb has one row with its sub-commands, and the empty verb is the program itself", () => {
  const verbs = [
    { name: "", description: "open" },
    { name: "drafts", argument: "[id]", description: "list" },
    { name: "drafts add", description: "save" },
    { name: "drafts put", description: "save", isHidden: true },
  ];
  expect(verbTable(verbs).split("\n").slice(2)).toEqual([
    "| `weir` | open |  |",
    "| `weir drafts [id]` | list | `add` |",
  ]);
});

test("exit codes are sorted", () => {
  const exits = [
    { code: 2, description: "wrong" },
    { code: 0, description: "done" },
  ];
  expect(exitTable(exits).split("\n").slice(2)).toEqual(["| 0 | done |", "| 2 | wrong |"]);
});

test("an option has its values, default and description", () => {
  const options = [
    {
      name: "theme",
      kind: "choice",
      description: "Colours.",
      default: "auto",
      choices: ["auto", "dark"],
    },
    { name: "mouse", kind: "switch", description: "Clicks.", default: true },
    { name: "hours", kind: "hours", description: "Silence.", default: "" },
  ] as const;
  expect(optionTable(options).split("\n").slice(2)).toEqual([
    "| `theme` | `auto` `dark` | `auto` | Colours. |",
    "| `mouse` | `true` `false` | `true` | Clicks. |",
    "| `hours` | hours | none | Silence. |",
  ]);
});
