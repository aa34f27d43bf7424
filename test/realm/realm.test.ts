/** Behaviour of the realm beyond the API document, as cases in the notation of `test/contract`, each in its own realm. */
import { test } from "vitest";
import { defaultLevel } from "#wire/limits.ts";
import { sceneOf } from "../contract/scene.ts";
import { scripted } from "../contract/script.ts";
import { ownServer } from "../contract/server.ts";

const files = [
  ...["empty-topics", "levels", "messages", "moving", "other-clients", "people", "personal"],
  "streams",
];
const all = files.flatMap((file) => scripted(`../realm/cases/${file}`));

test.for(all)("$title", ({ from = 0, until = Math.max(from, defaultLevel), at = until, play }) =>
  play(sceneOf(ownServer(at), () => undefined)),
);
