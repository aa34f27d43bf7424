/** Identifies the client program: messages contain its name, and some behaviour depends on it. */
import { type Carried, carriedValue } from "./parameters.ts";

const longest = 30;

/** The name, an optional version after a slash, and anything else after a blank. */
const agent = /^([^/ ]*[^0-9/(]*)(?:\/[^/ ]*)?(?:[ /].*)?$/;

/** The product name in a `User-Agent` header; empty for an empty header. */
export function productName(header: string): string {
  return agent.exec(header)?.[1] ?? "";
}

/** The parameter `client` takes precedence over the header. */
export function clientName(request: Request, carried: Carried): string {
  const header = request.headers.get("user-agent");
  const name =
    carriedValue(carried, "client") ?? (header === null ? "Unspecified" : productName(header));
  return [...name].slice(0, longest).join("");
}

/** Clients whose own messages are read from the start: the service's own, and a few legacy ones. */
export function countsOwnAsRead(brand: string, client: string): boolean {
  const name = client.toLowerCase();
  const own = ["android", "ios", "desktop", "mobile", "electron", "terminal"];
  return (
    own.some((part) => name === `${brand}${part}`) ||
    ["snipe", "website", "ios", "android"].includes(name) ||
    name.includes("desktop app")
  );
}
