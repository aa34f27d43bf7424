/** Signing in through a browser in a terminal: over SSH, on a desktop, in a pipe; and what is left of it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { get, request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { configuredHome } from "../support/account-home.ts";
import { filesWith, folder } from "../support/folder.ts";
import { weir } from "../support/program.ts";
import { noor, serveSignIn } from "../support/sign-in-server.ts";
import { startInTerminal } from "../support/terminal.ts";

const google = { passwords: true, methods: [["google", "Google"]] } as const;
const asked = /Paste it here/;
const confirmation = /Sign in as Noor Haddad \(noor@acme\.example\) at Acme, 127\.0\.0\.1:\d+\?/;

const stored = (home: string) => {
  const path = `${home}/.config/weir/config.toml`;
  return existsSync(path) ? readFileSync(path, "utf8") : "";
};
const addressIn = (written: string) => /http:\S+_flow_otp=[\da-f]{64}/.exec(written)?.[0] ?? "";
const padIn = (written: string) => /_flow_otp=([\da-f]{64})/.exec(written)?.[1] ?? "";

const login = (site: string, home: string, environment: Readonly<Record<string, string>>) =>
  startInTerminal({
    argv: ["login", site, "--browser", "google"],
    home,
    environment,
    columns: 200,
  });

test("over SSH the address is printed and what the browser shows is pasted; no secret stays on the screen", async () => {
  const { site, browse } = await serveSignIn(google);
  const home = folder();
  const person = await login(site, home, { SSH_CONNECTION: "x", DISPLAY: ":0", BROWSER: "false" });
  await person.sees(asked);
  const pad = padIn(person.text());
  person.sends("x".repeat(1_000_000), 0);
  person.sends("\r", 0);
  await person.sees(/That is too long/);
  const address = browse(addressIn(person.text()));
  // As a terminal breaks it.
  person.sends(`${address.slice(0, 70)}\r${address.slice(70)}\r`, 0);
  await person.sees(confirmation);
  expect(stored(home)).toBe("");
  person.sends("yes\r", 0);
  expect((await person.ended).code).toBe(0);
  expect(stored(home)).toContain(noor.key);
  expect(person.written()).not.toContain(noor.key);
  expect(person.written()).not.toContain("otp_encrypted");
  const { active } = person.terminal.buffer;
  const left = Array.from({ length: active.length }, (_, at) =>
    active.getLine(at)?.translateToString(),
  );
  expect(left.join("\n")).not.toContain(pad);
  expect(filesWith(home, pad)).toEqual([]);
});

/** A desktop with one browser, and the program that decides what opens an address; `browser` is a shell script. */
function desktop(browser: string) {
  const home = folder();
  const bin = folder();
  const runtime = folder();
  chmodSync(runtime, 0o700);
  const list = `${home}/.config/mimeapps.list`;
  mkdirSync(`${home}/.config`);
  writeFileSync(list, "[Default Applications]\nx-scheme-handler/svc=other.desktop\n");
  const program = (name: string, text: string) =>
    writeFileSync(`${bin}/${name}`, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  program(
    "xdg-mime",
    `if [ "$1" = query ]; then sed -n "s|^$3=||p" ${list}; else sed -i "s|^$3=.*|$3=$2|" ${list}; fi`,
  );
  program("browser", `echo "$1" >>${bin}/opened; ${browser}`);
  const entry = `${home}/.local/share/applications/weir-login.desktop`;
  const environment = {
    PATH: `${bin}:${process.env["PATH"]}`,
    DISPLAY: ":99",
    BROWSER: `${bin}/browser`,
    XDG_RUNTIME_DIR: runtime,
    SSH_CONNECTION: "",
  };
  return {
    home,
    bin,
    environment,
    opened: () => readFileSync(`${bin}/opened`, "utf8").trim(),
    /** Opens an address as the desktop does. */
    open: (address: string) => {
      const [, command = ""] = /^Exec=(.*) %u$/m.exec(readFileSync(entry, "utf8")) ?? [];
      spawn("/bin/sh", ["-c", `${command} "$1"`, "x", address]);
    },
    isTaken: () => existsSync(entry),
    left: () => ({
      entry: existsSync(entry),
      sockets: readdirSync(runtime),
      list: readFileSync(list, "utf8"),
    }),
    setDefault: (name: string) => writeFileSync(list, `x-scheme-handler/svc=${name}\n`),
  };
}

const asBefore = {
  entry: false,
  sockets: [],
  list: "[Default Applications]\nx-scheme-handler/svc=other.desktop\n",
};

test("on a desktop the browser hands the address over, and gets the digits in no argument", async () => {
  const { site, browse } = await serveSignIn(google);
  const { home, environment, open, opened, left } = desktop("");
  const person = await login(site, home, environment);
  await person.sees(asked);
  expect(opened()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\da-f]{32}$/);
  const shown = addressIn(person.text());
  const visit = async () => {
    const [answer] = await once(get(opened(), { agent: false }), "response");
    return answer.headers.location;
  };
  expect(await visit()).toBe(shown);
  await expect(visit()).rejects.toThrow(/ECONN(?:REFUSED|RESET)/);
  // A page that sends the browser to an address of its own.
  open(browse(`${site}/?mobile_flow_otp=${"ab".repeat(32)}`));
  await person.sees(/another attempt/);
  open(browse(shown));
  await person.sees(confirmation);
  person.sends("yes\r", 0);
  expect((await person.ended).code).toBe(0);
  expect(stored(home)).toContain(noor.key);
  expect(left()).toEqual(asBefore);
});

test.each([
  ["killed", (person: Awaited<ReturnType<typeof login>>) => person.kill("SIGKILL")],
  ["told to end", (person: Awaited<ReturnType<typeof login>>) => person.kill("SIGTERM")],
  ["left by its terminal", (person: Awaited<ReturnType<typeof login>>) => person.kill("SIGHUP")],
  ["interrupted", (person: Awaited<ReturnType<typeof login>>) => person.sends("\u0003", 0)],
])("nothing stays of a login that is %s while it waits", async (_, end) => {
  const { site } = await serveSignIn(google);
  const { home, environment, left, isTaken } = desktop("");
  const person = await login(site, home, environment);
  await person.sees(asked);
  expect(isTaken()).toBe(true);
  end(person);
  await person.ended;
  await expect.poll(left).toEqual(asBefore);
  expect(stored(home)).toBe("");
});

test("a question that is longer than a line is answered right behind it", async () => {
  const { site, browse } = await serveSignIn(google);
  const argv = ["login", site, "--browser", "google"];
  const environment = { SSH_CONNECTION: "x" };
  const person = await startInTerminal({ argv, home: folder(), environment, columns: 40 });
  await person.sees(asked);
  const address = addressIn(person.lines().join(""));
  person.sends(`${browse(address)}\r`, 0);
  await person.sees(/or no\)\s*:/);
  person.sends("yes", 0);
  await person.sees(/or no\)\s*: yes/);
  person.sends("\r", 0);
  expect((await person.ended).code).toBe(0);
});

test("a second login leaves the first one its addresses, and takes what is pasted", async () => {
  const { site, browse } = await serveSignIn(google);
  const { home, environment, open, left } = desktop("");
  const first = await login(site, home, environment);
  await first.sees(asked);
  const second = await login(site, home, environment);
  await second.sees(asked);
  second.sends(`${browse(addressIn(second.text()))}\r`, 0);
  await second.sees(confirmation);
  second.sends("no\r", 0);
  expect((await second.ended).code).toBe(2);
  open(browse(addressIn(first.text())));
  await first.sees(confirmation);
  first.sends("yes\r", 0);
  await first.ended;
  expect(left()).toEqual(asBefore);
});

test("a default that somebody sets meanwhile stays", async () => {
  const { site } = await serveSignIn(google);
  const { home, environment, left, setDefault } = desktop("");
  const person = await login(site, home, environment);
  await person.sees(asked);
  setDefault("new.desktop");
  person.sends("\u0003", 0);
  await person.ended;
  await expect
    .poll(left)
    .toMatchObject({ entry: false, list: "x-scheme-handler/svc=new.desktop\n" });
});

test("no address is handed over in a folder that others can enter", async () => {
  const { site } = await serveSignIn(google);
  const open = desktop("");
  const runtime = open.environment.XDG_RUNTIME_DIR;
  chmodSync(runtime, 0o755);
  const person = await login(site, open.home, open.environment);
  await person.sees(asked);
  expect(open.isTaken()).toBe(false);
  person.sends("\u0003", 0);
  await person.ended;
});

/** How connecting ends for somebody else on the machine; only root can try. */
async function connectingAsOther(socket: string): Promise<string> {
  if (process.getuid?.() !== 0) return "EACCES";
  const script = `require("net").connect(process.argv[1]).on("error", (e) => console.log(e.code))
    .on("connect", () => process.exit(console.log("connected")))`;
  const [program = ""] = weir;
  const child = spawn(program, ["-e", script, socket], { uid: 65_534, gid: 65_534, cwd: "/" });
  return (await text(child.stdout)).trim();
}

test("nobody else on the machine reaches the socket, even if the folders around it are opened", async () => {
  const { site } = await serveSignIn(google);
  const { home, environment, left } = desktop("");
  const person = await login(site, home, environment);
  await person.sees(asked);
  const around = `${environment.XDG_RUNTIME_DIR}/${left().sockets[0]}`;
  const socket = `${around}/socket`;
  const rights = [around, socket].map((path) => {
    const { uid, mode } = statSync(path);
    return [uid, (mode & 0o777).toString(8)];
  });
  const own = process.getuid?.();
  expect(rights).toEqual([
    [own, "700"],
    [own, "600"],
  ]);
  for (const opened of [undefined, environment.XDG_RUNTIME_DIR, around]) {
    if (opened !== undefined) chmodSync(opened, 0o755);
    expect(await connectingAsOther(socket)).toBe("EACCES");
  }
  person.sends("\u0003", 0);
  await person.ended;
  await expect.poll(left).toEqual(asBefore);
});

/** As w3m, with what a page leads to typed into it. */
function textBrowser(bin: string): string {
  const path = `${bin}/w3m`;
  const script = `#!/bin/sh
for each; do
  case "$each" in cgi_bin=*) bin=\${each#*=} ;; urimethodmap=*) map=\${each#*=} ;; *) url=$each ;; esac
done
echo "w3m at $url, Enter leaves"
read address
program=$(sed -n "s|^\${address%%:*}: file:/cgi-bin/\\(.*\\)?%s|\\1|p" "$map")
[ -z "$address" ] || QUERY_STRING="$address" "$bin/$program" >"$0.page"
clear
`;
  writeFileSync(path, script, { mode: 0o755 });
  return path;
}

test("w3m hands over what a page leads to, and nothing stays of it", async () => {
  const { site, browse } = await serveSignIn(google);
  const { home, environment, bin } = desktop("");
  const around = `${folder()}/it's`;
  mkdirSync(around);
  const own = { ...environment, DISPLAY: "", BROWSER: textBrowser(bin), TMPDIR: around };
  const started = async () => {
    const person = await login(site, home, own);
    await person.sees(/w3m at .*, Enter leaves/);
    expect(readdirSync(around)).toHaveLength(1);
    return person;
  };
  const person = await started();
  const [, page = ""] = /w3m at (\S+),/.exec(person.text()) ?? [];
  const [answer] = await once(get(page, { agent: false }), "response");
  person.sends(`${browse(answer.headers.location)}\r`, 0);
  await person.sees(confirmation);
  person.sends("yes\r", 0);
  expect((await person.ended).code).toBe(0);
  expect(stored(home)).toContain(noor.key);
  expect(readFileSync(`${own.BROWSER}.page`, "utf8")).toMatch(
    /^Content-Type: .*\n\nPress q to go back/,
  );
  expect(readdirSync(around)).toEqual([]);
  const killed = await started();
  killed.kill("SIGKILL");
  await expect.poll(() => readdirSync(around)).toEqual([]);
});

test("in a text browser the terminal is lent, and the address is there again afterwards", async () => {
  const { site, browse } = await serveSignIn(google);
  const { home, environment, bin } = desktop("");
  const own = { ...environment, DISPLAY: "", BROWSER: textBrowser(bin) };
  const person = await login(site, home, own);
  await person.sees(/w3m at http:\/\/127\.0\.0\.1:\d+\/[\da-f]{32}, Enter leaves/);
  person.sends("\r", 0);
  await person.sees(asked);
  person.sends(`${browse(addressIn(person.text()))}\r`, 0);
  await person.sees(confirmation);
  person.sends("yes\r", 0);
  expect((await person.ended).code).toBe(0);
  expect(stored(home)).toContain(noor.key);
});

const dumb = { TERM: "dumb" };

test("a terminal without a screen gets no secret digits where the browser is opened here", async () => {
  const { site, browse } = await serveSignIn(google);
  const { home, environment, opened, open } = desktop("");
  const person = await login(site, home, { ...environment, ...dumb });
  await person.sees(/Paste it here \(it is not shown\), or press Enter for the address:/);
  const [answer] = await once(get(opened(), { agent: false }), "response");
  open(browse(answer.headers.location));
  await person.sees(confirmation);
  person.sends("yes\r", 0);
  expect((await person.ended).code).toBe(0);
  expect(stored(home)).toContain(noor.key);
  expect(person.written()).not.toContain("flow_otp");
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ["a dumb terminal", dumb, ""],
  ["a terminal that is read aloud", {}, "screen_reader = true\n"],
])(
  "%s gets the address once where nothing opens it, and is told to clear it",
  async (_, environment, options) => {
    const { site, browse } = await serveSignIn(google);
    const { home } = configuredHome(options);
    const person = await login(site, home, { SSH_CONNECTION: "x", ...environment });
    await person.sees(asked);
    expect(person.text()).toContain("clear it from the scrollback");
    person.sends(`${browse(addressIn(person.text()))}\r`, 0);
    await person.sees(confirmation);
    person.sends("yes\r", 0);
    expect((await person.ended).code).toBe(0);
    expect(person.written().match(/flow_otp/g)).toHaveLength(1);
    expect(person.written()).not.toContain("\u001b[?1049h");
  },
);

test("without a terminal, each answer is a line of standard input", async () => {
  const { site, browse } = await serveSignIn(google);
  const home = folder();
  const [program = "", ...flags] = weir;
  const argv = [...flags, "login", site, "--browser", "google", "--paste-stdin"];
  const child = spawn(program, argv, { env: { PATH: process.env["PATH"], HOME: home } });
  let said = "";
  let out = "";
  child.stderr.on("data", (bytes) => {
    said += bytes;
  });
  child.stdout.on("data", (bytes) => {
    out += bytes;
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(asked);
  child.stdin.write(`${browse(addressIn(said))}\nyes\n`);
  child.stdin.end();
  expect(await ended).toBe(0);
  expect(said).toMatch(confirmation);
  expect(said).not.toContain("\u001b");
  expect(out).toMatch(/^Signed in to Acme as Noor Haddad\./);
  expect(stored(home)).toContain(noor.key);
});

test("the demo shows it to somebody without a server, and saves nothing", async () => {
  const home = folder();
  const argv = ["login", "--demo", "--browser", "google"];
  const person = await startInTerminal({
    argv,
    home,
    environment: { SSH_CONNECTION: "x" },
    columns: 200,
  });
  await person.sees(asked);
  const form = request(addressIn(person.text()), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  form.end(`${new URLSearchParams({ email: noor.email })}`);
  const [answer] = await once(form, "response");
  answer.resume();
  person.sends(`${answer.headers.location}\r`, 0);
  await person.sees(confirmation);
  person.sends("yes\r", 0);
  await person.sees(/Nothing is saved/);
  expect([(await person.ended).code, stored(home)]).toEqual([0, ""]);
});
