import { expect, test } from "vitest";
import { differenceOf } from "#realm/views/difference.ts";

const came = (words: string) => `<span class="highlight_text_inserted">${words}</span>`;
const went = (words: string) => `<span class="highlight_text_deleted">${words}</span>`;

test.each([
  ["<p>the lab</p>", "<p>the lab (edited)</p>", `<p>the lab ${came("(edited)")}</p>`],
  ["<p>a b c</p>", "<p>a x c</p>", `<p>a ${came("x")} ${went("b")} c</p>`],
  ["<p>a b c</p>", "<p>a c</p>", `<p>a ${went("b")} c</p>`],
  ["<p>a b</p>", "<p>a</p>", `<p>a ${went("b")}</p>`],
  ["<p>a</p>", "<p>b c</p>", `<p>${came("b c")} ${went("a")}</p>`],
  ["<p>a</p>", "<p>a</p>\n<p>b</p>", `<p>a</p>\n<p>${came("b")}</p>`],
  ["<p>same words</p>", "<p>same words</p>", "<p>same words</p>"],
  ["<p>a</p>", "", went("a")],
])("from %s to %s", (before, after, shown) => {
  expect(differenceOf(before, after)).toBe(`<div>${shown}</div>`);
});

test("what stands in tags is not marked, and blanks around links stay", () => {
  const [before, after] = [
    `<p>see <a href="x y">a</a> now</p>`,
    `<p>see <a href="z y">b</a> now</p>`,
  ];
  expect(differenceOf(before, after)).toBe(
    `<div><p>see <a href="z y">${came("b")} ${went("a")}</a> now</p></div>`,
  );
});

test("texts of very many words are told apart in bearable time", () => {
  const many = "<p>".padEnd(10_000, "a ");
  expect(differenceOf(many, many.replaceAll("a", "b"))).toContain("highlight_text_deleted");
});
