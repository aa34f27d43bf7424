/** Pictures and films below the text that links to them. */
import { pathOf, uploadPath } from "./address.ts";
import type { RenderContext } from "./context.ts";
import { escapeAttribute } from "./escape.ts";
import type { Link } from "./stash.ts";

export type Preview = {
  readonly html: string;
  readonly isPicture: boolean;
  /** The link's text says no more than its target, so the preview can stand for it. */
  readonly isBare: boolean;
};

/** With more different targets than this, a message shows none of them. */
export const mostTargets = 24;

/** Undefined for targets that show nothing. */
export function previewOf(link: Link, context: RenderContext): Preview | undefined {
  if (!context.inlinePreviews) return undefined;
  const path = pathOf(link.target);
  const isBare = link.text === "" || link.text === link.target;
  const href = escapeAttribute(link.target);
  const title = isBare ? "" : ` title="${escapeAttribute(link.text)}"`;
  if (/\.(?:mp4|webm)$/.test(path)) {
    const film = `<video preload="metadata" src="${href}"></video>`;
    return {
      html: box("message_inline_image message_inline_video", href, title, film),
      isPicture: false,
      isBare,
    };
  }
  if (!/\.(?:bmp|gif|jpe|jpe?g|png|webp)$/.test(path)) return undefined;
  const picture = `<img ${pictureAttributes(link.target, context)}>`;
  return { html: box("message_inline_image", href, title, picture), isPicture: true, isBare };
}

function box(kind: string, href: string, title: string, content: string): string {
  return `<div class="${kind}"><a href="${href}"${title}>${content}</a></div>`;
}

function pictureAttributes(target: string, { thumbnail }: RenderContext): string {
  const path = uploadPath(target);
  const known = path === undefined ? undefined : thumbnail?.(path);
  if (known === undefined) return `src="${escapeAttribute(target)}"`;
  const animated = known.isAnimated ? 'data-animated="true" ' : "";
  const dimensions = `data-original-dimensions="${escapeAttribute(known.dimensions)}"`;
  return `${animated}${dimensions} src="${escapeAttribute(known.source)}"`;
}
