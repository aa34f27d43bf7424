/** The processor's time of the benchmark's own process, for what runs in it: other programs on the machine do not count. */

export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
