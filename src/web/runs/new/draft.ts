import { validateLines } from '../../forms/text-validation.ts'

/** What a run selects, with the input of start_run. */
export const SELECTIONS = {
  work: {
    label: 'All work',
    hint: 'Untranslated strings and stale translations.',
    input: {},
  },
  missing: { label: 'Untranslated strings', hint: undefined, input: { only: 'missing' } },
  stale: {
    label: 'Stale translations',
    hint: 'Their source string changed after they were written.',
    input: { only: 'stale' },
  },
  findings: {
    label: 'Translations with findings',
    hint: 'The engine corrects what the checks found, and says why.',
    input: { kind: 'revise', finding: 'any' },
  },
  outdated_voice: {
    label: 'Translations with an outdated voice',
    hint: 'The voice or the glossary changed after they were written.',
    input: { kind: 'revise', outdated_voice: true },
  },
} as const

type Selection = keyof typeof SELECTIONS

/** The fields of the form. */
export interface RunDraft {
  readonly locales: readonly string[]
  readonly what: Selection
  readonly engines: readonly string[]
  /** US dollars, as typed. */
  readonly budget: string
  readonly note: string
}

export const DRAFT_LABELS = {
  locales: 'Locales',
  what: 'Selection',
  engines: 'Engines',
  budget: 'Budget',
  note: 'Note',
} as const

export type DraftFaults = Readonly<Partial<Record<keyof typeof DRAFT_LABELS, string>>>

export function parseDraft(form: URLSearchParams): RunDraft {
  const what = form.get('what') ?? 'work'
  return {
    locales: form.getAll('locales'),
    what: Object.hasOwn(SELECTIONS, what) ? (what as Selection) : 'work',
    engines: form.getAll('engines'),
    budget: (form.get('budget') ?? '').trim(),
    note: (form.get('note') ?? '').replaceAll('\r\n', '\n').trim(),
  }
}

const isRevision = ({ what }: Pick<RunDraft, 'what'>): boolean => 'kind' in SELECTIONS[what].input

const BUDGET = /^\$?(\d{1,6}([.,]\d{1,6})?)$/

/** Parses an amount in US dollars: `$2.50`, `2,50`. */
export function parseBudget(typed: string): number | undefined {
  const [, amount] = BUDGET.exec(typed.trim()) ?? []
  return amount === undefined ? undefined : Number(amount.replace(',', '.'))
}

/** Finds the errors to correct before the run can be estimated. `targets` are the locales of the project. */
export function validateDraft({ locales, engines, budget, note }: RunDraft, targets: readonly string[]): DraftFaults {
  const noteFault = note === '' ? undefined : validateLines(note)
  return {
    ...(locales.length === 0 && { locales: 'Select at least one locale.' }),
    ...(locales.some(locale => !targets.includes(locale)) && {
      locales: 'A locale is no longer a target locale of the project. Select the locales again.',
    }),
    ...(engines.length === 0 && { engines: 'Select at least one engine.' }),
    ...(budget !== '' &&
      parseBudget(budget) === undefined && { budget: 'Enter an amount in US dollars, such as 5 or 2.50.' }),
    ...(noteFault !== undefined && { note: noteFault }),
  }
}

/** The input of start_run. */
export const toInput = ({ locales, what, engines, budget, note }: RunDraft, memory: string) => ({
  ...SELECTIONS[what].input,
  locales,
  // The memory has no revisions.
  engines: isRevision({ what }) && engines.length > 1 ? engines.filter(name => name !== memory) : engines,
  ...(budget !== '' && { budget: parseBudget(budget) }),
  ...(note !== '' && { note }),
})
