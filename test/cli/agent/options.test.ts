import fc from "fast-check";
import { expect, test } from "vitest";
import { mcpInvocation } from "#cli/agent/options.ts";
import { readCommandLine } from "#cli/command-line.ts";

const word = fc.constantFrom(
  ...["--allow", "--no-direct", "--account", "--config", "--rc", "--cert-bundle", "--allow-http"],
  ...["--allow=@ana", "--account=", "--no-direct=x", "--help", "-h", "--nonsense", "--", "-x"],
  ...["#dev > deploy", "work", "", "a=b"],
);

test("options mean what they mean to the parser of all commands, or are left to it", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (words) => {
      const own = mcpInvocation(words);
      if (own !== undefined) expect(readCommandLine(["mcp", ...words], "1")).toEqual(own);
    }),
    { numRuns: 2_000 },
  );
});

test("the usual ones are read here", () => {
  const words = ["--no-direct", "--allow", "#dev", "--allow=@ana", "--account", "work"];
  const options = { direct: false, allow: ["#dev", "@ana"], account: "work" };
  expect(mcpInvocation(words)).toMatchObject({ verb: "mcp", options });
  expect(mcpInvocation(["--help"])).toBeUndefined();
});
