/** Whose own messages are read from the start, where the sender does not say. */

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
