/** The folder of recordings of a real server, which are not part of the repository. */

const defaultFolder = new URL("../../../shared/fixtures/wire", import.meta.url).pathname;
export const folder = process.env["WIRE_FIXTURES"] ?? defaultFolder;
