/** What a realm can do wrong to a request, for tests that pick of it at random. */
import { fault } from "#wire/control.ts";

/** Those that a client survives without being told. */
export const faultKinds = fault.shape.kind.options;

export type FaultKind = (typeof faultKinds)[number];
