/** The address of a server as people write it, made into the base of its URLs. */

export type SiteReading =
  | { readonly kind: "site"; readonly site: string }
  | { readonly kind: "wrong"; readonly sentence: string };

const wrong: SiteReading = {
  kind: "wrong",
  sentence:
    "Write the address of the server as a browser shows it, such as https://chat.example.com.",
};

/** This machine gets http and any other bare host https. A slash, `/api` or `/api/v1` at the end is cut. */
export function readSite(written: string): SiteReading {
  const text = written.trim();
  if (text === "" || /\s/.test(text)) return wrong;
  const url = URL.parse(withScheme(text));
  if (url === null || url.hostname === "" || !/^https?:$/.test(url.protocol)) return wrong;
  if (url.username || url.password || url.search || url.hash) return wrong;
  return {
    kind: "site",
    site: (url.origin + url.pathname).replace(/\/+$/, "").replace(/\/api(?:\/v1)?$/, ""),
  };
}

function withScheme(text: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text;
  return /^(?:localhost\b|127(?:\.\d+){3}\b|\[::1\])/i.test(text)
    ? `http://${text}`
    : `https://${text}`;
}
