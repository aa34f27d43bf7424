/** `weir upload`: files for the organization; prints what a message needs to show them. */
import { uploadFile } from "#api/files.ts";
import type { VerbContext } from "#cli/verb-context.ts";

export async function run({ args, connection, readFile, output, say }: VerbContext): Promise<void> {
  for (const path of args) {
    const file = await readFile(path);
    if (output.isTerminal && args.length > 1) say(`Uploading ${file.name}.`);
    const url = await uploadFile(connection, file);
    const markdown = `[${file.name.replace(/[[\]]/g, "")}](${url})`;
    output.rows([{ name: file.name, url, markdown }], {
      json: (row) => row,
      cells: (row) => [row.markdown],
    });
  }
}
