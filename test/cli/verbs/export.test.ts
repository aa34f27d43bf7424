import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isoMoment } from "#base/time.ts";
import { formatNames } from "#cli/message-fields.ts";
import { fakeClock } from "../../support/clock.ts";
import { folder } from "../../support/folder.ts";
import { readMbox } from "../../support/mbox-reader.ts";
import { type StartedRealm, startRealm } from "../../support/realm.ts";
import { isStorm } from "../../support/runs.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { json, shellOn } from "../../support/verb.ts";

const topic = "#dev > deploy";

async function says(realm: StartedRealm, content: string, where = "deploy"): Promise<void> {
  await realm.as(people.bo).post("/messages", {
    type: "stream",
    to: streams.dev,
    topic: where,
    content,
  });
}

test("without a file, the messages are printed: JSON as weir read prints it, by default", async () => {
  const { run } = shellOn(startRealm());
  const [exported, read] = [await run(["export", "#dev"]), await run(["read", "#dev", "--json"])];
  expect(exported).toEqual({ code: 0, out: read.out, err: "weir: Exported 4 messages.\n" });
  const since = await run(["export", "#dev", "--since", "2026-11-20 11:30"]);
  expect(json(since).map(({ id }) => id)).toEqual([108, 109]);
  expect(since.err).toBe("weir: Since Fri 20 Nov, 11:30.\nweir: Exported 2 messages.\n");
  const markdown = await run(["export", topic, "--format", "md"]);
  expect(markdown.out).toMatchInlineSnapshot(`
    "# #dev \\> deploy

    ## Fri 20 Nov 2026

    **Bo Lindt** [11:25](http://realm.test/#narrow/channel/2-dev/topic/deploy/near/104)
    > rolling

    **Cleo Vane** [11:32](http://realm.test/#narrow/channel/2-dev/topic/deploy/near/108)
    > @**Ana Ruiz** look

    "
  `);
});

test("several places are one sequence, in which each message is once", async () => {
  const { run } = shellOn(startRealm());
  const all = await run(["export", "#dev", "#dev > noise", "@bo,@cleo", "mentions"]);
  expect(json(all).map(({ id }) => id)).toEqual([104, 105, 108, 109, 111, 113]);
});

test.for(formatNames)(
  "%s: a second run adds nothing, a later one what is new, as a single run would",
  async (format) => {
    const realm = startRealm();
    const { run } = shellOn(realm);
    const path = join(folder(), "dev");
    const argv = ["export", "#dev", "--format", format, "--to", path];
    const added = async () => json(await run([...argv, "--json"]));
    expect(await added()).toEqual([{ file: path, messages: 4 }]);
    const first = readFileSync(path, "utf8");
    expect(await added()).toEqual([{ file: path, messages: 0 }]);
    expect(readFileSync(path, "utf8")).toBe(first);
    await says(realm, "From here\n\n> quoted\n**Bo** [1:00](http://realm.test/#narrow/near/1)");
    await says(realm, "日本語 ".repeat(100), "another");
    expect(await added()).toEqual([{ file: path, messages: 2 }]);
    const whole = join(folder(), "whole");
    await run([...argv.slice(0, -1), whole]);
    expect(readFileSync(path, "utf8")).toBe(readFileSync(whole, "utf8"));
  },
);

describe("a run that was killed while writing", () => {
  test.for(formatNames)("%s: is completed by the next one, wherever it ended", async (format) => {
    const realm = startRealm();
    await says(realm, "a second line\n\nand a third");
    const { run } = shellOn(realm);
    const path = join(folder(), "dev");
    const argv = ["export", topic, "--format", format, "--to", path];
    await run(argv);
    const whole = readFileSync(path);
    for (let length = whole.length - 1; length >= 0; length -= isStorm ? 7 : 23) {
      writeFileSync(path, whole);
      truncateSync(path, length);
      expect(await run(argv)).toMatchObject({ code: 0, err: "" });
      expect(readFileSync(path)).toEqual(whole);
    }
  });

  test.for(formatNames)("%s: what is not an export stays as it is", async (format) => {
    const { run } = shellOn(startRealm());
    const path = join(folder(), "notes");
    const argv = ["export", topic, "--format", format, "--to", path];
    const sentence = `weir: ${path} has text that is not part of an export at its end: it is unchanged.\n`;
    writeFileSync(path, "# My notes\n\nnot yours\n");
    expect(await run(argv)).toEqual({ code: 1, out: "", err: sentence });
    expect(readFileSync(path, "utf8")).toBe("# My notes\n\nnot yours\n");
    writeFileSync(path, "");
    await run(argv);
    appendFileSync(path, "a note of my own\n");
    const before = readFileSync(path);
    expect(await run(argv)).toEqual({ code: 1, out: "", err: sentence });
    expect(readFileSync(path)).toEqual(before);
  });
});

test("messages of another organization are not continued", async () => {
  const { run } = shellOn(startRealm());
  const path = join(folder(), "dev.jsonl");
  await run(["export", topic, "--to", path]);
  writeFileSync(path, readFileSync(path, "utf8").replaceAll("realm.test", "other.test"));
  const { code, err } = await run(["export", topic, "--to", path]);
  expect({ code, err }).toEqual({
    code: 1,
    err: `weir: ${path} has messages of another organization.\n`,
  });
});

test("a folder gets a file for each place, with its name", async () => {
  const { run } = shellOn(startRealm());
  const path = folder();
  await run(["export", topic, "@bo", "#general", "--to", path, "--format", "md"]);
  const names = readdirSync(path).toSorted();
  expect(names.map((name) => name.replace(/-[\da-f]{8}/, ""))).toEqual([
    "Bo Lindt.md",
    "dev - deploy.md",
    "general.md",
  ]);
  await run(["export", topic, "--to", path, "--format", "md"]);
  expect(readdirSync(path).toSorted()).toEqual(names);
});

test("a place of which the file's last message is not part is said", async () => {
  const { run } = shellOn(startRealm());
  const path = join(folder(), "dev.jsonl");
  await run(["export", topic, "--to", path]);
  const { err } = await run(["export", "#dev > noise", "--to", path]);
  expect(err).toBe(
    `weir: The last message in ${path} is not in these places now: only newer ones are added.\n`,
  );
});

test("what makes no sense is refused with a reason", async () => {
  const { run } = shellOn(startRealm());
  const at = folder();
  expect(await run(["export", topic, "--json"])).toMatchObject({ code: 2 });
  expect(await run(["export", topic, "--files"])).toMatchObject({ code: 2 });
  expect(await run(["export", "104"])).toMatchObject({ code: 2 });
  expect(await run(["export", topic, "--to", join(at, "none", "a")])).toEqual({
    code: 1,
    out: "",
    err: `weir: ${join(at, "none", "a")} cannot be written: there is no such file or folder.\n`,
  });
  expect(await run(["export", topic, "--to", "/dev/null"])).toMatchObject({
    code: 1,
    err: "weir: /dev/null cannot be written: it is not a regular file.\n",
  });
});

async function uploaded(realm: StartedRealm, ...names: readonly string[]): Promise<void> {
  const shell = shellOn(realm);
  for (const name of names) {
    shell.files.set(name, new TextEncoder().encode(`content of ${name}`));
    const { out } = await shell.run(["upload", name]);
    await says(realm, `see ${out.trim()}, once more ${out.trim()}`);
  }
}

test("files are stored once below the file, whatever they are called, and Markdown links to them", async () => {
  const realm = startRealm();
  const clock = fakeClock();
  await uploaded(realm, "notes.txt", "notes.txt");
  const hostile = [
    "../../../etc/passwd",
    "%2e%2e%2f%2e%2e%2fx",
    "..",
    "a%00b%1b%5bm",
    "con.txt",
    "x".repeat(400),
  ];
  for (const name of hostile) await says(realm, `[x](/user_uploads/2/ab/${name})`);
  // Files of others: not asked for, and not missing.
  for (const host of ["evil.example", "evil.example/x", "realm.test/x", "u@realm.test/../x"])
    await says(realm, `[x](http://${host}/user_uploads/2/ab/other.txt)`);
  const { run } = shellOn(realm, { clock });
  const at = folder();
  const path = join(at, "out", "..", "dev.md");
  const argv = ["export", topic, "--format", "md", "--to", path, "--files"];
  const { code, err } = await run(argv);
  expect(code).toBe(1);
  expect(err).toContain("Files that could not be stored: 6.");
  const below = join(at, "dev.md.files");
  const names = readdirSync(below);
  expect(names.length).toBe(2);
  for (const name of names) {
    expect(readFileSync(join(below, name), "utf8")).toBe("content of notes.txt");
    expect(readFileSync(path, "utf8")).toContain(`](dev.md.files/${name})`);
  }
  await run(["export", topic, "--to", join(at, "dev.jsonl"), "--files"]);
  const rows = readFileSync(join(at, "dev.jsonl"), "utf8").trim().split("\n");
  const listed = rows.flatMap((row) => JSON.parse(row).files as string[]);
  expect(listed).toHaveLength(2);
  writeFileSync(join(below, names[0]!), "mine");
  await run(argv);
  expect(readFileSync(join(below, names[0]!), "utf8")).toBe("mine");
  expect(existsSync(join(at, "passwd"))).toBe(false);
});

/** Subject, sender and text of each mail, as Python reads them; undefined without Python. */
function readByPython(path: string): unknown {
  const program = `
import json, mailbox, sys
from email.header import decode_header, make_header
from email.policy import default
from email.utils import parsedate_to_datetime
found = []
for mail in mailbox.mbox(sys.argv[1]):
    of = lambda name: str(make_header(decode_header(mail[name]))) if mail[name] else None
    found.append({"id": of("Message-ID"), "from": of("From"), "subject": of("Subject"), "in": of("In-Reply-To"),
      "at": int(parsedate_to_datetime(mail["Date"]).timestamp()), "to": of("To"), "flags": mail["Status"],
      "text": mail.get_payload(decode=True).decode("utf-8")})
print(json.dumps(found))`;

  try {
    return JSON.parse(execFileSync("python3", ["-c", program, path], { encoding: "utf8" }));
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}

test("the mail of an export is read whole, by Python if it is there", async () => {
  const realm = startRealm();
  const texts = [
    "From here\n>From there\n>>From everywhere",
    `${"a long line with From in it ".repeat(40)}\n=3D = \t`,
    "日本語 — ünïcödé 🦀 ".repeat(30),
    "a\u0001b\u202ec",
    "\n\nFrom ana Fri Nov 20 11:38:00 2026\nSubject: not mine\n\n\n.",
  ];
  for (const text of texts)
    await says(realm, text, "日本語のトピック, and more of it than one encoded word has room for");
  const { run } = shellOn(realm);
  const path = join(folder(), "all.mbox");
  await run(["export", "#dev", "@bo @cleo", "--format", "mbox", "--to", path]);
  const own = readMbox(readFileSync(path));
  const rows = json(await run(["export", "#dev", "@bo @cleo"]));
  const expected = rows.map((row) => ({
    id: `<${row["id"]}@realm.test>`,
    from: `"${row["sender"]}" <${row["sender_email"]}>`,
    subject: row["place"],
    at: isoMoment(String(row["time"])),
    text: `${String(row["content"]).replace(/\n?$/, "\n")}`,
    flags: row["unread"] === true ? null : "RO",
  }));
  expect(own).toMatchObject(expected);
  const python = readByPython(path);
  if (python !== undefined) expect(python).toMatchObject(expected);
  const threads = Map.groupBy(own, (mail) => mail.in);
  expect([...threads.values()].map((mails) => mails.length).toSorted()).toEqual([2, 2, 2, 5]);
});
