import { expect, test } from "vitest";
import { renderHtml } from "#realm/html/render.ts";
import { lookups } from "./lookups.ts";

/** What stands in the box below the text. */
function shown(source: string): string | undefined {
  return /<div [^>]*>(.*?)<\/div>/.exec(renderHtml(source, lookups).html)?.[1];
}

test.each([
  "https://www.youtube.com/watch?v=ab_-1",
  "https://m.youtube.com/watch?t=1&v=ab_-1",
  "https://www.youtube-nocookie.com/embed/ab_-1",
  "https://youtube.com/shorts/ab_-1?x",
  "https://youtu.be/ab_-1?t=3",
])("%s shows the picture of its film, and keeps its text", (url) => {
  const { html, hasImage } = renderHtml(url, lookups);
  expect(hasImage).toBe(true);
  expect(html).toMatch(/^<p>.*<\/p>\n<div class="youtube-video message_inline_image">/);
  expect(html).toContain('<a data-id="ab_-1" href="');
  expect(html).toContain('<img src="https://i.ytimg.com/vi/ab_-1/default.jpg"></a></div>');
});

test.each([
  "https://www.youtube.com/playlist?list=x",
  "https://youtu.be/a%20b",
  "https://vimeo.com/1",
])("%s shows nothing", (url) => {
  expect(shown(url)).toBeUndefined();
});

test("only addresses that end like films show one", () => {
  const film = "https://x.org/a.Mp4";
  expect(shown(film)).toBe(
    `<a href="${film}"><video preload="metadata" src="${film}"></video></a>`,
  );
  expect(shown(`${film}?x`)).toBeUndefined();
});

test("pages about a picture show the picture itself", () => {
  const file = "https://en.wikipedia.org/wiki/Special:FilePath/File:Cat.png";
  expect(shown("https://en.wikipedia.org/wiki/File:Cat.png")).toBe(
    `<a href="${file}"><img src="${file}"></a>`,
  );
  const page = "https://github.com/a/b/blob/main/c.png";
  expect(shown(page)).toBe(
    `<a href="${page}"><img src="https://raw.githubusercontent.com/a/b/main/c.png"></a>`,
  );
  expect(shown("https://pasteboard.co/x.png")).toBeUndefined();
});

test("what was uploaded and is no picture that was read shows nothing, whatever its name", () => {
  expect(shown("[a](/user_uploads/1/a.png)")).toBeUndefined();
});
