/** A program that opens an account's durable file, reads it and writes to it, and prints what comes of that. */
import { systemClock } from "#base/clock.ts";
import { answersOf, openStateFile } from "#host/state-file.ts";

const [path = ""] = process.argv.slice(2);
const file = openStateFile(path, systemClock, { id: "a", leaseMs: 1000, isAlive: () => true });
const row = { key: "t", updatedAt: 2, json: '"other"' };
const answers = answersOf(file, [
  { call: "load", args: [] },
  { call: "putDraft", args: [row, 2] },
]);
process.stdout.write(`${JSON.stringify({ notice: file.notice, answers })}\n`);
