import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { parse } from "#markup/parse.ts";
import { layout } from "../../src/markup/layout.ts";
import { outlineOfDocument } from "../support/document-outline.ts";
import { outlineOfHtml, withCollapsedBlanks } from "../support/html-outline.ts";
import { unpainted } from "../support/reader.ts";
import { isNobodyForServer, recordedRealm } from "../support/recorded-realm.ts";
import { inEachSet, type Rendered, renderedBy } from "../support/recordings.ts";

/** Sources for which we deliberately differ from the server, each with the reason. */
const otherwise = new Map([
  ["[@**Iago**](https://example.com)", "the link is opened, not the person named in it"],
  ["https://example.com/cat.png?x=1", "a terminal shows the address of a picture, not the picture"],
  ["https://example.com/v.mp4", "a terminal shows the address of a film, not the film"],
  ["```sh\n\u001b[31mred\u001b[0m\n```", "the server's highlighter drops what we make visible"],
]);

/** Whether a source is still parsed differently, by the sets. */
const differs: ((source: string) => boolean)[] = [];

inEachSet((name, set) => {
  const all = renderedBy(set);
  const realm = recordedRealm(set);
  const both = (message: Rendered) => ({
    ours: outlineOfDocument(parse(message.source, realm(message))),
    theirs: outlineOfHtml(message.html),
  });

  const compared = all.filter(
    (message) => !otherwise.has(message.source) && !isNobodyForServer(message),
  );

  test(`${name}: quotes, items, numbers, links and people are those of the server's HTML`, () => {
    for (const message of compared) {
      const { ours, theirs } = both(message);
      expect(ours.blocks, message.source).toEqual(theirs.blocks);
      expect(ours.links, message.source).toEqual(theirs.links);
      expect(ours.people, message.source).toEqual(theirs.people);
    }
  });

  test(`${name}: each language name corresponds to one of the server's languages, and none to none`, () => {
    const known = new Map<string, string>();
    for (const message of compared) {
      const { ours, theirs } = both(message);
      expect(ours.languages.length, message.source).toBe(theirs.languages.length);
      ours.languages.forEach((word, at) => {
        const language = theirs.languages[at] ?? "";
        expect(known.get(word) ?? language, message.source).toBe(language);
        known.set(word, language);
      });
    }
    expect(known.get("")).toBe("");
    expect(known.get("py")).toBe(known.get("python"));
  });

  test(`${name}: the rows on the screen have the text of the server's HTML`, () => {
    for (const message of compared) {
      const options = { ...unpainted, columns: 4000, openSpoilers: "all" as const };
      const { rows } = layout(parse(message.source, realm(message)), options);
      const spans = rows.flatMap((row) => row.spans);
      // Without what the layout adds: bars, markers, checkboxes, names of languages.
      const text = spans.filter(({ role }) => role !== "ornament" && role !== "hint");
      const ours = withCollapsedBlanks(text.map((span) => span.text).join(""));
      const theirs = outlineOfHtml(message.html).blocks.map(withoutSigns).join("");
      expect(ours, message.source).toBe(theirs);
    }
  });

  differs.push((source) => {
    const message = all.find((one) => one.source === source);
    if (message === undefined) return false;
    const { ours, theirs } = both(message);
    return !isDeepStrictEqual({ ...ours, languages: [] }, { ...theirs, languages: [] });
  });
});

test.each([...otherwise.keys()])("the listed difference still exists: %j", (source) => {
  expect(differs.some((isDifferent) => isDifferent(source))).toBe(true);
});

function withoutSigns(block: string): string {
  const words = block.replace(/^(?:> |• |\d+\. )*/, "");
  return words === block ? words : words.replace(/^\[x?\]/i, "");
}
