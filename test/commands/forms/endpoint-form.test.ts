import { expect, test } from "vitest";
import { changeOf } from "#commands/forms/form.ts";
import { formNow, formOf } from "#commands/forms/table.ts";
import type { FormName, FormValues } from "#store/forms.ts";
import { startKeyboardClient } from "../../support/keyboard-client.ts";
import { people, streams } from "../../support/small-blueprint.ts";

/** The requests that saving makes, and the field that a refusal of each would stand at. */
async function callsOf(name: FormName, id: number, typed: FormValues, level?: number) {
  const { store } = await startKeyboardClient("cleo", level);
  const { view } = store.getState();
  const now = formNow(view, { name, id });
  if (now === undefined) throw new RangeError("The form is about nothing.");
  const { calls = [] } = formOf({ name }).save(view, { name, id }, changeOf(now, { typed }));
  return calls.map(({ endpoint, values, field }) => [endpoint.path, values, field]);
}

test("what changed goes in one request for each endpoint, and a refusal of one field stands at it", async () => {
  const members = "Ana Ruiz, Don Marsh";
  expect(await callsOf("group", 1, { description: "Oars", members })).toEqual([
    ["/user_groups/{user_group_id}", { user_group_id: 1, description: "Oars" }, "description"],
    [
      "/user_groups/{user_group_id}/members",
      { user_group_id: 1, add: [people.don], delete: [people.bo] },
      "members",
    ],
  ]);
  expect(await callsOf("stream", streams.dev, { name: "devel", policy: "2" })).toEqual([
    [
      "/streams/{stream_id}",
      { stream_id: streams.dev, new_name: "devel", stream_post_policy: 2 },
      undefined,
    ],
  ]);
});

test("an older server is sent what it needs beside what changed", async () => {
  const [[, values] = []] = await callsOf("group", 1, { description: "Oars" }, 164);
  expect(values).toEqual({ user_group_id: 1, name: "crew", description: "Oars" });
});

test("names in another order are no change of members", async () => {
  expect(await callsOf("group", 1, { members: "Bo Lindt, Ana Ruiz" })).toEqual([]);
});
