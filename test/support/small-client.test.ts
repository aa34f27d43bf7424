/** The example of `test/README.md`. */
import { expect, test } from "vitest";
import { inDeploy, startSmall } from "./small-client.ts";

test("a message of somebody else is shown, and e marks it as read", async () => {
  const { bo, rows, press, settles, sent, toast } = await startSmall();
  await bo.say(inDeploy, "all green");
  await settles();
  expect(rows()).toEqual(["rolling", "@**Ana Ruiz** look", "all green"]);
  press("e");
  expect(toast()).toBe("Done #dev › deploy (2)");
  await settles();
  expect(sent(/^POST \/messages\/flags/)).toBe(1);
});
