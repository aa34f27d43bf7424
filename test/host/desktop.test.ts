/** What is handed to the programs of a desktop, which are scripts here that keep what they were given. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createDesktop } from "#host/desktop.ts";
import { folder } from "../support/folder.ts";

/** Programs by name: what they do. They are called by their whole path, so that no real one is. */
function program(script: string): { readonly path: string; readonly kept: () => string } {
  const at = folder();
  const path = join(at, "program");
  const kept = join(at, "kept");
  writeFileSync(path, `#!/bin/sh\n${script.replaceAll("$KEPT", kept)}\n`);
  chmodSync(path, 0o755);
  return { path, kept: () => (existsSync(kept) ? readFileSync(kept, "utf8") : "") };
}

function desktop(environment: Record<string, string>) {
  let written = "";
  const write = (text: string) => {
    written += text;
  };
  return { ...createDesktop({ environment, platform: "linux", write }), written: () => written };
}

const keepsArguments = `printf '<%s>' "$@" > $KEPT.new; mv $KEPT.new $KEPT`;

test.for([
  ["https://a.example/?q=$(id)&b='c' d", "https://a.example/?q=$(id)&b=%27c%27%20d"],
  ["mailto:ana@a.example", "mailto:ana@a.example"],
] as const)("the browser gets %s as one argument", async ([url, argument]) => {
  const { path, kept } = program(keepsArguments);
  expect(await desktop({ BROWSER: path }).open(url)).toBe(true);
  await vi.waitFor(() => expect(kept()).toBe(`<${argument}>`));
});

test("the browser is the first of a list that exists, with the URL where it belongs", async () => {
  const { path, kept } = program(keepsArguments);
  const browser = desktop({ BROWSER: `/nowhere/browser:${path} --new %s --end` });
  expect(await browser.open("https://a.example/")).toBe(true);
  await vi.waitFor(() => expect(kept()).toBe("<--new><https://a.example/><--end>"));
});

test.for(["file:///etc/passwd", "ssh://-oProxyCommand=x", "javascript:1", "--help", "http://"])(
  "%s is not opened",
  async (url) => {
    const { path, kept } = program(keepsArguments);
    expect(await desktop({ BROWSER: path }).open(url)).toBe(false);
    expect(kept()).toBe("");
  },
);

test("without a browser and a display nothing is opened", async () => {
  expect(await desktop({}).open("https://a.example/")).toBe(false);
});

test("a copy goes to the terminal in one sequence without control characters", async () => {
  const own = desktop({});
  expect(await own.copy("a\x1b[2J\x07b\r\n\tç")).toEqual(["the terminal"]);
  const coded = Buffer.from("a[2Jb\n\tç").toString("base64");
  expect(own.written()).toBe(`\x1b]52;c;${coded}\x07`);
});

test("copies that terminals would drop are not sent to them", async () => {
  const own = desktop({});
  expect(await own.copy("x".repeat(74_994))).toEqual(["the terminal"]);
  const before = own.written().length;
  expect(before).toBeLessThanOrEqual(100_000);
  expect(await own.copy("x".repeat(74_995))).toEqual([]);
  expect(own.written()).toHaveLength(before);
});
