import { expect, test } from "vitest";
import { keyTable, withPart } from "#build/parts.ts";

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
