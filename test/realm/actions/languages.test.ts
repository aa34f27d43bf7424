import { expect, test } from "vitest";
import { languageName } from "#realm/actions/languages.ts";

test("a language is known by its code, with or without a region", () => {
  expect(languageName("de")).toBe("German");
  expect(languageName("pt-BR")).toBe("Brazilian Portuguese");
  expect(languageName("zz-unknown-language")).toBeUndefined();
});

test("a text that is much longer than a code is soon known for none", { timeout: 2000 }, () => {
  const { searchParams } = new URL(`http://a.example/?code=${"+".repeat(300_000)}x`);
  expect(languageName(searchParams.get("code") ?? "")).toBeUndefined();
});
