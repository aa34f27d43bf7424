/** Every verb against servers that are unreachable, never answer, or answer nonsense. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Verb } from "#cli/verb.ts";
import { verbs } from "#cli/verbs.ts";
import { peopleIn, placeIn, splitsOf } from "#cli/written-place.ts";
import { timeReader } from "#commands/search/day.ts";
import { queryOf } from "#commands/search/query.ts";
import { emptyReplica } from "#model/replica.ts";
import { anyText } from "../support/any-text.ts";
import { networkTo } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { strayControls } from "../support/escapes.ts";
import { startRealm, whileClockRuns } from "../support/realm.ts";
import { endless, type ShellOptions, shellOn, untilOutput } from "../support/verb.ts";
import {
  argvOf,
  changingVerbs,
  emailFor,
  hasOwnWorld,
  isChange,
  populatedRealm,
} from "../support/verb-lines.ts";

/** Of these the server learns nothing: they read what is on this machine. */
const local: readonly string[] = ["rules", "rules test"];
const scripted = verbs.filter(({ name, run }) => run !== undefined && !local.includes(name));

const all = scripted.map((verb) => [verb.name, verb] as const);

function shell() {
  const clock = fakeClock();
  const made = shellOn(startRealm({ clock }), { clock });
  made.files.set("a.txt", new Uint8Array([104, 105]));
  return { ...made, clock };
}

test.each(all)("%s: an unreachable server is exit code 3 and one message", async (_, verb) => {
  const { run, network } = shell();
  network.plug(false);
  const { code, out, err } = await run(argvOf(verb));
  expect({ code, out }).toEqual({ code: 3, out: "" });
  expect(err).toMatch(/^weir: [^\n]+\.\n$/);
});

test.each(all)("%s: a key that is not valid is exit code 4, and what to do", async (_, verb) => {
  const text = JSON.stringify({ result: "error", msg: "Invalid API key", code: "UNAUTHORIZED" });
  const clock = fakeClock();
  const send = async () => ({ status: 401, headers: {}, text });
  const { run, files } = shellOn(startRealm({ clock }), { clock, send });
  files.set("a.txt", new Uint8Array([104, 105]));
  const { code, out, err } = await run(argvOf(verb));
  expect({ code, out }).toEqual({ code: 4, out: "" });
  expect(err).toBe("weir: Invalid API key. Sign in again with weir login.\n");
});

test.each([
  ["USER_DEACTIVATED", "Account is deactivated", "An administrator can reactivate it."],
  ["REALM_DEACTIVATED", "It is closed", "Nobody can sign in until it is reactivated."],
])("%s is exit code 4, but no other key would help", async (code, msg, remedy) => {
  const text = JSON.stringify({ result: "error", msg, code });
  const send = async () => ({ status: 401, headers: {}, text });
  const { run } = shellOn(startRealm(), { send });
  const said = { code: 4, err: `weir: ${msg}. ${remedy}\n` };
  expect(await run(["inbox"])).toMatchObject(said);
  expect(await run(["tail"])).toMatchObject(said);
});

test.each(all)("%s: a silent server times out", async (_, verb) => {
  const { run, network, clock } = shell();
  network.line("silent");
  const started = clock.now();
  const { code, out } = await whileClockRuns(clock, run(argvOf(verb)));
  expect([3, 5]).toContain(code);
  expect(out).toBe("");
  const limitMs = verb.name === "upload" ? 601_000 : 61_000;
  expect(clock.now() - started).toBeLessThanOrEqual(limitMs);
});

const hostile = [
  "<html>\x1b]0;owned\x07</html>",
  JSON.stringify({ result: "error", msg: "No.\x1b]0;owned\x07", code: "BAD_REQUEST" }),
  JSON.stringify({ result: "success", msg: "" }),
  '{"result": "success", "queue_id": 1, "last_event_id": -1, "streams": 7, "messages": [{}]}',
];

test.each(all)("%s: an invalid answer writes no control sequences", async (_, verb) => {
  for (const answer of hostile) {
    const made = shellOn(startRealm(), { answer: () => answer, columns: 60 });
    made.files.set("a.txt", new Uint8Array([104, 105]));
    const { code, out, err } = await made.run(argvOf(verb));
    // A success without content is valid for some verbs.
    if (!answer.includes("success")) expect([1, 5]).toContain(code);
    expect(strayControls((out + err).replaceAll("\n", ""))).toEqual([]);
  }
});

test.each([["read", "#general"], ["export", "#general"], ["sync"], ["search", "Soup"]])(
  "%s says what could not be read",
  async (...argv) => {
    const clock = fakeClock();
    const made = shellOn(startRealm({ clock }), {
      clock,
      send: async (request, signal) => {
        const answer = await made.network.send(request, signal);
        return { ...answer, text: answer.text.replaceAll('"reactions":[]', '"reactions":7') };
      },
    });
    await made.run(["send", "#general > lunch", "Soup."]);
    const { code, err } = await whileClockRuns(clock, made.run(argv));
    expect(code).toBe(0);
    expect(err).toMatch(
      /^weir: 1 thing of this server could not be read: .*reactions \(.*missing here\.$/m,
    );
  },
);

test("what could not be read while a verb goes on is said before it ends", async () => {
  const clock = fakeClock();
  const { start, network, run } = shellOn(startRealm({ clock }), {
    clock,
    send: async (request, signal) => {
      const answer = await network.send(request, signal);
      return { ...answer, text: answer.text.replaceAll('"reactions":[]', '"reactions":7') };
    },
  });
  const { ended, stop, err } = start(["tail", "--from-now"]);
  await whileClockRuns(clock, run(["send", "#general > lunch", "Soup."]));
  await expect
    .poll(async () => clock.pass("1 s").then(err))
    .toContain("of this server could not be read");
  await stop();
  await ended;
});

test("--timeout ends a verb with exit code 3", async () => {
  const { run, network, clock } = shell();
  network.line("silent");
  const started = clock.now();
  const read = await whileClockRuns(clock, run(["streams", "--timeout", "5"]));
  expect(read).toMatchObject({ code: 3, err: "weir: No response within 5 seconds.\n" });
  expect(clock.now() - started).toBeLessThan(10_000);
});

test("a text that never ends is not waited for longer than the time limit, or after a signal", async () => {
  const { run, start, clock, network } = shell();
  const argv = ["send", "#general > lunch", "-"];
  const late = await whileClockRuns(clock, run([...argv, "--timeout", "5"], endless));
  expect(late).toMatchObject({
    code: 1,
    err: "weir: Standard input did not end within 5 seconds.\n",
  });
  expect(await start(argv, endless).stop()).toMatchObject({ out: "" });
  expect(network.sent).not.toContain("POST /messages");
});

async function administration(
  verb: Verb,
  options: ShellOptions,
  clock = fakeClock(),
  realm = populatedRealm(clock),
) {
  const email = emailFor(verb);
  const made = shellOn(await realm, { ...options, clock, email });
  made.files.set("a.txt", new Uint8Array([104, 105]));
  return { clock, ...made };
}

// They send no change.
const sharedClock = fakeClock();
const unchanged = populatedRealm(sharedClock);

test.each(changingVerbs.map((verb) => [verb.name, verb] as const))(
  "%s: an invalid answer to a change writes no control sequences",
  async (_, verb) => {
    // Some verbs change what no other realm has, such as what older servers do not store.
    const isOwn = hasOwnWorld(verb);
    for (const answer of hostile) {
      const instead = (call: string) => (isChange(call) ? answer : undefined);
      const options = { answer: instead, columns: 60 };
      const realm = isOwn ? populatedRealm(sharedClock, verb) : unchanged;
      const { run } = await administration(verb, options, sharedClock, realm);
      const { code, out, err } = await run(argvOf(verb));
      if (!answer.includes("success")) expect([1, 5]).toContain(code);
      expect(strayControls((out + err).replaceAll("\n", ""))).toEqual([]);
    }
  },
);

test("any text for a place or query is parsed", () => {
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
      for (const one of words) {
        placeIn(one);
        expect(splitsOf(one).length).toBeGreaterThan(0);
        expect(peopleIn(one, () => false)[0].every((name) => one.includes(name))).toBe(true);
      }
      queryOf(emptyReplica, words.join(" "), timeReader(0, { twentyFour: true }, undefined));
    }),
  );
});

const poison = "\x1b]0;owned\x07\x1b[2J\n\x9b31m\u202e";
const poisoned: ReadonlySet<string> = new Set(
  "name full_name sender_full_name description subject topic topic_name content display_recipient status_text emoji_name hint email delivery_email timezone value".split(
    " ",
  ),
);

/** Names and texts that end with control characters. */
function poisonedText(body: string): string {
  return JSON.stringify(JSON.parse(body), (key, value: unknown) =>
    poisoned.has(key) && typeof value === "string" && value !== "" ? value + poison : value,
  );
}

test.each(all)(
  "%s: no name or text can write a control character to the terminal",
  async (_, verb) => {
    for (const [columns, ...form] of [
      [60],
      [undefined],
      [undefined, "--json"],
      [60, "--plain"],
      [60, "--raw"],
    ] as const) {
      const isOption = (name: string) => verb.options.some(({ flags }) => flags === name);
      if (columns === 60 && form[0] !== undefined && !isOption(form[0])) continue;
      const clock = fakeClock();
      const realm = await populatedRealm(clock);
      const { send } = networkTo(realm.realm);
      const made = shellOn(realm, {
        clock,
        email: emailFor(verb),
        ...(columns !== undefined && { columns }),
        send: async (request, signal) => {
          const answer = await send(request, signal);
          return { ...answer, text: poisonedText(answer.text) };
        },
      });
      made.files.set("a.txt", new Uint8Array([104, 105]));
      const argv = [...argvOf(verb), ...form];
      const isEndless = verb.deadlineMs === Number.POSITIVE_INFINITY;
      const { out, err } = isEndless ? await untilOutput(clock, made, argv) : await made.run(argv);
      expect(strayControls((out + err).replaceAll(/[\n\t]/g, ""))).toEqual([]);
    }
  },
);
