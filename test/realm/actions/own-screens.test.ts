import { expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo } = people;

test("a hint that was seen is not shown again, and only its reader hears", async () => {
  const { as } = startRealm();
  const [hers, his] = [await as(ana).register(), await as(bo).register()];
  const seen = "intro_inbox_view_modal";
  expect(hers["onboarding_steps"]).toContainEqual({ type: "one_time_notice", name: seen });
  await as(ana).post("/users/me/onboarding_steps", { onboarding_step: seen });
  const left = hers["onboarding_steps"].filter((step: { name: string }) => step.name !== seen);
  expect(await as(ana).events(hers["queue_id"])).toMatchObject([
    { type: "onboarding_steps", onboarding_steps: left },
  ]);
  expect((await as(ana).register())["onboarding_steps"]).toEqual(left);
  expect(await as(bo).events(his["queue_id"])).toEqual([]);
});

test("a hint that nobody knows is refused", async () => {
  const { as } = startRealm();
  const { body } = await as(ana).post("/users/me/onboarding_steps", { onboarding_step: "dance" });
  expect(body["msg"]).toBe("Unknown onboarding_step: dance");
});

test.each([
  ["/dark", "Changed to dark theme! To revert dark theme, type `/light`.", "color_scheme", 2],
  ["/light", "Changed to light theme! To revert light theme, type `/dark`.", "color_scheme", 3],
  [
    "/fluid-width",
    "Changed to fluid-width mode! To revert fluid-width mode, type `/fixed-width`.",
    ...(["fluid_layout_width", true] as const),
  ],
])("%s changes the look, and says how to take it back", async (command, msg, property, value) => {
  const { as } = startRealm();
  const { queue_id } = await as(ana).register();
  expect((await as(ana).post("/zcommand", { command })).body).toEqual({ result: "success", msg });
  expect(await as(ana).events(queue_id)).toMatchObject([
    { type: "user_settings", property, value },
  ]);
});

test("a command for the look that there is says so, and one that only asks says nothing", async () => {
  const { as } = startRealm();
  const says = async (command: string) =>
    (await as(ana).post("/zcommand", { command })).body["msg"];
  await says("/dark");
  expect(await says("/dark")).toBe("You are still in dark theme.");
  expect(await says("/fixed-width")).toBe("You are still in fixed width mode.");
  expect(await says("/ping")).toBe("");
  expect(await says("ping")).toBe("There should be a leading slash in the zcommand.");
  expect(await says("/constructor")).toBe("No such command: constructor");
});
