import { open } from "node:fs/promises";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { reasonOf, systemSentence } from "#host/file-errors.ts";

const failure = (rejecting: Promise<unknown>) =>
  rejecting.then(
    () => undefined,
    (error: unknown) => error,
  );

test("a system error is described in words, with the path", async () => {
  expect(systemSentence(await failure(open("/nowhere/x")))).toBe(
    "/nowhere/x cannot be used: there is no such file or folder.",
  );
  const busy = Object.assign(new Error("EBUSY: …"), { code: "EBUSY", syscall: "open" });
  expect(systemSentence(busy)).toBe("The system refused: system error EBUSY.");
  const refused = new Promise((_, reject) => connect(1, "127.0.0.1").on("error", reject));
  expect(systemSentence(await failure(refused))).not.toContain("ECONNREFUSED:");
});

test("an error of the program is quoted", () => {
  const error = Object.assign(new Error("database is malformed"), { code: "ERR_SQLITE_ERROR" });
  expect(systemSentence(error)).toBeUndefined();
  expect([reasonOf(error), reasonOf("odd")]).toEqual(["database is malformed", "odd"]);
});
