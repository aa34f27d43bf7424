/** The links of a message, to choose one of: the first nine by their digits. */
import { plain, safeLine } from "#base/safe-text.ts";
import type { MessageLink } from "#model/message-link.ts";
import type { Replica } from "#model/replica.ts";
import type { DialogOf } from "#store/dialog.ts";
import { type Body, type Facts, hintsTo } from "./dialog-bodies.ts";
import { narrowSpans } from "./names.ts";
import { noSpans, type Span, span } from "./spans.ts";
import type { Style } from "./style.ts";

export function linksBody(
  { style, keys, view }: Facts,
  { links, chosen, isForViewing = false }: DialogOf<"links">,
): Body {
  return {
    title: isForViewing ? "View a file" : "Open a link",
    typed: undefined,
    placeholder: "",
    rows: links.map((link, at) => ({
      left: [
        span(plain(at < 9 ? `${at + 1}  ` : "   "), "strong"),
        ...linkSpans(style, view, link),
      ],
      right: noSpans,
    })),
    chosen,
    hints: hintsTo(keys, isForViewing ? "view" : "open"),
  };
}

function linkSpans(style: Style, view: Replica, link: MessageLink): readonly Span[] {
  return link.kind === "web"
    ? [{ ...span(safeLine(link.url), "link"), shrinks: true }]
    : narrowSpans(style, view, link.narrow);
}
