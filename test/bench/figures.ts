/** The results of the benchmark: latencies compared with the floor program, and single figures; and printing them. */

export type Latency = {
  readonly scene: string;
  readonly size: string;
  readonly n: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** The ratio to the floor program's latency for interleaved keys. */
  readonly timesFloor50: number;
  readonly timesFloor95: number;
  /** CPU time of all threads per key, including unrelated work meanwhile. */
  readonly cpuMs: number;
  readonly bytes: number;
  /** The limit for the 95th percentile. */
  readonly budget95: number | undefined;
};

export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly budget: number | undefined;
  /** A remark. */
  readonly note?: string;
};

/** A quantile: the smallest value that this share of the values does not exceed; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

type Block = {
  readonly taken: readonly number[];
  readonly floor: readonly number[];
  readonly cpuMs: number;
  readonly bytes: number;
};

export function latencyOf(
  scene: string,
  size: string,
  { taken, floor, cpuMs, bytes }: Block,
  budget95?: number,
): Latency {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(taken, share)) as [
    number,
    number,
    number,
  ];
  return {
    scene,
    size,
    n: taken.length,
    p50,
    p95,
    p99,
    timesFloor50: p50 / quantile(floor, 0.5),
    timesFloor95: p95 / quantile(floor, 0.95),
    cpuMs: cpuMs / taken.length,
    bytes: bytes / taken.length,
    budget95,
  };
}

/** Aligned columns; numbers are right-aligned. */
function aligned(rows: readonly (readonly string[])[], leftColumns: number): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column < leftColumns
            ? cell.padEnd(widths[column] ?? 0)
            : cell.padStart(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const shown = (value: number, digits: number) =>
  Number.isFinite(value) ? value.toFixed(digits) : "?";

function budgetCell(value: number, budget: number | undefined): string {
  if (budget === undefined) return "";
  return value <= budget ? `≤ ${budget}` : `≤ ${budget} over`;
}

/** The latency in milliseconds of each scene, one per line. */
export function latencyTable(latencies: readonly Latency[]): string {
  const head = [
    "key → cells, ms",
    "size",
    "n",
    "p50",
    "p95",
    "p99",
    "×floor p50",
    "×floor p95",
    "CPU ms/key",
    "bytes/key",
    "budget p95",
  ];
  const rows = latencies.map((each) => [
    each.scene,
    each.size,
    String(each.n),
    shown(each.p50, 2),
    shown(each.p95, 2),
    shown(each.p99, 2),
    shown(each.timesFloor50, 1),
    shown(each.timesFloor95, 1),
    shown(each.cpuMs, 2),
    shown(each.bytes, 0),
    budgetCell(each.p95, each.budget95),
  ]);
  return aligned([head, ...rows], 2);
}

export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, unit, budget, note }) => [
    note === undefined ? name : `${name} (${note})`,
    Number.isInteger(value) ? String(value) : shown(value, value < 10 ? 2 : 0),
    unit,
    budgetCell(value, budget),
  ]);
  return aligned([["figure", "", "", "budget"], ...rows], 1);
}
