import fc from "fast-check";
import { expect, test } from "vitest";
import { mcpOptions } from "#cli/agent/options.ts";
import { readCommandLine } from "#cli/command-line.ts";
import { optionsAlone } from "#cli/long-options.ts";
import { watchOptions } from "#cli/watch-options.ts";

const word = fc.constantFrom(
  ...["--allow", "--no-direct", "--account", "--config", "--rc", "--cert-bundle", "--allow-http"],
  ...["--allow=@ana", "--account=", "--no-direct=x", "--help", "-h", "--nonsense", "--", "-x"],
  ...["--unit", "--unit=systemd", "#dev > deploy", "work", "", "a=b"],
);

test.each([
  ["mcp", mcpOptions],
  ["watch", watchOptions],
] as const)(
  "options of %s mean what they mean to the parser of all commands, or are left to it",
  (verb, options) => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const own = optionsAlone(verb, options, words);
        if (own !== undefined) expect(readCommandLine([verb, ...words], "1")).toEqual(own);
      }),
      { numRuns: 2_000 },
    );
  },
);

test("the usual ones are read here", () => {
  const words = ["--no-direct", "--allow", "#dev", "--allow=@ana", "--account", "work"];
  const options = { direct: false, allow: ["#dev", "@ana"], account: "work" };
  expect(optionsAlone("mcp", mcpOptions, words)).toMatchObject({ verb: "mcp", options });
  expect(optionsAlone("mcp", mcpOptions, ["--help"])).toBeUndefined();
  expect(optionsAlone("watch", watchOptions, [])).toMatchObject({ verb: "watch", options: {} });
});
