/** Verbs in a shell: closed pipes, full disks, completion and hostile messages. */
import { mkdirSync, writeFileSync } from "node:fs";
import { request as ask } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../support/command.ts";
import type { Correspondent } from "../support/correspondent.ts";
import { strayControls } from "../support/escapes.ts";
import { folder } from "../support/folder.ts";
import { startHttp } from "../support/https-server.ts";
import { weir } from "../support/program.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

const script = [process.execPath, ...weir.slice(1)].map((word) => `'${word}'`).join(" ");

/** Runs shell commands in which `weir` is the built program with Robin's account. */
function shell(robin: Correspondent, home = folder()) {
  const environment = { HOME: home, ...robin.environment };
  return (line: string) => run(["-c", line.replace(/\bweir\b/g, script)], environment, ["/bin/sh"]);
}

test.each([
  ["weir inbox", ["GET /messages", "GET /messages"], 3],
  ["weir inbox --needs-me", ["GET /messages"], 2],
  ["weir read general", ["GET /messages", "GET /users/me"], 2],
  ["weir send @Noor over one connection", ["POST /messages"], 2],
])(
  "%s asks for no more than %j besides its state, over %i connections",
  async (line, besides, connections) => {
    const realm = await serveRealm("demo");
    const asked: string[] = [];
    const ports: (number | undefined)[] = [];
    const url = await startHttp((request, response) => {
      const { method, url: path = "", headers, socket } = request;
      asked.push(`${method} ${path.replace(/^\/api\/v1|\?.*/g, "")}`);
      ports.push(socket.remotePort);
      const passed = ask(realm.url + path, { method, headers }, (answer) =>
        answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers)),
      );
      request.pipe(passed);
    });
    const robin = realm.as("Robin");
    const environment = { HOME: folder(), ...robin.environment, WEIR_SITE: url };
    const command = line.replace("weir", script);
    expect(await run(["-c", command], environment, ["/bin/sh"])).toMatchObject({
      code: 0,
      err: "",
    });
    expect(asked.toSorted()).toEqual(["DELETE /events", ...besides, "POST /register"]);
    expect(new Set(ports).size).toBe(connections);
    // What is waited for goes over a connection that is open already.
    const isReused = (call: string, at: number) =>
      call.endsWith("/messages") && ports.indexOf(ports[at]) < at;
    expect(asked.some(isReused)).toBe(true);
  },
);

test("a closed pipe is not an error", async () => {
  const realm = await serveRealm("demo");
  const sh = shell(realm.as("Robin"));
  expect(await sh("weir read all -n 500 | head -n 1")).toMatchObject({ code: 0, err: "" });
});

test("a full output is one sentence and an exit code, also for what was changed", async () => {
  const realm = await serveRealm("demo");
  const sh = shell(realm.as("Robin"));
  const full = "weir: The output could not be written: the disk is full.";
  for (const line of ["weir tail", "weir keys"])
    expect(await sh(`${line} >/dev/full`)).toEqual({ code: 6, out: "", err: `${full}\n` });
  for (const line of [
    "weir send '#general > full' 'sent all the same'",
    "weir api PATCH /settings -f twenty_four_hour_time=true",
  ])
    expect(await sh(`${line} >/dev/full`)).toEqual({
      ...{ code: 6, out: "" },
      err: `${full} The change was carried out.\n`,
    });
  expect(await realm.as("Robin").reads("general > full")).toEqual(["sent all the same"]);
});

test("a sentence that nobody can read changes neither the output nor the exit code", async () => {
  const realm = await serveRealm("demo");
  const sh = shell(realm.as("Robin"));
  for (const [line, code, out] of [
    ["weir send -v '#general > quiet' once", 0, /^\d+\n$/],
    ["weir read '#general' -n 1 --since 90d", 0, /^\d+\t.*\n$/],
    ["weir read '#nowhere'", 2, /^$/],
  ] as const)
    expect(await sh(`${line} 2>/dev/full`)).toEqual({
      code,
      out: expect.stringMatching(out),
      err: "",
    });
});

test("all files are uploaded even if nobody reads the last links", async () => {
  const home = folder();
  const realm = await serveRealm("demo");
  const sh = shell(realm.as("Robin"), home);
  for (const name of ["a", "b", "c"]) writeFileSync(`${home}/${name}.txt`, name);
  const upload = "cd && weir upload a.txt b.txt c.txt";
  const { out, err } = await sh(`(${upload}; echo "ended with $?" >&2) | head -n 1`);
  expect({ lines: out.split("\n").length, err }).toEqual({ lines: 2, err: "ended with 0\n" });
  const { attachments } = await realm.as("Robin").get("/attachments");
  expect(attachments).toHaveLength(3);
});

test("bash completes in a terminal what weir knows, and files only where one is meant", async () => {
  const home = folder();
  const realm = await serveRealm("demo");
  const sh = shell(realm.as("Robin"), home);
  await sh("weir streams");
  await sh("weir people");
  mkdirSync(`${home}/.config/weir`, { recursive: true });
  writeFileSync(`${home}/.config/weir/config.toml`, '[accounts."other one"]\nrc = "x"\n');
  writeFileSync(`${home}/only-file`, "");
  writeFileSync(
    `${home}/.rc`,
    `cd; PS1='$ '; weir() { ${script} "$@"; }; bind 'set bell-style none'; eval "$(weir completion bash)"`,
  );
  const environment = { ...realm.as("Robin").environment, LANG: "C.UTF-8" };
  const program = ["bash", "--noprofile", "--rcfile", `${home}/.rc`, "-i"];
  const person = await startInTerminal({ program, home, environment });
  await person.sees(/^\$/m);
  for (const [typed, completed] of [
    ["weir read '#ba", "weir read '#backend'"],
    ["weir streams --account=", "weir streams --account=other\\ one"],
    ["weir inbox --json=place,unr", "weir inbox --json=place,unread"],
    ["weir send @el", "weir send @Élodie\\ Marchand"],
    ["weir send @ana,@bo", "weir send @ana,@Bo\\ Lindqvist"],
    ["weir upload o", "weir upload only-file"],
    ["weir --rc=only", "weir --rc=only-file"],
    ["weir send '#backend > x' < o", "weir send '#backend > x' < only-file"],
  ] as const) {
    person.sends(`${typed}\t`, 1);
    await person.sees(`$ ${completed}`);
    person.sends("\x15\x0c", 1);
    await person.sees((lines) => lines.join("").trim() === "$");
  }
  person.sends("weir read --since \t\tx", 1);
  await person.sees("$ weir read --since x");
  expect(person.text()).not.toContain("only-file");
});

test("messages cannot write escape sequences to standard output", async () => {
  const realm = await serveRealm();
  await realm
    .as("Ana")
    .says("general > evil\u202etopic", "\x1b[2J\x1b]0;owned\x07\x9b2J\r\u202eback");
  const person = await startInTerminal({
    argv: ["read", "all"],
    environment: { ...realm.as("Robin").environment, PAGER: "cat" },
  });
  expect((await person.ended).code).toBe(0);
  expect(strayControls(person.written().replaceAll(/[\r\n]/g, ""))).toEqual([]);
});

test("on a terminal a page of the guide is shown by man, or as it was written", async () => {
  const bin = folder();
  const shows = async () => {
    const environment = { PATH: bin, PAGER: "cat" };
    const person = await startInTerminal({ argv: ["man", "realm"], environment });
    expect((await person.ended).code).toBe(0);
    return person.written().replaceAll("\r", "");
  };
  expect(await shows()).toMatch(/^# The embedded realm\n\n`weir realm` serves/);
  const script = '#!/bin/sh\n[ "$*" = "-l -" ] && exec /bin/sed -n "s/^.SH /shown: /p"\n';
  writeFileSync(join(bin, "man"), script, { mode: 0o755 });
  expect(await shows()).toBe("shown: NAME\nshown: The embedded realm\n");
});
