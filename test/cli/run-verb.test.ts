/** Every verb of the table against servers that are not there, that never answer, and that answer nonsense. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { Exit } from "#cli/exit-codes.ts";
import { termsIn } from "#cli/query.ts";
import { verbs } from "#cli/verbs.ts";
import { splitPlace } from "#cli/written-place.ts";
import { emptyReplica } from "#model/empty.ts";
import { anyText } from "../support/any-text.ts";
import { fakeClock } from "../support/clock.ts";
import { strayControls } from "../support/escapes.ts";
import { patiently, startRealm } from "../support/realm.ts";
import { shellOn } from "../support/verb.ts";
import { argvOf } from "../support/verb-lines.ts";

const scripted = verbs.filter(({ load }) => load !== undefined);

beforeAll(async () => {
  for (const { load } of scripted) await load?.();
}, 60_000);

const lines = scripted.map(argvOf);

function shell() {
  const clock = fakeClock();
  const made = shellOn(startRealm({ clock }), { clock });
  made.files.set("a.txt", new Uint8Array([104, 105]));
  return { ...made, clock };
}

test.each(lines)(
  "%s %s: a server that is not there is exit 3 and one sentence",
  async (...argv) => {
    const { run, network } = shell();
    network.plug(false);
    const { code, out, err } = await run(argv);
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(err).toMatch(/^weir: [^\n]+\.\n$/);
  },
);

test.each(lines)("%s %s: a server that is silent is given up in time", async (...argv) => {
  const { run, network, clock } = shell();
  network.line("silent");
  const { code, out } = await patiently(clock, run(argv));
  expect([3, 5]).toContain(code);
  expect(out).toBe("");
});

const hostile = [
  "<html>\x1b]0;owned\x07</html>",
  JSON.stringify({ result: "error", msg: "No.\x1b]0;owned\x07", code: "BAD_REQUEST" }),
  JSON.stringify({ result: "success", msg: "" }),
  '{"result": "success", "queue_id": "1", "last_event_id": -1, "streams": 7, "messages": [{}]}',
];

test.each(lines)("%s %s: a server that answers nonsense steers no terminal", async (...argv) => {
  for (const answer of hostile) {
    const made = shellOn(startRealm(), { answer, columns: 60 });
    made.files.set("a.txt", new Uint8Array([104, 105]));
    const { code, out, err } = await made.run(argv);
    // Only a success without content can be what was asked for.
    if (!answer.includes("success")) expect([1, 5]).toContain(code);
    expect(strayControls((out + err).replaceAll("\n", ""))).toEqual([]);
  }
});

test("--timeout ends a verb, and so does a change without an answer, with another code", async () => {
  const { run, network, clock } = shell();
  network.line("silent");
  const started = clock.now();
  const read = await patiently(clock, run(["streams", "--timeout", "5"]));
  expect(read).toMatchObject({ code: 3, err: "weir: No answer within 5 seconds.\n" });
  expect(clock.now() - started).toBeLessThan(10_000);
});

test.each(["POST /users/me/status", "POST /user_topics", "POST /users/me/subscriptions"])(
  "%s without an answer is exit 5, and made once",
  async (lost) => {
    const clock = fakeClock();
    const { run, network } = shellOn(startRealm({ clock }), {
      clock,
      onRequest: (call, { line }) => line(call === lost ? "deaf" : "well"),
    });
    const argv = {
      "POST /users/me/status": ["status", "busy"],
      "POST /user_topics": ["mute", "#dev > deploy"],
      "POST /users/me/subscriptions": ["streams", "create", "garden"],
    }[lost];
    const { code } = await patiently(clock, run(argv ?? []));
    expect(code).toBe(5);
    expect(network.sent.filter((call) => call === lost)).toHaveLength(1);
  },
);

test("whatever is typed as a place or a query is a place, a query, or a usage error", () => {
  const word = fc.oneof(
    anyText(),
    fc
      .array(
        fc.constantFrom("#", "@", ">", "**", " ", ":", '"', "-", "dm", "sender", "a", "7", "/"),
      )
      .map((parts) => parts.join("")),
    fc.constantFrom(
      "https://x.example/#narrow/stream/9-x/topic/a.20b",
      "#narrow/-is/x",
      "@**a b**",
    ),
  );
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const { rest } = splitPlace(words);
      expect(rest.length).toBeLessThanOrEqual(words.length);
      try {
        termsIn(words.join(" "), emptyReplica, 278);
      } catch (error) {
        expect(error).toBeInstanceOf(Exit);
      }
    }),
  );
});
