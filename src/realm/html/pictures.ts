/** Pictures below the paragraph that links to them. */
import { relativeTarget, safeTarget, uploadPath } from "./address.ts";
import type { Run } from "./context.ts";
import type { MessageToken } from "./dialect.ts";
import { escapeAttribute } from "./escape.ts";

/** A message shows no more than this. */
const mostPictures = 24;

/** What `write` gives, and the pictures behind it. Nothing but a bare link is replaced by its picture. */
export function withPictures(
  tokens: readonly MessageToken[],
  run: Run,
  write: () => string,
): string {
  const html = write();
  if (run.quotes > 0 || !run.context.inlinePreviews) return html;
  const boxes = tokens.flatMap((token) =>
    token.type === "link" ? (boxHtml(token.href, token.text, run) ?? []) : [],
  );
  const [only] = tokens;
  const isBare = tokens.length === 1 && only?.type === "link" && only.raw === only.text;
  return (isBare && boxes.length > 0 ? "" : html) + boxes.join("");
}

/** Undefined for links to anything else, and for a picture that is shown already. */
function boxHtml(typed: string, text: string, run: Run): string | undefined {
  const { context, pictures } = run;
  const target = relativeTarget(safeTarget(typed) ?? "", context.realmUrl);
  const attributes = pictureAttributes(target, run);
  if (attributes === undefined || pictures.has(target) || pictures.size >= mostPictures)
    return undefined;
  pictures.add(target);
  const title = text === typed ? "" : ` title="${escapeAttribute(text)}"`;
  return `<div class="message_inline_image"><a href="${escapeAttribute(target)}"${title}><img ${attributes}></a></div>`;
}

/** Of what was uploaded here, only what was read as a picture is one. */
function pictureAttributes(target: string, { context }: Run): string | undefined {
  const upload = uploadPath(target);
  if (upload === undefined)
    return /^https?:[^?#]*\.(?:bmp|gif|jpe?g|png|webp)(?:[?#]|$)/i.test(target)
      ? `src="${escapeAttribute(target)}"`
      : undefined;
  const known = context.thumbnail?.(upload);
  if (known === undefined) return undefined;
  const { dimensions, isAnimated, source } = known;
  const size =
    dimensions === undefined ? "" : `data-original-dimensions="${escapeAttribute(dimensions)}" `;
  return `${isAnimated ? 'data-animated="true" ' : ""}${size}src="${escapeAttribute(source)}"`;
}
