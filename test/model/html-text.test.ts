/** HTML of a server as plain text. */
import { expect, test } from "vitest";
import { textOfHtml } from "#model/html-text.ts";

test.each([
  ["<p>12 messages of <b>3</b> people.</p>", "12 messages of 3 people."],
  ["<p>One</p>\n<p>two<br/>three</p>", "One\n\ntwo\nthree"],
  [
    "<p>They:</p><ul>\n<li>agreed</li>\n<li>went &amp; ate</li>\n</ul><p>Then",
    "They:\n\n• agreed\n• went & ate\n\nThen",
  ],
  ['<a href="javascript:alert(1)">here</a> <img src=x onerror="y">', "here"],
  ["a<script>alert('<b>')</SCRIPT>b<style>p { }</style>c<!-- d -->e", "abce"],
  ["1 < 2 and <3, a <b", "1 < 2 and <3, a <b"],
  ["&lt;b&gt; &#x1b;[31m", "<b> ␛[31m"],
  ["<b> </b><i> </i> x <script>never ends", "x"],
  ["", ""],
])("%s", (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

test("takes time proportional to the length of hostile HTML", () => {
  for (const piece of ["<", "<b> </b>", "<script>", "<li>", "&amp;", "<p", "</script", " "]) {
    const began = performance.now();
    textOfHtml(`${piece.repeat(400_000 / piece.length)}>`);
    expect(performance.now() - began, piece).toBeLessThan(1_500);
  }
});
