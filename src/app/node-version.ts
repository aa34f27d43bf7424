/** The Node version check, in syntax that old versions can run. */

const needed: readonly [number, number] = [22, 19];

/** The error message for this version of Node; undefined if it is recent enough. */
export function nodeVersionError(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return undefined;
  return `weir needs Node ${needed.join(".")} or newer, and this is Node ${version}. Install a newer one, for example from https://nodejs.org/.`;
}
