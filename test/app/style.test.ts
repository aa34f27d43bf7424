import { expect, test } from "vitest";
import { styleOf } from "#app/style.ts";
import { plain } from "#base/safe-text.ts";
import { defaults, options } from "#config/options.ts";
import { themeNames } from "#theme/themes.ts";

test("the option for density reaches the screen", () => {
  const density = (chosen: "compact" | "comfortable") =>
    styleOf({ ...defaults, density: chosen }, {}, {} as Parameters<typeof styleOf>[2]).density;
  expect([density("compact"), density("comfortable")]).toEqual(["compact", "comfortable"]);
});

test("a dumb terminal gets no escape sequence, not even bold", () => {
  const { painter } = styleOf(defaults, { TERM: "dumb" }, {});
  expect(painter.paint(["strong", "bad"], plain("no"))).toBe("no");
  expect(styleOf(defaults, { TERM: "xterm" }, {}).painter.paint("strong", plain("no"))).not.toBe(
    "no",
  );
});

test("every theme of the options table except auto is applied", () => {
  const chosen = options.theme.choices.filter((name) => name !== "auto");
  const looks = chosen.map(
    (theme) =>
      styleOf({ ...defaults, theme }, { TERM: "xterm", COLORTERM: "truecolor" }, {}).painter.sgr([
        "mention",
      ]).open,
  );
  expect(new Set(looks).size).toBe(themeNames.length);
});

test.each([
  [{}, true],
  [{ hasGraphemes: false }, false],
  [{ hasGraphemes: false, hasClusters: true }, true],
  [{ hasGraphemes: true, hasClusters: false }, false],
])("with %j, a measurement precedes the terminal's answer about clusters", (findings, clusters) => {
  expect(styleOf(defaults, {}, findings).cells.rules.clusters).toBe(clusters);
});

test("where the line is slow, no exact colours are sent", () => {
  const environment = { TERM: "xterm", COLORTERM: "truecolor" };
  const opened = (lean: "true" | "auto") =>
    styleOf({ ...defaults, theme: "dark", lean }, environment, {}).painter.sgr(["mention"]).open;
  expect(opened("auto")).toContain("38;2;");
  expect(opened("true")).not.toContain("38;2;");
});

test("the Linux console gets names for emoji, which would shift what follows", () => {
  const { cells } = styleOf(defaults, { TERM: "linux", LANG: "C.UTF-8" }, {});
  expect(cells.show("🎉 👍🏽 👨‍👩‍👧 🦷‍🦷")).toBe(":tada: :+1: :family_man_woman_girl: :tooth:");
  expect(styleOf(defaults, { TERM: "xterm" }, {}).cells.show("🎉")).toBe("🎉");
});
