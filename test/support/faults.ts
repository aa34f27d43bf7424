/** The faults that a realm can inject, for random tests. */
import { fault } from "#realm/control.ts";

/** The kinds of faults. */
export const faultKinds = fault.shape.kind.options;

export type FaultKind = (typeof faultKinds)[number];
