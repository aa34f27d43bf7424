/** What the program that asks is called: messages carry its name, and the server judges by it. */
import { type Carried, carriedValue } from "./parameters.ts";

const longest = 30;

/** The name, an optional version behind a slash, and whatever else there is behind a blank. */
const agent = /^([^/ ]*[^0-9/(]*)(?:\/[^/ ]*)?(?:[ /].*)?$/;

/** The product's name in a `User-Agent`; empty where the header is. */
export function productName(header: string): string {
  return agent.exec(header)?.[1] ?? "";
}

/** The parameter `client` comes before the header. */
export function clientName(request: Request, carried: Carried): string {
  const header = request.headers.get("user-agent");
  const name =
    carriedValue(carried, "client") ?? (header === null ? "Unspecified" : productName(header));
  return [...name].slice(0, longest).join("");
}

/** Programs whose own messages are read from the start: those of the service itself, and a few old ones. */
export function countsOwnAsRead(brand: string, client: string): boolean {
  const name = client.toLowerCase();
  const own = ["android", "ios", "desktop", "mobile", "electron", "terminal"];
  return (
    own.some((part) => name === `${brand}${part}`) ||
    ["snipe", "website", "ios", "android"].includes(name) ||
    name.includes("desktop app")
  );
}
