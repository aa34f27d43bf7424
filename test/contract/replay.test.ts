/**
 * Asked what a real server was asked, in the same situation, the realm gives the same status, code, keys and types, and
 * refuses in the same words.
 */
import { expect } from "vitest";
import {
  caution,
  type Exchange,
  type Happening,
  isShown,
  readAll,
  readEverywhere,
  recorded,
  tell,
} from "../support/recordings.ts";
import type { Fields } from "./fields.ts";
import { headersDiffer } from "./headers.ts";
import { type Replied, replayIn } from "./replay.ts";
import { explains, type Found, knownDifferences } from "./replay-differences.ts";
import { type Ranges, rangesOf, shapesDiffer } from "./shapes.ts";
import { situation } from "./situation.ts";

function differences(exchange: Exchange, given: Replied, ranges: Ranges): readonly string[] {
  const { status, body, fault } = given;
  if (exchange.status !== status)
    return [`status ${status} instead of ${exchange.status} ${fault}`.trim()];
  const code = (body as Fields)["code"];
  if (exchange.body["code"] !== code)
    return [`code ${String(code)} instead of ${String(exchange.body["code"])}`];
  const said = exchange.status < 400 ? [] : wordsDiffer(exchange, body as Fields);
  return [
    ...said,
    ...ignoredDiffer(exchange.body, body as Fields),
    ...shapesDiffer(exchange, body, ranges),
    ...headersDiffer(exchange, given.headers),
  ];
}

/** Which parameters were told to be unknown. */
function ignoredDiffer(theirs: Fields, ours: Fields): readonly string[] {
  const [known, own] = [theirs, ours].map((one) => String(one["ignored_parameters_unsupported"]));
  return known === own ? [] : [`ignores ${own} instead of ${known}`];
}

/** What a refusal says in other words than the recorded one, in its sentence or in one of its other texts. */
function wordsDiffer({ request, body: theirs }: Exchange, ours: Fields): readonly string[] {
  const asked = `${request.path} ${Object.values(request.params ?? {}).join(" ")}`;
  // Names and numbers that nobody asked for are those of the situation.
  const plain = (text: string) =>
    text
      .replace(/'[^']*'|\d+/g, (part) => (asked.includes(part.replaceAll("'", "")) ? part : "…"))
      // Real servers are half-way from one wording of this complaint to the other.
      .replace(/^Argument "(.*)" is not valid JSON\.$/, "$1 is not valid JSON");
  return Object.entries(theirs).flatMap(([key, text]) => {
    const own = ours[key];
    // Beside answers there are pages, which nobody reads.
    if (key === "text" || typeof text !== "string" || typeof own !== "string") return [];
    return plain(text) === plain(own) ? [] : [`${key} says "${own}" instead of "${text}"`];
  });
}

/** What was asked so that others would hear of it, as exchanges; a few of these recordings are of several requests. */
function actions(): readonly (readonly [string, Exchange])[] {
  return readAll<Happening>("events/**/*.json").flatMap(
    ([name, { action, as, status, answer }]) => {
      if (!("method" in action) || status === undefined || !answer) return [];
      const request = { ...action, ...(as === undefined ? {} : { as }) };
      return [[name, { request, status, headers: {}, body: answer }] as const];
    },
  );
}

/** Single answers, and whole registers. */
const answered = "{exchanges,register}/**/*.json";

async function compareAll(): Promise<readonly Found[]> {
  const exchanges = [...readAll<Exchange>(answered), ...actions()];
  const replay = replayIn(situation());
  const known = readEverywhere<Exchange>(answered);
  const ranges = rangesOf(known.map(([, exchange]) => exchange));
  const found: Found[] = [];
  for (const [path, exchange] of exchanges) {
    const name = path.replace(/\.json$/, "");
    const request = `${exchange.request.method} ${exchange.request.path}`;
    const told = differences(exchange, await replay(exchange), ranges);
    found.push(...told.map((differs) => ({ name, request, differs })));
  }
  tell("requests replayed", exchanges.length);
  return found;
}

let comparison: Promise<readonly Found[]> | undefined;

/** Compared once for all tests. */
function compared(): Promise<readonly Found[]> {
  comparison ??= compareAll();
  return comparison;
}

const inWords = / says "/;

async function unexplained(): Promise<readonly Found[]> {
  const found = await compared();
  return found.filter((one) => !knownDifferences.some((row) => explains(row, one)));
}

recorded(
  "the realm answers every recorded request as the real server, but for what is listed",
  async () => {
    const found = (await unexplained()).filter(({ differs }) => !inWords.test(differs));
    expect(
      found.map(({ name, differs }) => `${name}: ${differs}`),
      caution,
    ).toEqual([]);
  },
);

recorded("the realm refuses in the words of the real server, but for what is listed", async () => {
  const found = (await unexplained()).filter(({ differs }) => inWords.test(differs));
  expect(
    found.map(({ name, differs }) => `${name}: ${differs}`),
    caution,
  ).toEqual([]);
});

recorded("every listed difference can still be seen", async () => {
  const found = await compared();
  const stale = knownDifferences
    .filter(({ seen }) => isShown(seen))
    .filter((row) => !found.some((one) => one.name === row.seen && explains(row, one)));
  expect(stale.map(({ seen, because }) => `${seen}: ${because}`)).toEqual([]);
});
