/** The arguments and input of desktop programs, here scripts that record them. */
import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { createDesktop, createFileOpener, createPrivateFiles, fileName } from "#host/desktop.ts";
import { fakeClock } from "../support/clock.ts";
import { folder } from "../support/folder.ts";

/** A program at an absolute path, so that no real one is run, and a reader of what it recorded. */
function program(script: string): { readonly path: string; readonly recorded: () => string } {
  const at = folder();
  const path = join(at, "program");
  const record = join(at, "record");
  writeFileSync(path, `#!/bin/sh\n${script.replaceAll("$RECORD", record)}\n`);
  chmodSync(path, 0o755);
  return { path, recorded: () => (existsSync(record) ? readFileSync(record, "utf8") : "") };
}

function desktop(environment: Record<string, string>) {
  let written = "";
  const clock = fakeClock();
  let isOurs = true;
  const write = (text: string) => {
    if (isOurs) written += text;
    return isOurs;
  };
  return {
    ...createDesktop({ environment, platform: "linux", write, clock }),
    clock,
    written: () => written,
    lends: () => {
      isOurs = false;
    },
  };
}

const recordArguments = `printf '<%s>' "$@" > $RECORD.new; mv $RECORD.new $RECORD`;

test.for([
  ["https://a.example/?q=$(id)&b='c' d", "https://a.example/?q=$(id)&b=%27c%27%20d"],
  ["mailto:ana@a.example", "mailto:ana@a.example"],
] as const)("the browser gets %s as one argument", async ([url, argument]) => {
  const { path, recorded } = program(recordArguments);
  expect(await desktop({ BROWSER: path }).open(url)).toBe(true);
  await expect.poll(recorded).toBe(`<${argument}>`);
});

test("the first existing browser of the list is run with %s replaced by the URL", async () => {
  const { path, recorded } = program(recordArguments);
  const browser = desktop({ BROWSER: `/nowhere/browser:${path} --new %s --end` });
  expect(await browser.open("https://a.example/")).toBe(true);
  await expect.poll(recorded).toBe("<--new><https://a.example/><--end>");
});

test("an opener that ends with an error is none: the next one is tried, and nothing is said to be opened", async () => {
  const failing = program(`${recordArguments}; exit 3`);
  const { path, recorded } = program(recordArguments);
  expect(await desktop({ BROWSER: `${failing.path}:${path}` }).open("https://a.example/")).toBe(
    true,
  );
  expect([failing.recorded(), recorded()]).toEqual(Array(2).fill("<https://a.example/>"));
  expect(await desktop({ BROWSER: failing.path }).open("https://a.example/")).toBe(false);
  const files = { environment: { DISPLAY: ":9" }, platform: "linux", clock: fakeClock() } as const;
  symlinkSync(failing.path, join(dirname(failing.path), "xdg-open"));
  vi.stubEnv("PATH", `${dirname(failing.path)}:${process.env["PATH"]}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await createFileOpener(files).open("/cat.png")).toBe(false);
});

test("a browser that goes on has opened the URL", async () => {
  const { path, recorded } = program(`echo $$ > $RECORD; exec sleep 60`);
  const { open, clock } = desktop({ BROWSER: path });
  const opened = open("https://a.example/");
  await expect.poll(recorded).not.toBe("");
  onTestFinished(() => void process.kill(Number(recorded())));
  await clock.pass("1500 ms");
  expect(await opened).toBe(true);
});

test("a URL is no pattern for the browser's arguments", async () => {
  const { path, recorded } = program(recordArguments);
  await desktop({ BROWSER: `${path} %s` }).open("https://a.example/?$&$$%s$`");
  await expect.poll(recorded).toBe("<https://a.example/?$&$$%s$`>");
});

test.for(["file:///etc/passwd", "ssh://-oProxyCommand=x", "javascript:1", "--help", "http://"])(
  "%s is not opened",
  async (url) => {
    const { path, recorded } = program(recordArguments);
    expect(await desktop({ BROWSER: path }).open(url)).toBe(false);
    expect(recorded()).toBe("");
  },
);

test("without a browser or a display nothing is opened", async () => {
  expect(await desktop({}).open("https://a.example/")).toBe(false);
});

test("copied text is sent to the terminal in one sequence without control characters", async () => {
  const own = desktop({});
  expect(await own.copy("a\x1b[2J\x07b\r\n\tç")).toEqual(["the terminal"]);
  const coded = Buffer.from("a[2Jb\n\tç").toString("base64");
  expect(own.written()).toBe(`\x1b]52;c;${coded}\x07`);
});

test("text above the limit of terminals is not sent", async () => {
  const own = desktop({});
  expect(await own.copy("x".repeat(74_994))).toEqual(["the terminal"]);
  const before = own.written().length;
  expect(before).toBeLessThanOrEqual(100_000);
  expect(await own.copy("x".repeat(74_995))).toEqual([]);
  expect(own.written()).toHaveLength(before);
});

test("while another program has the terminal, nothing is said to be copied by it", async () => {
  const own = desktop({});
  own.lends();
  expect(await own.copy("text")).toEqual([]);
});

// Temporary files for other programs: names, modes and deletion.

test.for([
  ["cat.png", "cat.png"],
  ["../../etc/passwd", "_.._etc_passwd"],
  ["-rf.png", "rf.png"],
  [".bashrc", "bashrc"],
  ["a\x1b[2Jb\n.txt", "a__2Jb_.txt"],
  ["猫 (1).jpg", "猫 _1_.jpg"],
  ["...", "file"],
  [`${"x".repeat(200)}.png`, `${"x".repeat(76)}.png`],
] as const)("%s becomes %s", ([received, name]) => {
  expect(fileName(received)).toBe(name);
});

test("a file is private, and removeAll deletes it with its folder", async () => {
  const files = createPrivateFiles();
  const path = await files.write("cat.png", async (take) => {
    await take(Buffer.from("mi"));
    await take(Buffer.from("au"));
  });
  expect(basename(path)).toBe("cat.png");
  expect(readFileSync(path, "utf8")).toBe("miau");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  await files.removeAll();
  expect(existsSync(dirname(path))).toBe(false);
});

test("a disk that takes only a part of a file has refused it", async () => {
  const writer = fileURLToPath(new URL("../support/short-writer.ts", import.meta.url));
  // Room for the first part and half of the second, and no signal for exceeding it.
  const limited = `trap '' XFSZ; ulimit -f 700; exec "$@"`;
  const { stdout } = await promisify(execFile)("bash", [
    ...["-c", limited, "", process.execPath, writer],
  ]);
  expect(stdout).toBe("refused");
});

test("a failed download leaves no file", async () => {
  const around = folder();
  vi.stubEnv("TMPDIR", around);
  onTestFinished(() => void vi.unstubAllEnvs());
  const files = createPrivateFiles();
  const failing = files.write("cat.png", async (take) => {
    await take(Buffer.from("mi"));
    throw new Error("cut");
  });
  await expect(failing).rejects.toThrow("cut");
  expect(readdirSync(around)).toEqual([]);
});
