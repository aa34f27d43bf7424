/** The lists that servers cut in a register answer: they are fetched whole, or it is said that they are not. */
import { expect, test } from "vitest";
import { register } from "#api/queue.ts";
import { json, type Prepared, prepared, success } from "../support/answers.ts";

const drafts = (length: number) =>
  Array.from({ length }, (_, at) => ({ id: at + 1, type: "", to: [], topic: "", content: "x" }));
const starred = (length: number) => Array.from({ length }, (_, at) => at + 1);

test.each<[what: string, first: object, more: readonly Prepared[], said: readonly string[]]>([
  ["short lists", { drafts: drafts(999), starred_messages: starred(9_999) }, [], []],
  ["all drafts", { drafts: drafts(1_000) }, [success({ count: 1_200, drafts: drafts(1_200) })], []],
  ["some drafts", { drafts: drafts(1_000) }, [json({ result: "error" }, 400)], ["drafts"]],
  ["some stars", { starred_messages: starred(10_000) }, [], ["starred_messages"]],
])("a register with %s says what is missing", async (what, first, more, said) => {
  const { connection, requests } = prepared(
    success({ queue_id: "1:1", last_event_id: -1, ...first }),
    ...more,
  );
  const answer = await register(connection, {});
  expect(connection.skips.all().map(({ path }) => path)).toEqual(said);
  for (const { reason } of connection.skips.all()) expect(reason).toMatch(/^only the newest \d+/);
  if (what === "all drafts") expect(answer.drafts).toHaveLength(1_200);
  expect(requests).toHaveLength(1 + more.length);
});
