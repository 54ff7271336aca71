import type { Outcome } from '../harness/command-line.ts'

const TIME = / \(\d+\.\d s\)/g

/** The outcome without the time that a command took, which it prints from one second on. */
export const withoutTime = (outcome: Outcome): Outcome => ({
  ...outcome,
  stdout: outcome.stdout.replaceAll(TIME, ''),
  stderr: outcome.stderr.replaceAll(TIME, ''),
})
