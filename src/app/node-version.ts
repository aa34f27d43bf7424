/** Which Node weir needs, told in words that an old one can still print. */

const needed: readonly [number, number] = [22, 19];

/** What is wrong with this version of Node, in one sentence; undefined when nothing is. */
export function nodeVersionError(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return undefined;
  return `weir needs Node ${needed.join(".")} or newer and this is Node ${version}; \`npm start\` in its folder brings its own.`;
}
