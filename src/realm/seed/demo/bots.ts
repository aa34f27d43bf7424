/** Messages of Acme's bots. */

import { below, pick, type Random } from "#base/random.ts";

const suites = ["rollup", "forecast", "gateway", "importer", "tiles", "alarms", "export"];
const tests = [
  "sums an hour of rain",
  "keeps the order of late readings",
  "survives a station that moves",
  "wakes once, not twice",
  "refuses a setting that nobody reads",
  "draws no wind at a pole",
];

export function commitHash(random: Random): string {
  return below(random, 0x10000000).toString(16).padStart(7, "0");
}

/** The result of a build; two of thirteen fail. */
export function build(random: Random): string {
  const commit = commitHash(random);
  const count = `2,${300 + below(random, 60)}`;
  const seconds = String(below(random, 60)).padStart(2, "0");
  if (random() > 0.15) {
    return `:green_circle: **main** \`${commit}\` passed: ${count} tests in 1 m ${seconds} s`;
  }
  const fault = `FAIL  ${pick(random, suites)} › ${pick(random, tests)}`;
  return `:red_circle: **main** \`${commit}\` failed: 1 of ${count}\n\`\`\`text\n${fault}\n\`\`\``;
}

/** A monitoring alert. */
export function alarm(random: Random): string {
  const station = below(random, 4_000) + 20;
  return pick(random, [
    `:warning: **station ${station}** silent for ${below(random, 50) + 11} minutes`,
    `:check: **station ${station}** is back, ${below(random, 90) + 10} readings delivered late`,
    `:warning: **station ${station}** battery 3.${below(random, 5) + 1} V`,
    `:warning: \`db-${below(random, 4) + 1}\` disk ${below(random, 9) + 80} %`,
    `:check: backup of \`db-${below(random, 4) + 1}\` finished and was **read back**`,
    `:warning: **station 90**: wind 0 m/s for ${below(random, 60) + 60} s. Probable cause: *heron*`,
    `:check: ingest p99 ${below(random, 30) + 115} ms, 24 of 24 instances healthy`,
  ]);
}

export function nightly(random: Random): string {
  const bytes = `18${below(random, 3) + 1},${below(random, 900) + 100}`;
  return `**nightly firmware** built for 3 boards, ${bytes} bytes, boots in ${below(random, 30) + 210} ms`;
}
