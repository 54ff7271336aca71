import * as fc from 'fast-check'

export const FORMATS = ['json', 'po', 'android'] as const
export type FormatName = (typeof FORMATS)[number]

/** What the project lets through a pull. */
export interface Policy {
  readonly review: 'none' | 'required'
  readonly export: 'translated' | 'approved'
  readonly stale: 'keep' | 'omit'
}

/** Changes of source files; `later` leaves them to the next push of the branch. */
export const SOURCE_STEPS = {
  add: 3,
  addEqual: 2,
  edit: 5,
  editBack: 2,
  editEqual: 1,
  rename: 4,
  section: 3,
  move: 3,
  split: 2,
  swap: 3,
  reorder: 1,
  drop: 4,
  restore: 2,
  reuse: 4,
} as const

/** All other steps. */
const OTHER_STEPS = {
  branch: 2,
  merge: 3,
  endBranch: 2,
  translate: 12,
  approve: 8,
  import: 5,
  confirm: 3,
  decide: 2,
  revert: 2,
} as const

export type SourceStep = keyof typeof SOURCE_STEPS
export type OtherStep = keyof typeof OTHER_STEPS
export type StepName = SourceStep | OtherStep

export const STEP_NAMES = [...Object.keys(SOURCE_STEPS), ...Object.keys(OTHER_STEPS)] as readonly StepName[]

/** One step. The numbers choose among what is there at that moment: a history without some of its steps is a history, too. */
export interface Step {
  readonly do: StepName
  /** The branch. */
  readonly on: number
  /** The string, or what else the step acts on. */
  readonly at: number
  /** What becomes of it, or by whom. */
  readonly to: number
  readonly later: boolean
}

/** A whole history, as plain data to paste into `replayed.ts`. */
export interface History {
  readonly format: FormatName
  readonly policy: Policy
  /** Whether each file is pushed by a call of its own, and in which order; or all by one. */
  readonly pushes: 'whole' | 'each' | 'each reversed'
  readonly steps: readonly Step[]
}

const number = fc.nat(999)

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(
    ...STEP_NAMES.map(name => ({
      arbitrary: fc.constant(name),
      weight: { ...SOURCE_STEPS, ...OTHER_STEPS }[name],
    })),
  ),
  on: number,
  at: number,
  to: number,
  later: fc.integer({ min: 0, max: 4 }).map(drawn => drawn === 0),
})

const history: fc.Arbitrary<History> = fc.record({
  format: fc.constantFrom(...FORMATS),
  policy: fc.record({
    review: fc.constantFrom('none', 'required'),
    export: fc.oneof(
      { arbitrary: fc.constant('translated' as const), weight: 3 },
      { arbitrary: fc.constant('approved' as const), weight: 1 },
    ),
    stale: fc.constantFrom('keep', 'omit'),
  }),
  pushes: fc.constantFrom('whole', 'each', 'each reversed'),
  steps: fc.array(step, { minLength: 25, maxLength: 40, size: 'max' }),
})

/** The history of a seed. */
export function drawHistory(seed: number): History {
  const [drawn] = fc.sample(history, { seed, numRuns: 1 })
  if (drawn === undefined) throw new Error('Nothing was drawn.')
  return drawn
}

/** The item that a number chooses. */
export function pick<T>(items: readonly T[], number_: number): T | undefined {
  return items[number_ % items.length]
}
