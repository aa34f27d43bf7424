/** How far a start has come, for `npm run bench -- --only phases`: a mark costs a few microseconds, and nobody reads it else. */

export type Mark = {
  /** What has been done by then. */
  readonly name: string;
  /** Milliseconds since the process began. */
  readonly at: number;
  /** CPU milliseconds of the thread until then; undefined before Node 23.9. */
  readonly cpuMs: number | undefined;
};

const marks: Mark[] = [];

export function mark(name: string): void {
  const cpu = process.threadCpuUsage?.();
  const cpuMs = cpu && (cpu.user + cpu.system) / 1_000;
  marks.push({ name, at: performance.now(), cpuMs });
}

/** As of this thread. */
export function marksMade(): readonly Mark[] {
  return marks;
}
