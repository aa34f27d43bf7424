/** Emoji by name: the verbs know those that the picker offers. */
import { expect, test } from "vitest";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { json, shellOn } from "../support/verb.ts";

/** A server that calls steaming bowls "noodles"; `cache` is on this machine. */
function serverNames(cache = new Map<string, string>()) {
  const requested: string[] = [];
  const list = JSON.stringify({
    code_to_names: { "1f35c": ["noodles", "broth"], "1f44d": ["like"] },
  });
  const documents = {
    fetch: async (address: string) => {
      requested.push(address);
      return list;
    },
    get: async (key: string) => cache.get(key),
    put: async (key: string, value: string) => void cache.set(key, value),
  };
  return { requested, documents };
}

test("the names of the server are fetched once, and found with their aliases and by character", async () => {
  const { requested, documents } = serverNames();
  const { run } = shellOn(startRealm(), { documents });
  for (const typed of ["noodles", ":broth:", "🍜"]) {
    const { code, err } = await run(["status", "--emoji", typed]);
    // The embedded realm has names of its own.
    expect({ code, err: err.replace(/\n$/, "") }).toEqual({
      code: 1,
      err: "weir: Invalid emoji name.",
    });
  }
  expect(requested).toHaveLength(1);
  expect(await run(["react", "104", "broht"])).toMatchObject({
    code: 2,
    err: 'weir: There is no emoji "broht". Did you mean broth?\n',
  });
});

test("without the names of the server, those that weir has are used", async () => {
  const { run } = shellOn(startRealm({ clock: fakeClock() }));
  expect(await run(["status", "--emoji", "fire"])).toMatchObject({ code: 0 });
  expect(json(await run(["status", "--json"]))).toEqual([
    { text: null, emoji: "fire", until: null, account: null },
  ]);
});
