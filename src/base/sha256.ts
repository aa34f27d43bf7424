/** The SHA-256 of a text, which stands for it where the text itself would be too long. */
import { createHash } from "node:crypto";

/** Of its UTF-8 bytes, in lower-case hexadecimal digits. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
