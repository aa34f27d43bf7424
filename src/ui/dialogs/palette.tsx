/** The palette: places, streams, topics and users, and after a leading `>` the commands. */
import { isForCommands, paletteChoices } from "#commands/palette.ts";
import type { PropsOf } from "./facts.ts";
import { foundRows } from "./found-rows.ts";
import { Picker } from "./parts.tsx";

export function Palette({ facts, dialog: { text, chosen } }: PropsOf<"palette">) {
  const { style, keys, view } = facts;
  const isForCommand = isForCommands(text);
  return (
    <Picker
      keys={keys}
      title={isForCommand ? "Run" : "Go to"}
      typed={text}
      placeholder="stream, topic, person or place; > lists commands"
      list={foundRows(style, view, paletteChoices(facts, keys, text))}
      chosen={chosen}
      take={isForCommand ? "run" : "open"}
    />
  );
}
