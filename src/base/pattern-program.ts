/** Compiles a pattern to instructions for the matcher. */
import { type CharacterTest, UnknownPattern } from "./pattern-classes.ts";
import type { Assertion, Pattern } from "./pattern-syntax.ts";

export type Instruction =
  | { readonly kind: "character"; readonly test: CharacterTest }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  /** `ways` in order of preference. */
  | { readonly kind: "fork"; readonly ways: readonly number[] }
  | { readonly kind: "mark"; readonly name: string; readonly edge: "start" | "end" }
  | { readonly kind: "end" };

export type Program = {
  /** Every instruction except a fork continues with the next one. */
  readonly instructions: readonly Instruction[];
  /** Whether a match may begin with that character. */
  readonly mayBegin: CharacterTest;
};

const maxInstructions = 1_000;

/** Throws `UnknownPattern` if a repetition is too large. */
export function programOf(pattern: Pattern): Program {
  const instructions: Instruction[] = [];
  emit(pattern, instructions);
  add(instructions, { kind: "end" });
  return { instructions, mayBegin: firstOf(instructions) };
}

function firstOf(instructions: readonly Instruction[]): CharacterTest {
  const tests: CharacterTest[] = [];
  const seen = new Set<number>();
  const open = [0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const instruction = instructions[at];
    // A pattern that matches the empty string may begin with any character.
    if (instruction?.kind === "end") return () => true;
    if (instruction?.kind === "character") tests.push(instruction.test);
    else if (instruction?.kind === "fork") open.push(...instruction.ways);
    else open.push(at + 1);
  }
  const has: CharacterTest = (code) => tests.some((test) => test(code));
  // A fast path for ASCII, since every character is tested.
  const known = Uint8Array.from({ length: 0x80 }, (_, code) => (has(code) ? 1 : 0));
  return (code) => (code < 0x80 ? known[code] === 1 : has(code));
}

function add(program: Instruction[], instruction: Instruction): number {
  if (program.length >= maxInstructions) throw new UnknownPattern("The pattern is too long.");
  return program.push(instruction) - 1;
}

function emit(pattern: Pattern, program: Instruction[]): void {
  switch (pattern.kind) {
    case "character":
    case "assertion":
      add(program, pattern);
      return;
    case "sequence":
      for (const part of pattern.parts) emit(part, program);
      return;
    case "choice":
      emitChoice(pattern.parts, program);
      return;
    case "group":
      add(program, { kind: "mark", name: pattern.name, edge: "start" });
      emit(pattern.inside, program);
      add(program, { kind: "mark", name: pattern.name, edge: "end" });
      return;
    case "repeat":
      emitRepeat(pattern, program);
      return;
  }
}

const matchesNothing: Instruction = { kind: "fork", ways: [] };

function emitChoice(parts: readonly Pattern[], program: Instruction[]): void {
  const fork = add(program, matchesNothing);
  const starts: number[] = [];
  const exits: number[] = [];
  for (const part of parts) {
    starts.push(program.length);
    emit(part, program);
    exits.push(add(program, matchesNothing));
  }
  program[fork] = { kind: "fork", ways: starts };
  for (const exit of exits) program[exit] = { kind: "fork", ways: [program.length] };
}

type Repeat = Extract<Pattern, { kind: "repeat" }>;

function emitRepeat({ inside, least, most, isLazy }: Repeat, program: Instruction[]): void {
  for (let count = 0; count < least; count += 1) emit(inside, program);
  const prefer = (again: number, on: number) => (isLazy ? [on, again] : [again, on]);
  if (most === Number.POSITIVE_INFINITY) {
    const fork = add(program, matchesNothing);
    emit(inside, program);
    const back = add(program, { kind: "fork", ways: [fork] });
    program[fork] = { kind: "fork", ways: prefer(fork + 1, back + 1) };
    return;
  }
  const forks: number[] = [];
  for (let count = least; count < most; count += 1) {
    forks.push(add(program, matchesNothing));
    emit(inside, program);
  }
  for (const fork of forks) {
    program[fork] = { kind: "fork", ways: prefer(fork + 1, program.length) };
  }
}
