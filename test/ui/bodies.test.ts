import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { createBodies } from "#ui/bodies.ts";
import { acme, ana, backend, bo, withMessages } from "../support/acme.ts";
import * as make from "../support/make.ts";
import { step } from "../support/picture.ts";
import { styleOf } from "../support/screen.tsx";

test("a body and a preview call people what they are called now", () => {
  const said = { by: ana, text: "ask @**Bo Lindqvist**", to: { streamId: backend, topic: "t" } };
  const before = withMessages(acme(), [{ ...said, at: "11:41" }], 2001);
  const message = get(before.messages, make.message({ id: 2001 }).id);
  if (message === undefined) throw new RangeError("The message is not there.");
  const bodies = createBodies(styleOf({}), () => undefined);
  expect(bodies.previewOf(before, message)).toContain("@Bo Lindqvist");
  const person = { user_id: bo, full_name: "Bosse" };
  const event = make.event("realm_user", { id: before.lastEvent + 1, op: "update", person });
  const after = step(before, event);
  expect(bodies.previewOf(after, message)).toContain("@Bosse");
  expect(bodies.of(after, message, 60)[0]?.text).toContain("@Bosse");
});
