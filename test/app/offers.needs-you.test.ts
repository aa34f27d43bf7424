/** How many conversations need the user is the same wherever it is told, whatever happened. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { askRunning } from "#app/local-protocol.ts";
import { createOffers } from "#app/offers.ts";
import { requestIn, statusLine } from "#app/status-line.ts";
import { noArchive } from "#archive/archive.ts";
import { silent } from "#base/log.ts";
import { isListing } from "#cli/listing.ts";
import { folders, statusPath } from "#host/paths.ts";
import { folder } from "../support/folder.ts";
import { runs } from "../support/runs.ts";
import { showScreen } from "../support/screen.tsx";
import { people } from "../support/small-blueprint.ts";
import { deploy, hello, inDeploy, startSmall } from "../support/small-client.ts";
import { shellOn } from "../support/verb.ts";

const owner = { site: "http://realm.test", email: "ana@small.example", key: "k".repeat(32) };
const question = {
  kind: "listing",
  of: { verb: "inbox", options: { needsMe: true } },
} as const;

type Small = Awaited<ReturnType<typeof startSmall>>;

/** What others do, and what Ana does in her inbox by keys, in the words of the property's report. */
const happenings: Readonly<Record<string, (small: Small) => unknown>> = {
  "Bo mentions her": ({ bo }) => bo.say(inDeploy, "@**Ana Ruiz** once more?"),
  "Bo mentions everybody": ({ bo }) => bo.say({ ...inDeploy, topic: "all" }, "@**all** hello"),
  "Bo writes in a topic": ({ bo }) => bo.say({ ...inDeploy, topic: "talk" }, "words"),
  "Cleo writes to her": ({ cleo }) => cleo.say([people.ana], "can you look?"),
  "she begins a text": ({ client }) => client.types(hello, "half of an"),
  "she reads a conversation": async ({ client, settles, press }) => {
    client.open(deploy);
    await settles();
    press("q");
  },
  e: ({ press }) => press("e"),
  j: ({ press }) => press("j"),
  u: ({ press }) => press("u"),
  M: ({ press }) => press("M"),
  "b m": ({ press }) => press("b", "m"),
};

async function telling(small: Small) {
  const { store, client, clock } = small;
  const runtime = folder();
  process.env["XDG_RUNTIME_DIR"] = runtime;
  const places = folders({ XDG_RUNTIME_DIR: runtime }, folder());
  const seen = { shown: () => ({ store }), show: () => {} };
  const ownKey = { stored: { read: async () => owner.key } };
  const { connection } = client.session;
  const account = { name: "work", owner, ownKey, store, connection, archive: noArchive };
  const ends = createOffers({ folders: places, clock, log: silent, seen })(account);
  const asks = () => askRunning(places, owner, question, isListing);
  await expect.poll(asks).toBeDefined();
  const screen = await showScreen(store, { columns: 120, rows: 24 });
  const line = requestIn(["status-line", "--format", "{needs_you}"])!;
  const needs = /(\d+) needs? you/;
  return {
    ends: async () => {
      screen.ends();
      await ends();
    },
    /** How many it is, everywhere: what is drawn and what is written follow a moment later. */
    agrees: async (happened: string) => {
      await small.settles();
      const count = (await asks())?.rows.length;
      const inHeader = () => Number(needs.exec(screen.header.lines()[0] ?? "")?.[1] ?? 0);
      const inFile = () => JSON.parse(readFileSync(statusPath(places), "utf8")).needs_you;
      await expect.poll(inHeader, { message: happened }).toBe(count);
      await expect.poll(inFile, { message: happened }).toBe(count);
      expect(Number(statusLine(line)), happened).toBe(count);
      return count;
    },
  };
}

test("header, status line, status.json and the verb agree on what needs the user", async () => {
  const before = process.env["XDG_RUNTIME_DIR"];
  onTestFinished(() => {
    if (before === undefined) delete process.env["XDG_RUNTIME_DIR"];
    else process.env["XDG_RUNTIME_DIR"] = before;
  });
  const seen = new Set<number | undefined>();
  const names = fc.array(fc.constantFrom(...Object.keys(happenings)), {
    minLength: 4,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(names, async (happened) => {
      const small = await startSmall();
      const told = await telling(small);
      small.press("g", "i");
      for (const name of happened) {
        await happenings[name]?.(small);
        seen.add(await told.agrees(name));
      }
      const { view, replica } = small.store.getState();
      const isLocal = view.snoozes.size > 0 || view.unreads !== replica.unreads;
      const shell = shellOn({ realm: small.realm }, { email: owner.email });
      const { out } = await shell.run(["inbox", "--needs-me", "--json=place"]);
      const printed = out.split("\n").filter((line) => line !== "").length;
      if (!isLocal) expect(printed).toBe(await told.agrees("at the end"));
      await told.ends();
    }),
    { numRuns: runs(0.2) },
  );
  expect(seen.size).toBeGreaterThan(2);
});
