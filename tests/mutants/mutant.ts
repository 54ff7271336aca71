/** A fault that a change could bring into a rule. A test of the mirrored folder must find it. */
export interface Mutant {
  readonly file: string
  /** A part of the file that occurs once. */
  readonly find: string
  readonly replace: string
  /** The rule that the fault breaks, in one sentence. Names the mutant. */
  readonly rule: string
}
