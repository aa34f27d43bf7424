/** weir's own options, changed on the screen, in the configuration file. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { localFiles } from "#app/opening.ts";
import { preferencesOf } from "#commands/account/options.ts";
import { readConfig } from "#config/file.ts";
import { defaults } from "#config/options.ts";
import { changeScreen } from "#store/store.ts";
import { createRouter } from "#ui/input/router.ts";
import { quickFolder } from "../../support/folder.ts";
import { portsFor } from "../../support/key-presser.ts";
import { formKeys, startSmall } from "../../support/small-client.ts";

/** The page of options, opened from the settings, with that configuration file. */
async function atOptions(text: string) {
  const path = join(quickFolder(), "config.toml");
  writeFileSync(path, text);
  const small = await startSmall();
  const { store, clock } = small;
  changeScreen(store, (screen) => ({ ...screen, preferences: preferencesOf(defaults) }));
  const ports = portsFor(store, undefined, clock);
  const files = localFiles({ path });
  const route = createRouter({ ...ports, context: { ...ports.context, files } });
  const press = (...strokes: readonly string[]) => {
    for (const stroke of strokes)
      route([{ kind: "key", stroke, text: stroke.length === 1 ? stroke : undefined }], 0);
  };
  const keys = formKeys({ ...small, press });
  press("g", ",");
  keys.goesTo("options");
  press("Enter");
  const saves = async () => {
    press("^S");
    await expect.poll(() => [small.dialog()?.kind, small.toast()]).not.toEqual(["form", undefined]);
  };
  return { ...small, ...keys, press, saves, text: () => readFileSync(path, "utf8") };
}

const own = '# mine\nundo_send = 10 # calm\n\n[keys]\n"triage.done" = "x"\n';

test("an option is saved in the file, of which the rest stays, and applies at once", async () => {
  const { chooses, saves, text, toast, dialog, store } = await atOptions(own);
  chooses("undoSend", "20");
  chooses("readIsDone", "true");
  await saves();
  expect([dialog(), toast()]).toEqual([undefined, "Saved 2 options"]);
  expect(text()).toBe(
    own
      .replace("10", '"20"')
      .replace("# mine\n", "# mine\n")
      .replace("\n\n[keys]", "\nread_is_done = true\n\n[keys]"),
  );
  const read = readConfig(text(), "config.toml");
  expect(read).toMatchObject({
    warnings: [],
    config: { options: { undoSend: "20", readIsDone: true } },
  });
  expect(store.getState().screen.preferences).toMatchObject({
    undoSendSeconds: 20,
    readIsDone: true,
  });
});

test("what weir reads at its start is said to change then", async () => {
  const { chooses, saves, toast } = await atOptions("");
  chooses("theme", "light");
  await saves();
  expect(toast()).toBe("Saved Theme: Light; what weir reads at its start changes then");
});

test("a file that cannot be changed is said in the form, which keeps what was chosen", async () => {
  const { chooses, press, value, dialog, text } = await atOptions("theme = [");
  chooses("density", "comfortable");
  press("^S");
  await expect
    .poll(() => dialog())
    .toMatchObject({ failure: { sentence: expect.stringContaining("line 1") } });
  expect([value("density"), text()]).toEqual(["comfortable", "theme = ["]);
});
