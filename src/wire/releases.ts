/** The releases of servers, and the version that a server of a level reports. */

export type Release = { readonly version: string; readonly level: number };

/** Those with changes for clients, by rising level. */
export const releases: readonly Release[] = [
  { version: "3.0", level: 25 },
  { version: "4.0", level: 65 },
  { version: "5.0", level: 122 },
  { version: "6.0", level: 156 },
  { version: "7.0", level: 185 },
  { version: "8.0", level: 237 },
  { version: "9.0", level: 277 },
  { version: "9.2", level: 278 },
  { version: "10.0", level: 371 },
  { version: "10.1", level: 372 },
  { version: "11.0", level: 421 },
  { version: "12.0", level: 498 },
  { version: "12.1", level: 500 },
  { version: "13.0", level: Number.POSITIVE_INFINITY },
];

/** Between two releases it is the development of the later one. */
export function versionAt(level: number): string {
  const next = releases.find((one) => level <= one.level);
  const { version = "", level: released } = next ?? {};
  return level === released ? version : `${version.replace(/\.\d+$/, ".0")}-dev+git`;
}
