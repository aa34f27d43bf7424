/**
 * Reads the cases that are written as text: `cases/*.txt` here and beside the realm's tests.
 *
 * A case is a sentence; below it stand the levels it holds for (`from`, `until`), the rows it `proves`, and its steps,
 * one a line. A case with a `level` has two lists of steps: `before` it and `since`. Lines above the first case name
 * calls. Values and patterns are described in `notation.ts`. Steps:
 * - `member POST /drafts {drafts:[]} -> {ids:[]}` is a success, `-x` a refusal (behind `later`, that of servers above the
 *   document's level), `-404` a status, `-?` any answer; without an arrow it is a success.
 * - `s := stream member other {invite_only:true}`, `ear := member listens message {apply_markdown:true}`,
 *   `name := fresh word`, `at := now 60`, `text := repeat c 60`, `told := {id:5}` give names.
 * - `ear hears [{type:message}]` and `spare mails []`: what came since the last time.
 * - `meanwhile member GET /events {}` runs beside the next steps, until `wait` or the end.
 * - `pass 3 min`, `out of time`, `realm {name:value}`, `billing {…}` act on the realm.
 */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Body } from "../support/realm.ts";
import { bothSides, type Case, documentLevel } from "./case.ts";
import { parts } from "./cast.ts";
import { filled, matches, parseNotation, type Values } from "./notation.ts";
import type { Asker, Ear, Scene } from "./scene.ts";
import type { Answered } from "./server.ts";

/** A call by a shorter name, with parameters that are always sent. */
type Short = { readonly call: string; readonly parameters: string };
type Shorts = ReadonlyMap<string, Short>;
type Play = {
  readonly scene: Scene;
  readonly values: Values;
  readonly ears: Map<string, Ear>;
  readonly shorts: Shorts;
  /** Steps that run beside the next ones. */
  readonly meanwhile: Promise<void>[];
  /** How many mails of each address were read. */
  readonly mailed: Map<string, number>;
};

function bodyOf({ values }: Play, text = "{}"): Body {
  return Object(filled(parseNotation(text), values));
}

function askerOf({ scene }: Play, name: string): Asker {
  const asker: unknown = Reflect.get(scene, name);
  if (typeof asker !== "object") throw new RangeError(`Nobody is called ${name}.`);
  return asker as Asker;
}

function fits(play: Play, line: string, actual: unknown, pattern: unknown): void {
  const found = JSON.stringify(actual);
  expect(matches(actual, pattern, play.values), `${line}\nfound: ${found}`).toBe(true);
}

/** A refusal whose text is told has no keys but those that are told. */
function isRefused(play: Play, line: string, { status, body }: Answered, told: string): void {
  const [early = "{}", later = early] = told.split(" later ");
  const pattern = bodyOf(play, play.scene.level > documentLevel ? later : early);
  fits(play, line, body, { result: "error", ...pattern });
  expect(status, line).toBeGreaterThanOrEqual(400);
  if (!("msg" in pattern)) return;
  const keys = Object.keys(pattern).filter((key) => pattern[key] !== "<absent>");
  expect(Object.keys(body).sort(), line).toEqual(["result", ...keys].sort());
}

async function ask(play: Play, line: string): Promise<void> {
  const [, asked = "", arrow = "->", told = "{}"] =
    /^(.*?)(?: -(>|x|\?|[\d.]{3})(?: (.*))?)?$/.exec(line) ?? [];
  const [, who = "", name = "", given] = /^(\w+) (.+?)(?: (\{.*\}))?$/.exec(asked) ?? [];
  const { call, parameters } = play.shorts.get(name) ?? { call: name, parameters: "{}" };
  if (!/^[A-Z]+ \//.test(call)) throw new SyntaxError(`This is no step of a case: ${line}`);
  const sent = { ...bodyOf(play, parameters), ...bodyOf(play, given) };
  const answer = await askerOf(play, who).asks(call, sent);
  if (arrow === "?") return;
  if (arrow === "x") return isRefused(play, line, answer, told);
  if (/^\d/.test(arrow)) expect(String(answer.status), line).toMatch(new RegExp(`^${arrow}$`));
  else fits(play, line, answer.body, { result: "success", msg: "" });
  fits(play, line, answer.body, bodyOf(play, told));
}

async function give(play: Play, name: string, line: string): Promise<void> {
  const { scene, values } = play;
  const [, names = "", json] = /^([^{]*?) ?(\{.*\})?$/.exec(line) ?? [];
  const [word = "", verb = "", ...rest] = names.split(" ");
  if (word === "stream") {
    const people = names.split(" ").slice(1);
    const asking = people.map((who) => askerOf(play, who));
    values.set(name, await scene.stream(asking, bodyOf(play, json)));
  } else if (word === "fresh") values.set(name, scene.fresh(verb));
  else if (word === "repeat") values.set(name, verb.repeat(Number(filled(rest[0], values))));
  else if (word === "now") values.set(name, scene.now() + Number(verb));
  else if (verb === "listens") {
    const ear = await askerOf(play, word).listens(
      rest.length === 0 ? undefined : rest,
      bodyOf(play, json),
    );
    play.ears.set(name, ear);
    values.set(name, ear);
  } else values.set(name, filled(parseNotation(line), values));
}

/** The mails to an address since it was asked for last. */
function newMails({ scene, mailed }: Play, address: string): readonly string[] {
  const all = scene.mails(address);
  const fresh = all.slice(mailed.get(address) ?? 0);
  mailed.set(address, all.length);
  return fresh;
}

async function step(play: Play, line: string): Promise<void> {
  const { scene, ears } = play;
  const [, name, given = ""] = /^(\w+) := (.*)$/.exec(line) ?? [];
  if (name !== undefined) return give(play, name, given);
  const [, word = "", rest = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
  const ear = ears.get(word);
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
    fits(play, line, newMails(play, askerOf(play, word).email), bodyOf(play, rest.slice(6)));
  } else if (ear !== undefined && rest.startsWith("hears "))
    fits(play, line, await ear.hears(), bodyOf(play, rest.slice("hears ".length)));
  else await ask(play, line);
}

function playOf(shorts: Shorts, lines: readonly string[]): Case["play"] {
  return async (scene) => {
    const values = new Map(Object.entries(scene));
    const play = { scene, shorts, ears: new Map(), values, mailed: new Map(), meanwhile: [] };
    for (const part of parts) newMails(play, scene[part].email);
    for (const line of lines) await step(play, line);
    await Promise.all(play.meanwhile);
  };
}

function casesOf(block: string, shorts: Shorts): readonly Case[] {
  const [title = "", ...all] = block.trim().split(/\n\s+/);
  const lines = all.filter((line) => !line.startsWith("# "));
  const told = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const [[level], [from], [until], proves] = [
    told("level"),
    told("from"),
    told("until"),
    told("proves"),
  ];
  const steps = lines.filter((line) => !/^(?:level|from|until|proves) /.test(line));
  const range = {
    ...(from === undefined ? {} : { from: Number(from) }),
    ...(until === undefined ? {} : { until: Number(until) }),
  };
  if (level === undefined) return [{ title, proves, ...range, play: playOf(shorts, steps) }];
  const since = steps.indexOf("since");
  const [before, after] = [steps.slice(steps.indexOf("before") + 1, since), steps.slice(since + 1)];
  const plays = { before: playOf(shorts, before), since: playOf(shorts, after) };
  return bothSides({ title, level: Number(level), ...range, ...plays });
}

/** The cases of a file, in its order; `file` is below this folder, without its ending. */
export function scripted(file: string): readonly Case[] {
  const text = readFileSync(new URL(`${file}.txt`, import.meta.url), "utf8");
  const [head = "", ...blocks] = text.split("\n\n");
  const shorts = new Map(
    [...head.matchAll(/^(\w+) = ([A-Z]+ \S+)(?: (\{.*\}))?$/gm)].map(
      ([, name = "", call = "", parameters = "{}"]) => [name, { call, parameters }],
    ),
  );
  return blocks.flatMap((block) => casesOf(block, shorts));
}
