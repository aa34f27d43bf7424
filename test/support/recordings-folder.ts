/** Where recordings of a real server are, or would be: they are no part of the repository. */

const usual = new URL("../../../shared/fixtures/wire", import.meta.url).pathname;
export const folder = process.env["WIRE_FIXTURES"] ?? usual;
