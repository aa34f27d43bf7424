/**
 * The output of every verb on a terminal, in a pipe and, over HTTP, as JSON. The transcripts in `golden/` are shell
 * sessions; tabs separate columns in a pipe.
 */
import { afterAll, expect, test } from "vitest";
import { openNetwork } from "#api/http.ts";
import type { Send } from "#api/transport.ts";
import { adminVerbs } from "#cli/admin-verbs.ts";
import { listVerbs } from "#cli/list-verbs.ts";
import { messageVerbs } from "#cli/message-verbs.ts";
import type { Verb } from "#cli/verb.ts";
import { serveRealm } from "#realm/serve.ts";
import { fakeClock } from "../support/clock.ts";
import { strayControls, withoutEscapes } from "../support/escapes.ts";
import { type Ran, shellOn, untilOutput } from "../support/verb.ts";
import { argvOf, emailFor, isChange, populatedRealm } from "../support/verb-lines.ts";

/** Further command lines by verb: empty results and options. */
const more: Readonly<Record<string, readonly (readonly string[])[]>> = {
  inbox: [["inbox", "--needs-me"]],
  read: [
    ["read", "#dev > 配置 window"],
    ["read", "@bo,@cleo"],
    ["read", "mentions"],
  ],
  send: [["send", "@bo", "lunch?"]],
  streams: [["streams", "--all"]],
  search: [["search", "pool"]],
  topics: [["topics", "#news"]],
  people: [
    ["people", "--bots"],
    ["people", "--deactivated"],
    ["people", "--match", "nobody"],
  ],
  groups: [["groups", "--system"]],
  status: [["status"], ["status", "--emoji", "fire"], ["status", "--clear"]],
  done: [["done", "--all"]],
  mute: [
    ["mute", "#dev > noise", "--undo"],
    ["mute", "@bo"],
  ],
  follow: [["follow", "#dev > deploy", "--undo"]],
  react: [["react", "104", "tada", "--undo"]],
  star: [["star", "101", "104", "--undo"]],
  "streams add": [["streams", "add", "#other"]],
  "streams remove": [
    ["streams", "remove", "#dev"],
    ["streams", "remove", "#secret"],
    ["streams", "remove", "#secret", "--yes"],
  ],
  "streams create": [["streams", "create", "Dev"]],
  "streams archive": [["streams", "archive", "#dev"]],
  "people reactivate": [["people", "reactivate", "@bo"]],
  "topics move": [["topics", "move", "#dev > noise", "#general > noise"]],
  "topics mute": [["topics", "mute", "#dev > noise", "--undo"]],
};

const site = "http://realm.test";
type World = Awaited<ReturnType<typeof openWorld>>;

/** A new realm, always with the same content. */
async function openWorld() {
  const clock = fakeClock();
  const realm = await populatedRealm(clock);
  let close = async () => {};
  /** Opens a socket at the first request. */
  const serve = async () => {
    const served = await serveRealm(realm.realm);
    const network = await openNetwork(served.url);
    close = () => network.close().then(served.close);
    return { url: served.url, network };
  };
  let door: ReturnType<typeof serve> | undefined;
  const send: Send = async (request, signal) => {
    door ??= serve();
    const { url, network } = await door;
    const { text, ...answer } = await network.send(
      { ...request, url: request.url.replace(site, url) },
      signal,
    );
    // The port differs between runs.
    return { ...answer, text: text.replaceAll(url, site) };
  };
  return { clock, realm, send, close: () => close() };
}

let world: World | undefined;
const leave = async () => {
  await world?.close();
  world = undefined;
};
afterAll(leave);

type How = { readonly columns?: number; readonly overHttp?: boolean };

/** Runs a command, on a terminal if there are `columns`. A realm that it changed is not used again. */
async function ran(verb: Verb, argv: readonly string[], how: How = {}): Promise<Ran> {
  world ??= await openWorld();
  const { clock, realm, send } = world;
  let isChanged = false;
  const shell = shellOn(realm, {
    clock,
    ...(how.overHttp === true && { send }),
    onRequest: (call) => {
      isChanged ||= isChange(call);
    },
    email: emailFor(verb),
    ...(how.columns !== undefined && { columns: how.columns }),
  });
  shell.files.set("a.txt", new TextEncoder().encode("hello"));
  const isEndless = verb.deadlineMs === Number.POSITIVE_INFINITY;
  const found = isEndless ? await untilOutput(clock, shell, argv) : await shell.run(argv);
  if (isChanged) await leave();
  return { ...found, out: found.out.replace(/(?<=\/user_uploads\/)[^)"]+(?=\/)/g, "…") };
}

const word = (argument: string) => (/^[\w@.,=-]+$/.test(argument) ? argument : `'${argument}'`);

function shown(argv: readonly string[], end: string, { code, out, err }: Ran): string {
  const line = ["$ weir", ...argv.map(word)].join(" ");
  const exit = code === 0 ? "" : `[exit ${code}]\n`;
  return `${line}${end}\n${withoutEscapes(out)}${err}${exit}`;
}

async function transcript(verb: Verb): Promise<string> {
  const parts: string[] = [];
  const usual = argvOf(verb);
  for (const argv of [usual, ...(more[verb.name] ?? [])]) {
    const terminal = await ran(verb, argv, { columns: 72 });
    const json = await ran(verb, [...argv, "--json"], { overHttp: true });
    expect(strayControls(terminal.out.replaceAll("\n", ""))).toEqual([]);
    for (const line of json.out.split("\n").filter((text) => text !== ""))
      expect(Object.keys(JSON.parse(line)), verb.name).toEqual(verb.fields);
    parts.push(shown(argv, "", terminal));
    // What a pipe gets differs in its form alone, as in the first line; without rows it gets nothing.
    if (argv === usual || terminal.out === "")
      parts.push(shown(argv, " | cat", await ran(verb, argv)));
    parts.push(shown([...argv, "--json"], "", json));
  }
  return parts.join("\n");
}

test.each([
  ["messages", messageVerbs],
  ["lists", listVerbs],
  ["administration", adminVerbs],
] as const)("the output of verbs about %s matches the transcript", async (name, verbs) => {
  const sessions: string[] = [];
  for (const verb of verbs) sessions.push(await transcript(verb));
  await expect(sessions.join(`\n${"─".repeat(72)}\n\n`)).toMatchFileSnapshot(`golden/${name}.txt`);
});
