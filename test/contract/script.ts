/**
 * Parses cases written as text: `cases/*.txt` here and beside the realm's tests.
 *
 * A case is a title, followed by the levels that it applies to (`from`, `until`), the requirements that it `proves`, and
 * its steps, one per line. A case with a `level` has two lists of steps: `before` it and `since`. Lines above the first
 * case name calls. Values and patterns are described in `notation.ts`. Steps:
 * - `member POST /drafts {drafts:[]} -> {ids:[]}` expects a success, `-x` an error (after `later`, that of servers above the
 *   document's level), `-404` a status, `-?` any answer; without an arrow, a success.
 * - `s := stream member other {invite_only:true}`, `queue := member registers message {apply_markdown:true}`,
 *   `name := fresh word`, `at := now 60`, `text := repeat c 60`, `expected := {id:5}` define names.
 * - `queue receives [{type:message}]` and `spare mails []` check what arrived since the last time.
 * - `meanwhile member GET /events {}` runs concurrently with the next steps, until `wait` or the end.
 * - `pass 3 min`, `out of time`, `realm {name:value}`, `billing {…}` control the realm.
 */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Body } from "../support/realm.ts";
import { bothSides, type Case, documentLevel } from "./case.ts";
import { parts } from "./cast.ts";
import { filled, matches, parseNotation, type Values } from "./notation.ts";
import type { Actor, Queue, Scene } from "./scene.ts";
import type { Answered } from "./server.ts";

/** A call with a short name, and parameters that are always sent. */
type Shortcut = { readonly call: string; readonly parameters: string };
type Shortcuts = ReadonlyMap<string, Shortcut>;
type Play = {
  readonly scene: Scene;
  readonly values: Values;
  readonly queues: Map<string, Queue>;
  readonly shortcuts: Shortcuts;
  /** Steps that run concurrently with the next ones. */
  readonly meanwhile: Promise<void>[];
  /** The number of mails to each address that were already checked. */
  readonly mailed: Map<string, number>;
};

function bodyOf({ values }: Play, text = "{}"): Body {
  return Object(filled(parseNotation(text), values));
}

function actorOf({ scene }: Play, name: string): Actor {
  const actor: unknown = Reflect.get(scene, name);
  if (typeof actor !== "object") throw new RangeError(`Unknown user ${name}.`);
  return actor as Actor;
}

function expectMatch(play: Play, line: string, actual: unknown, pattern: unknown): void {
  const found = JSON.stringify(actual);
  expect(matches(actual, pattern, play.values), `${line}\nfound: ${found}`).toBe(true);
}

/** If the expectation has a text, the answer may have no keys beyond the expected ones. */
function expectError(play: Play, line: string, { status, body }: Answered, expected: string): void {
  const [early = "{}", later = early] = expected.split(" later ");
  const pattern = bodyOf(play, play.scene.level > documentLevel ? later : early);
  expectMatch(play, line, body, { result: "error", ...pattern });
  expect(status, line).toBeGreaterThanOrEqual(400);
  if (!("msg" in pattern)) return;
  const keys = Object.keys(pattern).filter((key) => pattern[key] !== "<absent>");
  expect(Object.keys(body).sort(), line).toEqual(["result", ...keys].sort());
}

async function ask(play: Play, line: string): Promise<void> {
  const [, request = "", arrow = "->", expected = "{}"] =
    /^(.*?)(?: -(>|x|\?|[\d.]{3})(?: (.*))?)?$/.exec(line) ?? [];
  const [, who = "", name = "", passed] = /^(\w+) (.+?)(?: (\{.*\}))?$/.exec(request) ?? [];
  const { call, parameters } = play.shortcuts.get(name) ?? { call: name, parameters: "{}" };
  if (!/^[A-Z]+ \//.test(call)) throw new SyntaxError(`Invalid step: ${line}`);
  const sent = { ...bodyOf(play, parameters), ...bodyOf(play, passed) };
  const answer = await actorOf(play, who).request(call, sent);
  if (arrow === "?") return;
  if (arrow === "x") return expectError(play, line, answer, expected);
  if (/^\d/.test(arrow)) expect(String(answer.status), line).toMatch(new RegExp(`^${arrow}$`));
  else expectMatch(play, line, answer.body, { result: "success", msg: "" });
  expectMatch(play, line, answer.body, bodyOf(play, expected));
}

async function define(play: Play, name: string, line: string): Promise<void> {
  const { scene, values } = play;
  const [, names = "", json] = /^([^{]*?) ?(\{.*\})?$/.exec(line) ?? [];
  const [word = "", verb = "", ...rest] = names.split(" ");
  if (word === "stream") {
    const people = names.split(" ").slice(1);
    const others = people.map((who) => actorOf(play, who));
    values.set(name, await scene.stream(others, bodyOf(play, json)));
  } else if (word === "fresh") values.set(name, scene.fresh(verb));
  else if (word === "repeat") values.set(name, verb.repeat(Number(filled(rest[0], values))));
  else if (word === "now") values.set(name, scene.now() + Number(verb));
  else if (verb === "registers") {
    const queue = await actorOf(play, word).register(
      rest.length === 0 ? undefined : rest,
      bodyOf(play, json),
    );
    play.queues.set(name, queue);
    values.set(name, queue);
  } else values.set(name, filled(parseNotation(line), values));
}

/** The mails to an address since the last call. */
function newMails({ scene, mailed }: Play, address: string): readonly string[] {
  const all = scene.mails(address);
  const fresh = all.slice(mailed.get(address) ?? 0);
  mailed.set(address, all.length);
  return fresh;
}

async function step(play: Play, line: string): Promise<void> {
  const { scene, queues } = play;
  const [, name, definition = ""] = /^(\w+) := (.*)$/.exec(line) ?? [];
  if (name !== undefined) return define(play, name, definition);
  const [, word = "", rest = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
  const queue = queues.get(word);
  if (word === "meanwhile") play.meanwhile.push(ask(play, rest));
  else if (line === "wait") await Promise.all(play.meanwhile);
  else if (line === "out of time") await scene.control.outOfTime();
  else if (word === "pass") await scene.pass(rest);
  else if (word === "realm") {
    for (const [key, value] of Object.entries(bodyOf(play, rest)))
      await scene.control.setRealm(key, value);
  } else if (word === "billing") {
    const { user_id: userId, is_billing_admin: isAdmin } = bodyOf(play, rest);
    await scene.control.setBilling(userId, isAdmin);
  } else if (rest.startsWith("mails ")) {
    expectMatch(play, line, newMails(play, actorOf(play, word).email), bodyOf(play, rest.slice(6)));
  } else if (queue !== undefined && rest.startsWith("receives "))
    expectMatch(play, line, await queue.receive(), bodyOf(play, rest.slice("receives ".length)));
  else await ask(play, line);
}

function playOf(shortcuts: Shortcuts, lines: readonly string[]): Case["play"] {
  return async (scene) => {
    const values = new Map(Object.entries(scene));
    const play = { scene, shortcuts, queues: new Map(), values, mailed: new Map(), meanwhile: [] };
    for (const part of parts) newMails(play, scene[part].email);
    for (const line of lines) await step(play, line);
    await Promise.all(play.meanwhile);
  };
}

function casesOf(block: string, shortcuts: Shortcuts): readonly Case[] {
  const [title = "", ...all] = block.trim().split(/\n\s+/);
  const lines = all.filter((line) => !line.startsWith("# "));
  const valuesOf = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const [[level], [from], [until], proves] = [
    valuesOf("level"),
    valuesOf("from"),
    valuesOf("until"),
    valuesOf("proves"),
  ];
  const steps = lines.filter((line) => !/^(?:level|from|until|proves) /.test(line));
  const range = {
    ...(from === undefined ? {} : { from: Number(from) }),
    ...(until === undefined ? {} : { until: Number(until) }),
  };
  if (level === undefined) return [{ title, proves, ...range, play: playOf(shortcuts, steps) }];
  const since = steps.indexOf("since");
  const [before, after] = [steps.slice(steps.indexOf("before") + 1, since), steps.slice(since + 1)];
  const plays = { before: playOf(shortcuts, before), since: playOf(shortcuts, after) };
  return bothSides({ title, level: Number(level), ...range, ...plays });
}

/** The cases of a file, in its order; `file` is below this folder, without its ending. */
export function scripted(file: string): readonly Case[] {
  const text = readFileSync(new URL(`${file}.txt`, import.meta.url), "utf8");
  const [head = "", ...blocks] = text.split("\n\n");
  const shortcuts = new Map(
    [...head.matchAll(/^(\w+) = ([A-Z]+ \S+)(?: (\{.*\}))?$/gm)].map(
      ([, name = "", call = "", parameters = "{}"]) => [name, { call, parameters }],
    ),
  );
  return blocks.flatMap((block) => casesOf(block, shortcuts));
}
