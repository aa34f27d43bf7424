import { expect, test } from "vitest";
import { customTheme } from "../../src/theme/custom.ts";
import { themeOf } from "../../src/theme/themes.ts";

test("a table changes the looks it names and leaves the others", () => {
  const { theme, problems } = customTheme(
    "mine",
    {
      base: "light",
      accent: "#aa00aa",
      bad: { colour: "bright-red", underline: true },
      hit: "blue",
    },
    "dark",
  );
  expect(problems).toEqual([]);
  expect(theme.name).toBe("mine");
  expect(theme.looks.accent).toMatchObject({ colour: { hex: "#aa00aa" } });
  expect(theme.looks.bad).toEqual({ colour: { ansi: 9 }, underline: true });
  expect(theme.looks.hit).toMatchObject({ background: { ansi: 4 } });
  expect(theme.looks.link).toEqual(themeOf("light", "dark").looks.link);
});

test("what is not understood is told and changes nothing", () => {
  const { theme, problems } = customTheme(
    "mine",
    { base: "dracula", akzent: "#fff", accent: "mauve", link: 3, dim: { colour: 1 } },
    "dark",
  );
  expect(problems).toHaveLength(5);
  expect(theme.looks).toEqual(themeOf("dark", "dark").looks);
});
