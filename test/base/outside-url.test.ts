import { expect, test } from "vitest";
import { outsideUrl } from "#base/outside-url.ts";

test.for([
  [
    "mailto:ana@a.example?subject=it's 100%25 %26 more&attach=/etc/passwd&cc=bo@a.example",
    "mailto:ana@a.example?subject=it%27s%20100%25%20%26%20more&cc=bo%40a.example",
  ],
  [
    "mailto:a@a.example?%41ttach=/etc/passwd&amp;attach=x&attachment=y&body=%",
    "mailto:a@a.example",
  ],
  [
    "mailto:a@a.example?Body=x?attach=/y;attach=/z%0D%0AAttach: /z",
    "mailto:a@a.example?body=x%3Fattach%3D%2Fy%3Battach%3D%2Fz%0D%0AAttach%3A%20%2Fz",
  ],
] as const)("of the mail link %s only recipients, subject and text are kept", ([written, kept]) => {
  expect(outsideUrl(written)).toBe(kept);
});

test.for(["file:///etc/passwd", "ssh://-oProxyCommand=x", "javascript:1", "--help", "http://"])(
  "%s is not for other programs",
  (written) => {
    expect(outsideUrl(written)).toBeUndefined();
  },
);
