/**
 * The notices of the packages that the bundle contains, which their licences require to be passed on with it: made from what
 * the bundler has put into it.
 */
import { globSync, readFileSync } from "node:fs";
import type { Metafile } from "esbuild";
import { root } from "./plugins.ts";

/** In `dist`, and in the tarball. */
export const noticesFile = "THIRD-PARTY-NOTICES";

/** What may be passed on in a program under weir's own licence, if the notice goes with it. */
const allowed = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"]);

/** Of which data was made a part of weir, rather than code. */
const dataPackages = ["node_modules/emojibase-data"];

/** Throws if a package has another licence, or no text of it. */
export function noticesFor(outputs: Metafile["outputs"]): string {
  const inputs = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? (packageAt.exec(path)?.[0] ?? []) : [],
    ),
  );
  const folders = [...new Set([...inputs, ...dataPackages])].toSorted();
  return `${[opening, ...new Set(folders.map(noticeOf))].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** Of a package in a package, too. */
const packageAt = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

const opening = `weir contains code and data of these packages, under their own licences.`;

/** The licence of the package in the folder, and all notices that come with it. */
export function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(`${root}${folder}/package.json`, "utf8"),
  ) as Readonly<Record<string, unknown>>;
  if (typeof license !== "string" || !allowed.has(license))
    throw new Error(`${name} has a licence that is not known to be allowed: ${license}.`);
  const paths = globSync("{,codec/}{licen[cs]e,LICEN[CS]E,notice,NOTICE,copying,COPYING}{,.*,-*}", {
    cwd: root + folder,
  }).toSorted();
  const texts = paths.map((path) => readFileSync(`${root}${folder}/${path}`, "utf8").trim());
  const source = Object.hasOwn(sources, `${name}`) ? sources[`${name}`] : undefined;
  if (source !== undefined) texts.push(...noticeIn(`${root}${folder}/${source}`));
  if (texts.length === 0) throw new Error(`${name} comes without the text of its licence.`);
  return [`${name} ${version} (${license})`, ...texts].join("\n\n");
}

/** Of packages without a file for it: the source that begins with their notice. */
const sources: Readonly<Record<string, string>> = {
  omggif: "omggif.js",
  "yoga-layout": "dist/src/index.js",
};

/** The first comment of the file, with the licence that it only names. */
function noticeIn(path: string): readonly string[] {
  const [comment = ""] = /^(?:\/\/[^\n]*\n)+|^\/\*.*?\*\//s.exec(readFileSync(path, "utf8")) ?? [];
  const text = comment.replace(/^(?:\/\/|\/\*\*?| \*\/?) ?/gm, "").trim();
  return /permission is hereby granted/i.test(text) ? [text] : [text, mit];
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
