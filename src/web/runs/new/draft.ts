import { validateLines } from '../../forms/text-validation.ts'
import { t } from '../../i18n/t.ts'

/** What a run selects, with the input of start_run. */
export const SELECTIONS = {
  work: {},
  missing: { only: 'missing' },
  stale: { only: 'stale' },
  findings: { kind: 'revise', finding: 'any' },
  outdated_voice: { kind: 'revise', outdated_voice: true },
} as const

export type Selection = keyof typeof SELECTIONS

export interface RunDraft {
  readonly locales: readonly string[]
  readonly what: Selection
  readonly engines: readonly string[]
  /** US dollars, as typed. */
  readonly budget: string
  readonly note: string
}

/** The names of the fields in the language of the page. */
export const listDraftLabels = (): Readonly<Record<keyof RunDraft, string>> => ({
  locales: t('runs.new.fields.locales'),
  what: t('runs.new.fields.what'),
  engines: t('runs.new.fields.engines'),
  budget: t('runs.new.fields.budget'),
  note: t('runs.new.fields.note'),
})

export type DraftFaults = Readonly<Partial<Record<keyof RunDraft, string>>>

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

const isRevision = ({ what }: Pick<RunDraft, 'what'>): boolean => 'kind' in SELECTIONS[what]

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
    ...(locales.length === 0 && { locales: t('runs.new.faults.no_locale') }),
    ...(locales.some(locale => !targets.includes(locale)) && {
      locales: t('runs.new.faults.unknown_locale'),
    }),
    ...(engines.length === 0 && { engines: t('runs.new.faults.no_engine') }),
    ...(budget !== '' && parseBudget(budget) === undefined && { budget: t('runs.not_an_amount') }),
    ...(noteFault !== undefined && { note: noteFault }),
  }
}

/** The input of start_run. */
export const toInput = ({ locales, what, engines, budget, note }: RunDraft, memory: string) => ({
  ...SELECTIONS[what],
  locales,
  // The memory has no revisions.
  engines: isRevision({ what }) && engines.length > 1 ? engines.filter(name => name !== memory) : engines,
  ...(budget !== '' && { budget: parseBudget(budget) }),
  ...(note !== '' && { note }),
})
