/** `weir upload`: uploads files, and prints links for messages. */
import { uploadFile } from "#api/uploads.ts";
import type { VerbContext } from "#cli/verb-context.ts";

/** A large file may take long over a slow connection. */
const deadlineMs = 600_000;

export async function run({ args, connection, readFile, output, say }: VerbContext): Promise<void> {
  for (const path of args) {
    const file = await readFile(path);
    if (output.isTerminal && args.length > 1) say(`Uploading ${file.name}.`);
    const url = (await uploadFile(connection, file, { deadlineMs })) ?? "";
    const markdown = `[${file.name.replace(/[[\]]/g, "")}](${url})`;
    output.rows([{ name: file.name, url, markdown }], {
      json: (row) => row,
      cells: (row) => [row.markdown],
    });
  }
}
