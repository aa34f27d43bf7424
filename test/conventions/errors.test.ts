/** `sync` swallows no error: every caught one is logged or rethrown. */
import { expect, test } from "vitest";
import { files, text } from "./tree.ts";

/** Faults of the intake are logged together with others of the same answer. */
const deals = /\blog\.(?:note|warn)\(|\bthrow\b|\breject\(|\binBackground\(|\bfaults\.push\(/;

/** The text from an opening bracket to its closing one. */
function bracketed(source: string, from: number): string {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    if ("({".includes(source.charAt(at))) depth += 1;
    if (")}".includes(source.charAt(at))) depth -= 1;
    if (depth === 0) return source.slice(from, at + 1);
  }
  return source.slice(from);
}

/** The bodies of all `catch` clauses and arguments of `.catch(…)`, with their lines. */
function catches(source: string): { line: number; body: string }[] {
  const clauses = /\bcatch\s*(?:\(\w+(?:: unknown)?\)\s*)?(?=\{)|\.catch(?=\()/g;
  return [...source.matchAll(clauses)].map(({ index, 0: found }) => ({
    line: source.slice(0, index).split("\n").length,
    body: bracketed(source, index + found.length),
  }));
}

test("every error that sync catches is logged or rethrown", () => {
  const swallowed = files("src/sync/**/*.ts").flatMap((path) =>
    catches(text(path))
      .filter(({ body }) => !deals.test(body))
      .map(({ line, body }) => `${path}:${line}: ${body}`),
  );
  expect(swallowed).toEqual([]);
});

test("the rule finds swallowed errors", () => {
  const sources = [
    "try { go(); } catch {}",
    "try { go(); } catch (error) {\n  if (error) { return; }\n}",
    "void go().catch(() => undefined).finally(() => log.note('over'));",
  ];
  expect(sources.flatMap(catches).filter(({ body }) => deals.test(body))).toEqual([]);
  expect(sources.flatMap(catches)).toHaveLength(sources.length);
});
