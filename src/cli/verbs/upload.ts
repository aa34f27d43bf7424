/** `weir upload`: uploads files, and prints links for messages. */

import { uploadFile } from "#api/files.ts";
import type { Streamed } from "#api/multipart.ts";
import { Exit } from "#cli/exit-codes.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { fileProblem } from "#model/limits.ts";

/** A large file may take long over a slow connection. */
const deadlineMs = 600_000;

/** Limits are in whole mebibytes, so the server is not asked for its limit before a smaller file. */
const neverTooLarge = 1_048_576;

export async function run(context: VerbContext): Promise<void> {
  const { args, clock, connection, openFile, output, say } = context;
  const limit = limitFor(context);
  const files: Streamed[] = [];
  // Of several files, all are uploaded or none, as far as this machine can tell.
  for (const path of args) {
    const file = await openFile(path);
    const problem = fileProblem({ maxUploadSize: await limit(file) }, file);
    if (problem !== undefined) throw new Exit("refused", problem);
    files.push(file);
  }
  for (const file of files) {
    if (output.isTerminal && args.length > 1) say(`Uploading ${file.name}.`);
    const url = (await uploadFile(connection, file, { deadlineMs, clock })) ?? "";
    const markdown = `[${file.name.replace(/[[\]]/g, "")}](${url})`;
    output.rows([{ name: file.name, url, markdown }], {
      json: (row) => row,
      cells: (row) => [row.markdown],
    });
  }
}

/** The server's limit, asked for once; undefined if the file is smaller than any. */
function limitFor({ state }: VerbContext): (file: Streamed) => Promise<number | undefined> {
  let asked: ReturnType<typeof state> | undefined;
  return async ({ size }) => {
    if (size <= neverTooLarge) return undefined;
    asked ??= state("rules");
    return (await asked).realm.maxUploadSize;
  };
}
