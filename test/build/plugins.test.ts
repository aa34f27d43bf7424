import { globSync, readFileSync, writeFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { build } from "esbuild";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { entryOptions, inOneByte, programOptions } from "#build/bundle.ts";
import { commandLine, scriptHeader } from "#build/node-flags.ts";
import {
  comparedInk,
  isComparedInk,
  root,
  withLazyEmoji,
  withLazySegmenter,
  withoutFetch,
} from "#build/plugins.ts";
import { builtInTable } from "#emoji/built-in.ts";
import { demoBlueprint } from "#realm/seed/demo/demo.ts";
import { serverCertificate, serverKey } from "../support/certificates.ts";
import { folder } from "../support/folder.ts";
import { listening } from "../support/https-server.ts";

async function bundled(contents: string): Promise<string> {
  const { splitting, chunkNames, ...options } = programOptions("chat");
  const result = await build({
    ...options,
    entryPoints: [],
    stdin: { contents, resolveDir: root },
    write: false,
  });
  return result.outputFiles?.[0]?.text ?? "";
}

test("the bundle has our output module and the inlined layout engine, and no developer tools", async () => {
  const text = await bundled('import { render } from "ink"; render();');
  expect(text).toContain("createOutput(");
  expect(text).toContain("function commonPart(");
  expect(text).not.toContain("applyWriteOperation");
  expect(text).not.toContain('"function"!=typeof fetch');
  expect(text).toContain("wasm-lazy-compilation");
  expect(text).not.toContain("connectToDevTools(options");
  expect(text).not.toContain("process.stderr.write(");
});

test("the bundle contains the demo's texts, and builds the same realm", async () => {
  const path = `${folder()}/demo.mjs`;
  writeFileSync(path, await bundled('export { demoBlueprint } from "#realm/seed/demo/demo.ts";'));
  const { demoBlueprint: drawn } = await import(path);
  expect(drawn(1_795_174_920)).toEqual(demoBlueprint(1_795_174_920));
});

test("the bundle contains the emoji table", async () => {
  const path = `${folder()}/emoji.mjs`;
  writeFileSync(path, await bundled('export { builtInTable } from "#emoji/built-in.ts";'));
  const { builtInTable: held } = await import(path);
  expect(held()).toBe(builtInTable());
});

test("the bundle compiles the parser of HTTP once", async () => {
  const text = await bundled('import { Pool } from "undici"; new Pool("http://localhost");');
  expect(text).toContain("wasm-lazy-compilation");
});

test("a layout engine that uses fetch elsewhere fails the build", () => {
  expect(() => withoutFetch('if("function"!=typeof fetch)a()')).toThrow("in 1 places");
});

test("the bundle measures emoji as string-width does, and another version of string-width fails the build", async () => {
  const path = `${folder()}/width.mjs`;
  writeFileSync(path, await bundled('export { default } from "string-width";'));
  const { default: bundledWidth } = await import(path);
  const codes = [...builtInTable().matchAll(/^([\da-f-]+) /gm)].map(([, code = ""]) => code);
  const emoji = codes.map((code) =>
    String.fromCodePoint(...code.split("-").map((part) => Number.parseInt(part, 16))),
  );
  const all = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code));
  const single = all.filter((text, code) => code % 50 === 0 || /\p{Emoji}/u.test(text));
  const pictures = all.filter((text) => /\p{Emoji}/u.test(text));
  const endings = [
    "\ufe0f",
    "\ufe0f\u20e3",
    "🏽",
    "🏿",
    "🇿",
    "\u200d♂\ufe0f",
    "🏽\u200d🦰",
    "\u200d",
  ];
  const sequences = pictures.flatMap((text) => endings.map((ending) => text + ending));
  const letters = all.slice(0x1f1e6, 0x1f200);
  const flags = letters.flatMap((first) => letters.map((second) => first + second));
  const texts = [...emoji, ...single, ...sequences, ...flags, "👨‍👩‍👧", "🏴\u{e0067}\u{e007f}"];
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.map((text) => bundledWidth(text))).toEqual(texts.map((text) => stringWidth(text)));
  expect(() => withLazyEmoji(segmenter)).toThrow("does not contain");
});

const segmenter = "const segmenter = new Intl.Segmenter();\n";

test("no package creates a segmenter when it is loaded, and one that has another fails the build", async () => {
  const text = await bundled('import { render } from "ink"; render();');
  expect(text).toMatch(/\?\?= ?new Intl\.Segmenter/);
  expect(text).not.toMatch(/\w ?= ?new Intl\.Segmenter/);
  const lazy = withLazySegmenter(segmenter);
  expect(new Function(`${lazy} return [...segmenter.segment("e\u0301x")].length;`)()).toBe(2);
  expect(() => withLazySegmenter("")).toThrow("no segmenters");
  expect(() => withLazySegmenter(segmenter + segmenter)).toThrow("2 segmenters");
});

test("modules of Ink are replaced only in the version of package.json", () => {
  const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  expect(dependencies.ink).toBe(comparedInk);
  expect(isComparedInk()).toBe(true);
});

test("the entry is a script without imports or syntax that old Nodes do not support", async () => {
  const result = await build({ ...entryOptions(), write: false });
  const text = result.outputFiles?.[0]?.text ?? "";
  expect(text.startsWith(`${scriptHeader}\n`)).toBe(true);
  expect(text).not.toMatch(/^(?:import|export)\b/m);
  expect(text).not.toMatch(/\?\?|\?\.[a-z]|\bawait\b/);
  expect(text).toContain('import("./main.js")');
});

test("weir from the repository runs with the same Node flags", () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  expect(scripts.start).toContain(`&& ${commandLine} dist/weir.js`);
});

test("the bundled HTTP client supports HTTP/2", async () => {
  const path = `${folder()}/network.mjs`;
  writeFileSync(path, await bundled('export { openNetwork } from "#api/http.ts";'));
  const { openNetwork }: typeof import("#api/http.ts") = await import(path);
  const certificate = { key: serverKey, cert: serverCertificate };
  const server = createSecureServer(certificate, (_, response) => response.end("over HTTP/2"));
  const origin = `https://127.0.0.1:${await listening(server)}`;
  const { send, close } = await openNetwork(origin, { trust: { insecure: true } });
  const request = { method: "GET", url: `${origin}/`, headers: {}, body: undefined };
  expect(await send(request, AbortSignal.timeout(60_000))).toMatchObject({ text: "over HTTP/2" });
  await close();
});

test("the bundle takes from Node's modules what it uses, and reads nothing else of them", async () => {
  const text = await bundled('import { createServer } from "node:http"; createServer();');
  expect(text).toContain('exported("createServer")');
  expect(text).not.toMatch(/WebSocket|from *"node:http"/);
});

test("the realm's server is bundled without HTTP/2", async () => {
  const text = await bundled('export { serveRealm } from "#realm/serve.ts";');
  expect(text).toContain("createAdaptorServer");
  expect(text).not.toMatch(/"node:http2"/);
});

test("Markdown is printed without the highlighter and the emoji of the package that prints it", async () => {
  const text = await bundled('export { printed } from "#markup/print.ts";');
  expect(text.includes("function markedTerminal(")).toBe(true);
  expect(/parse5|emojilib/.exec(text)?.[0]).toBeUndefined();
});

test("regular expressions mean the same after their characters beyond ASCII were escaped", () => {
  const patterns = [/^[#◈◎] ?/, /["»]$/, /[“”…]$/u, /[🇦-🇿]{2}/u, /[、。]|\u{1f468}‍/v];
  const texts = ["so»", "◈ ops", "◎", "ops", "so…", "”", "🇩🇪", "🇩", "、", "👨‍👩‍👧", "\ud83d"];
  for (const pattern of patterns) {
    const escaped = inOneByte(String(pattern));
    expect(escaped).toMatch(/^[\0-\x7f]*$/);
    const [, source = "", flags = ""] = /^\/(.*)\/(\w*)$/.exec(escaped) ?? [];
    const again = new RegExp(source, flags);
    expect(texts.map((text) => again.test(text))).toEqual(texts.map((text) => pattern.test(text)));
  }
});

test("the sources use only the bundled parts of the HTTP client", () => {
  const sources = globSync("src/**/*.ts", { cwd: root, exclude: ["src/build/**"] });
  const texts = sources.map((path) => readFileSync(root + path, "utf8"));
  const imports = texts.flatMap((text) => text.match(/import (?!type)[^;]* from "undici";/g) ?? []);
  expect(imports).toEqual(['import { buildConnector, type Dispatcher, Pool } from "undici";']);
  const later = texts.filter((text) => text.includes('import("undici")'));
  expect(later).toEqual([expect.stringContaining("const { ProxyAgent } = ")]);
});
