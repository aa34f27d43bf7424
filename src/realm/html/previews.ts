/** Pictures and films below the text that links to them. */
import { type Address, partsOf, uploadPath } from "./address.ts";
import type { RenderContext } from "./context.ts";
import { escapeAttribute } from "./escape.ts";
import type { Link } from "./stash.ts";

export type Preview = {
  readonly html: string;
  readonly isPicture: boolean;
  /** Where the link's text says no more than its target, the preview stands for it. */
  readonly replaces: boolean;
};

/** With more different targets than this, a message shows none of them. */
export const mostTargets = 24;

/** Undefined for targets that show nothing. */
export function previewOf(link: Link, context: RenderContext): Preview | undefined {
  if (!context.inlinePreviews) return undefined;
  return filmPreview(link) ?? picturePreview(link, context) ?? videoPreview(link);
}

function saysNoMore({ target, text }: Link): boolean {
  return text === "" || text === target;
}

/** A link around `content`, in a box. `inLink` is what the link has beside its target. */
function box(kind: string, target: string, inLink: string, content: string): string {
  return `<div class="${kind}"><a ${inLink}href="${escapeAttribute(target)}"${content}</a></div>`;
}

function titled(link: Link): string {
  return saysNoMore(link) ? ">" : ` title="${escapeAttribute(link.text)}">`;
}

/** The ending is that of the whole address: what follows a path hides what kind of file it is. */
function filmPreview(link: Link): Preview | undefined {
  if (!/\.(?:mp4|mpg4|mp4v|webm)$/i.test(link.target)) return undefined;
  const film = `<video preload="metadata" src="${escapeAttribute(link.target)}"></video>`;
  const kind = "message_inline_image message_inline_video";
  const html = box(kind, link.target, "", titled(link) + film);
  return { html, isPicture: false, replaces: saysNoMore(link) };
}

function picturePreview(found: Link, context: RenderContext): Preview | undefined {
  const parts = partsOf(found.target);
  if (parts === undefined || parts.host === "pasteboard.co") return undefined;
  // Of what was uploaded here, only what was read as a picture is one.
  const isUpload = found.target.startsWith("/user_uploads/");
  const attributes = isUpload
    ? thumbnailAttributes(found.target, context)
    : `src="${escapeAttribute(pictureAddress(found.target, parts))}"`;
  const isNamedSo = /\.(?:bmp|gif|jpe|jpe?g|png|webp)$/i.test(parts.path);
  if (attributes === undefined || !(isUpload || isNamedSo)) return undefined;
  const page = pageOf(parts);
  const link = page === undefined ? found : { ...found, target: page, text: page };
  const source = page === undefined ? attributes : `src="${escapeAttribute(page)}"`;
  const html = box("message_inline_image", link.target, "", `${titled(link)}<img ${source}>`);
  return { html, isPicture: true, replaces: saysNoMore(link) };
}

function thumbnailAttributes(target: string, { thumbnail }: RenderContext): string | undefined {
  const path = uploadPath(target);
  const known = path === undefined ? undefined : thumbnail?.(path);
  if (known === undefined) return undefined;
  const animated = known.isAnimated ? 'data-animated="true" ' : "";
  const dimensions =
    known.dimensions === undefined
      ? ""
      : `data-original-dimensions="${escapeAttribute(known.dimensions)}" `;
  return `${animated}${dimensions}src="${escapeAttribute(known.source)}"`;
}

/** Pages about a picture that stand where it is expected: the address of the picture itself, which is linked instead. */
function pageOf({ scheme, host, path, query, place }: Address): string | undefined {
  if (host === "linx.li") return `https://linx.li/s${path}`;
  const wiki = "/wiki/File:";
  if (!/\.wikipedia\.org$/i.test(host) || !path.startsWith(wiki)) return undefined;
  const file = path.slice(wiki.length);
  return `${scheme}://${host}/wiki/Special:FilePath/File:${file}${query}${place}`;
}

/** A picture in a repository is shown from where its bytes are, and linked where it is looked at. */
function pictureAddress(target: string, { host, path }: Address): string {
  if (!/(?:^|\.)github\.com$/.test(host)) return target;
  const [, owner, name, kind, ...rest] = path.split("/");
  if (kind !== "blob") return target;
  return `https://raw.githubusercontent.com/${[owner, name, ...rest].join("/")}`;
}

/** A film on the one large site that shows a picture for each. */
function videoPreview(link: Link): Preview | undefined {
  const parts = partsOf(link.target);
  const id = parts && videoId(parts);
  if (id === undefined || !/^[\w-]+$/.test(id)) return undefined;
  const picture = `><img src="https://i.ytimg.com/vi/${id}/default.jpg">`;
  const kind = "youtube-video message_inline_image";
  const html = box(kind, link.target, `data-id="${id}" `, picture);
  return { html, isPicture: true, replaces: false };
}

function videoId({ scheme, host, path, query }: Address): string | undefined {
  if (scheme !== "http" && scheme !== "https") return undefined;
  const name = host
    .toLowerCase()
    .replace(/^[^@]*@/, "")
    .replace(/:\d*$/, "");
  if (name === "youtu.be") return path.slice(1);
  if (!/^(?:(?:m\.|www\.)?youtube|(?:www\.)?youtube-nocookie)\.com$/.test(name)) return undefined;
  const asked = new URLSearchParams(query);
  if (path === "/watch" || path === "/watch_popup") return asked.get("v") ?? undefined;
  if (path === "/watch_videos") return asked.get("video_ids")?.split(",")[0];
  return /^\/(?:embed|shorts|v)\/([^/]*)/.exec(path)?.[1];
}
