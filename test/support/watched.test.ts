import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { folder } from "./folder.ts";
import { watchedOn } from "./watched.ts";

test("the terminal shows the program that got the last key, from its beginning", () => {
  const path = `${folder()}/terminal`;
  writeFileSync(path, "");
  const shown = () => readFileSync(path, "utf8").split("\x1b[2J\x1b[H").at(-1);
  const start = watchedOn(path, 0);
  const ana = start();
  ana.draws("Ana's inbox");
  expect(shown()).toBe("Ana's inbox");
  const bo = start();
  bo.draws("Bo's inbox");
  ana.draws(", with a message");
  expect(shown()).toBe("Bo's inbox");
  ana.isPressed();
  ana.draws(" that is read");
  expect(shown()).toBe("Ana's inbox, with a message that is read");
});
