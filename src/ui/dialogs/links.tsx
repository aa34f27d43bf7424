/** The links of a message: the first nine can be opened by their digits. */
import { plain, safeLine } from "#base/safe-text.ts";
import { narrowSpans } from "#ui/names.ts";
import { span } from "#ui/spans.ts";
import type { PropsOf } from "./facts.ts";
import { Picker } from "./parts.tsx";
import { Rows } from "./row.tsx";

export function Links({ facts, dialog }: PropsOf<"links">) {
  const { style, keys, view } = facts;
  const { links, chosen, isForViewing = false } = dialog;
  return (
    <Picker
      keys={keys}
      title={isForViewing ? "View a file" : "Open a link"}
      chosen={chosen}
      take={isForViewing ? "view" : "open"}
    >
      <Rows
        of={links.map((link, choice) => {
          const where =
            link.kind === "web"
              ? [{ ...span(safeLine(link.url), "link"), shrinks: true }]
              : narrowSpans(style, view, link.narrow);
          return { choice, left: [digitSpan(choice), ...where] };
        })}
      />
    </Picker>
  );
}

/** The key of a choice; blank from the tenth on. */
export function digitSpan(at: number) {
  return span(plain(at < 9 ? `${at + 1}  ` : "   "), "strong");
}
