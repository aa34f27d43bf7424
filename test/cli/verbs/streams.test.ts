/** `weir streams add` of people of whom some are there already. */
import { expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { json, shellOn } from "../../support/verb.ts";

test.each([
  [["@bo"], [], "@Bo Lindt is in #dev already.\n"],
  [["@bo", "@cleo"], [], "2 people are in #dev already.\n"],
  [
    ["@bo", "@don"],
    ["Don Marsh"],
    "Added @Don Marsh to #dev. @Bo Lindt is in #dev already. To undo: weir streams remove '#dev' 14\n",
  ],
  [[], [], "You are in #dev already.\n"],
])(
  "adding %j to a stream tells who was there already, and undoes only the rest",
  async (who, added, says) => {
    const args = ["streams", "add", "#dev", ...who];
    expect(await shellOn(startRealm(), { columns: 160 }).run(args)).toMatchObject({
      code: 0,
      out: says,
    });
    const { people } = json(await shellOn(startRealm()).run([...args, "--json"]))[0] ?? {};
    expect(people).toEqual(added);
  },
);

test("somebody who was not there is added as before", async () => {
  const { run } = shellOn(startRealm(), { columns: 160 });
  const { out } = await run(["streams", "add", "#other"]);
  expect(out).toBe("Added you to #other. To undo: weir streams remove '#other'\n");
});

test("newer servers name by ID who was there already", async () => {
  const body = { result: "success", msg: "", subscribed: {}, already_subscribed: { 12: ["dev"] } };
  const answer = (call: string) =>
    call.startsWith("POST /users/me/subscriptions") ? JSON.stringify(body) : undefined;
  const { run } = shellOn(startRealm(), { columns: 160, answer });
  const { out } = await run(["streams", "add", "#dev", "@bo"]);
  expect(out).toBe("@Bo Lindt is in #dev already.\n");
});

test.each([
  [[], " The server notified nobody: too many were added at once."],
  [["--no-notify"], ""],
])(
  "people who are added %j are not said to be notified if there are too many",
  async (options, says) => {
    const body = {
      result: "success",
      msg: "",
      subscribed: { 14: ["dev"] },
      already_subscribed: {},
    };
    const answer = (call: string) =>
      call.startsWith("POST /users/me/subscriptions")
        ? JSON.stringify({ ...body, new_subscription_messages_sent: false })
        : undefined;
    const { run } = shellOn(startRealm(), { columns: 160, answer });
    const { out } = await run(["streams", "add", "#dev", "@don", ...options]);
    expect(out).toBe(`Added @Don Marsh to #dev.${says} To undo: weir streams remove '#dev' 14\n`);
  },
);
