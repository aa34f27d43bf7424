/** The stdin that Ink gets: only keys meant for one of Ink's own components are pushed into it. */
import { Readable } from "node:stream";

export type InkInput = Readable & {
  readonly isTTY: true;
  readonly setRawMode: (on: boolean) => InkInput;
  readonly ref: () => InkInput;
  readonly unref: () => InkInput;
};

export function createInkInput(): InkInput {
  const stream = new Readable({ read: () => undefined });
  const same = () => input;
  const input: InkInput = Object.assign(stream, {
    isTTY: true as const,
    setRawMode: same,
    ref: same,
    unref: same,
  });
  return input;
}
