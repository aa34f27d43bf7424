/** Which texts real servers take for the address of something on the web. */
import { isIPv4, isIPv6 } from "node:net";

const longest = 2048;
const parts =
  /^(?:https?|ftps?):\/\/(?:[^\s:@/]+(?::[^\s:@/]*)?@)?(?:\[([\da-f:.]+)\]|([^\s:/?#[\]]+))(?::(\d{1,5}))?(?:[/?#]\S*)?$/iu;

/** Whether somebody could go there: a scheme of the web, and a host that has a domain, an address, or is this machine. */
export function isUrl(text: string): boolean {
  const found = parts.exec(text);
  if (found === null || text.length > longest) return false;
  const [, inner, host = "", port = "0"] = found;
  if (Number(port) > 65_535) return false;
  return inner === undefined ? isHost(host) : isIPv6(inner);
}

const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

function isHost(host: string): boolean {
  if (host.toLowerCase() === "localhost" || isIPv4(host)) return true;
  const labels = host.replace(/\.$/, "").split(".");
  const top = labels.at(-1) ?? "";
  const isTop = /^(?:[\p{L}-]{2,63}|xn--[\da-z]{1,59})$/iu.test(top) && label.test(top);
  return host.length <= 253 && labels.length > 1 && isTop && labels.every((one) => label.test(one));
}
