/** Key bindings by context, for `weir keys`, README and the guide. */
import type { Command, Context, Keys } from "#commands/command.ts";
import { contextNames, keysOf, overrideKey } from "#commands/keymap.ts";
import type { Output } from "./output.ts";

/** A command that has keys. */
export type Binding = {
  readonly command: string;
  readonly keys: readonly string[];
  readonly title: string;
  readonly where: readonly Context[];
};

export type KeyGroup = { readonly place: string; readonly bindings: readonly Binding[] };

/** Grouped by the first matching place: what works in all of its contexts, and not in that one. */
const places: readonly (readonly [
  place: string,
  contexts: readonly Context[],
  except?: Context,
])[] = [
  ["Everywhere except the composer", ["sidebar", "list", "reader"], "composer"],
  ["Everywhere, the composer included", ["sidebar", "list", "reader", "composer"]],
  ["In a list", ["list"]],
  ["In a conversation", ["reader"]],
  ["In the sidebar", ["sidebar"]],
  ["In the composer", ["composer"]],
  ["In the sidebar's filter", ["bar"]],
  ["While finding in a conversation", ["find"]],
  ["While stepping through matches", ["hits"]],
  ["While writing a search", ["search"]],
  ["In the filter of a list", ["filter"]],
  ["In dialogs", ["dialog"]],
  ["In a line of text", ["input"]],
  ["In menus", ["menu"]],
  ["On a card", ["card"]],
  ["In forms", ["form"]],
  ["In details", ["info"]],
];

/** In the order of the table of commands. */
export function bindingsOf({ commands, overrides }: Keys): readonly Binding[] {
  return commands.flatMap((command: Command) => {
    const { id, title } = command;
    // If the keys differ between contexts, each set of keys has a row.
    const contexts = (Object.keys(contextNames) as Context[]).filter(
      (where) => command.where.includes(where) || overrides[overrideKey(id, where)] !== undefined,
    );
    const sets = Map.groupBy(contexts, (where) => keysOf(command, overrides, where).join("  "));
    return [...sets.values()].flatMap((where) => {
      const keys = keysOf(command, overrides, where[0]);
      return keys.length === 0 ? [] : [{ command: id, keys, title, where }];
    });
  });
}

export function keyGroups(bindings: readonly Binding[]): readonly KeyGroup[] {
  const left = new Set(bindings);
  return places.flatMap(([place, contexts, except]) => {
    const inPlace = [...left].filter(
      ({ where }) =>
        contexts.every((one) => where.includes(one)) &&
        (except === undefined || !where.includes(except)),
    );
    for (const binding of inPlace) left.delete(binding);
    return inPlace.length === 0 ? [] : [{ place, bindings: inPlace }];
  });
}

/** Groups with headings on a terminal, a line for each binding elsewhere. */
export function printKeys(output: Output, bindings: readonly Binding[]): void {
  const groups = keyGroups(bindings);
  if (output.fields === undefined && output.isTerminal) {
    output.write(keysAsText(groups));
    return;
  }
  const rows = groups.flatMap(({ place, bindings: inPlace }) =>
    inPlace.map((binding) => ({ place, binding })),
  );
  output.rows(rows, {
    json: ({ binding }) => binding,
    cells: ({ place, binding: { keys, title } }) => [keys.join("  "), title, place],
  });
}

function keysAsText(groups: readonly KeyGroup[]): string {
  const all = groups.flatMap(({ bindings }) => bindings);
  const width = Math.max(0, ...all.map(({ keys }) => keys.join("  ").length));
  const line = ({ keys, title }: Binding) => `  ${keys.join("  ").padEnd(width)}  ${title}`;
  return groups
    .map(({ place, bindings }) => `${[place, ...bindings.map(line)].join("\n")}\n`)
    .join("\n");
}

export function keysAsMarkdown(groups: readonly KeyGroup[]): string {
  const rows = groups.flatMap(({ place, bindings }) => [
    ["", `**${place}**`],
    ...bindings.map(({ keys, title }) => [keys.map(code).join(" "), title]),
  ]);
  return `${table(["Key", "What it does"], rows)}\n`;
}

// Tables and code in Markdown: for the pages and for verbs that print Markdown.

/** A Markdown table. Cells are single-line Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A key or a flag as inline code, whose fence must be longer than any run of backticks in it. */
export function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
