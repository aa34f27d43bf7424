import xterm from "@xterm/headless";
import { expect, test } from "vitest";
import { pictureOf } from "#build/picture.ts";

async function picture(content: string, cols = 12, rows = 2): Promise<string> {
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
  const { promise, resolve } = Promise.withResolvers<void>();
  terminal.write(content, resolve);
  await promise;
  return pictureOf(terminal, "A <screen>");
}

test("each run of one style is drawn at its column, and blank runs are omitted", async () => {
  const svg = await picture("ab \u001b[1;31mcd\u001b[0m\r\nx < y & z");
  expect(svg.match(/<text .*<\/text>/g)).toEqual([
    '<text x="0" y="13" textLength="25.2" fill="#d7dae0">ab </text>',
    '<text x="25.2" y="13" textLength="16.8" fill="#e06c75" font-weight="bold">cd</text>',
    expect.stringContaining(">x &lt; y &amp; z"),
  ]);
  expect(svg).toContain("<title>A &lt;screen&gt;</title>");
});

test("wide characters are drawn separately, so that following text keeps its column", async () => {
  const svg = await picture("日本ab");
  const places = [...svg.matchAll(/<text x="([\d.]+)".*?textLength="([\d.]+)".*?>([^<]+)</g)].map(
    (match) => match.slice(1),
  );
  expect(places).toEqual([
    ["0", "16.8", "日"],
    ["16.8", "16.8", "本"],
    ["33.6", expect.any(String), expect.stringMatching(/^ab/)],
  ]);
});

test("colours of the palette, the cube, the greys and RGB are drawn, and inverse swaps them", async () => {
  const svg = await picture(
    "\u001b[94ma\u001b[38;5;196mb\u001b[38;5;244mc\u001b[38;2;1;2;3md\u001b[0;7me\u001b[0;48;5;17m \u001b[0m",
  );
  for (const fill of ["#8dbcf0", "#ff0000", "#808080", "#010203"])
    expect(svg).toContain(`fill="${fill}"`);
  expect(svg).toContain('height="18" fill="#d7dae0"/>');
  expect(svg).toContain('height="18" fill="#00005f"/>');
});
