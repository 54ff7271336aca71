import type { PageRequest } from '../../requests/page-request.ts'
import type { TranslationState } from '../string-rows.ts'

export const STATES = ['untranslated', 'needs_review', 'translated', 'approved'] as const satisfies TranslationState[]

/** The filters of the list as its address has them. Each is an argument of `get_entries`, too. */
export interface Filters {
  readonly branch?: string | undefined
  readonly file?: string | undefined
  /** Any of these states. */
  readonly state?: readonly TranslationState[] | undefined
  /** What is left to translate, or what is not. */
  readonly work?: 'left' | 'done' | undefined
  readonly stale?: true | undefined
  /** `error`, `warning`, `info`, `any` or a check. */
  readonly finding?: string | undefined
  readonly request?: 'open' | 'answered' | undefined
  readonly conflict?: true | undefined
  readonly suggested?: true | undefined
  readonly outdated_voice?: true | undefined
  readonly tag?: string | undefined
  /** In key, source or translation. */
  readonly q?: string | undefined
}

export type FilterName = keyof Filters

/** Names of the parameters, in the order of addresses. */
const NAMES = [
  'branch',
  'file',
  'state',
  'work',
  'stale',
  'finding',
  'request',
  'conflict',
  'suggested',
  'outdated_voice',
  'tag',
  'q',
] as const satisfies readonly FilterName[]

/** Longest text that is searched, in UTF-16 units. */
export const MAX_SEARCH_UNITS = 200

/** Reads the filters of an address; unknown states are left out. */
export function readFilters({ query }: Pick<PageRequest, 'query'>): Filters {
  const text = (name: string): string | undefined => query.get(name)?.trim() || undefined
  const flag = (name: string): true | undefined => (query.get(name) === '1' ? true : undefined)
  const named = query.get('state')?.split(',') ?? []
  const states = STATES.filter(one => named.includes(one))
  const work = (['left', 'done'] as const).find(one => one === query.get('work'))
  const request = (['open', 'answered'] as const).find(one => one === query.get('request'))
  const read = {
    branch: text('branch'),
    file: text('file'),
    state: states.length === 0 ? undefined : states,
    work,
    stale: flag('stale'),
    finding: text('finding'),
    request,
    conflict: flag('conflict'),
    suggested: flag('suggested'),
    outdated_voice: flag('outdated_voice'),
    tag: text('tag'),
    // The search in the bar of a project is about texts, too.
    q: text('q') ?? text('text'),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

/** The filters besides the branch and the file: what the list can be cleared of. */
export const listActive = (filters: Filters): readonly Exclude<FilterName, 'branch' | 'file'>[] =>
  NAMES.filter(name => name !== 'branch' && name !== 'file').filter(name => filters[name] !== undefined)

/** The locale of an address that lists the strings of all target locales. */
export const ALL_LOCALES = '*'

/** Whether the filters find translations: then the list can have those of all locales. */
export const findsTranslations = (filters: Filters): boolean =>
  listActive(filters).some(name => name !== 'tag' && name !== 'q')

/** The value of a filter in an address. */
export const toParameter = (value: Filters[FilterName]): string | undefined =>
  value === true ? '1' : typeof value === 'object' ? value.join(',') : value

/** The beginning of the text, which is searched. */
export const searchedText = (q: string): string => q.slice(0, MAX_SEARCH_UNITS).replace(/[\uD800-\uDBFF]$/, '')

/** The filters as arguments of the tools. */
export const toToolInput = ({ q, branch, state, work, ...filters }: Filters) => ({
  ...filters,
  ...(state !== undefined && { state: state.join(',') }),
  ...(work !== undefined && { work: work === 'left' }),
  ...(branch !== undefined && { branch }),
  ...(q !== undefined && { text: searchedText(q) }),
})

/** The query of an address with these filters. */
export function toQuery(
  filters: Filters,
  { locale, ...more }: Readonly<Record<string, string | undefined>> = {},
): string {
  const query = new URLSearchParams()
  if (locale !== undefined) query.set('locale', locale)
  for (const name of NAMES) {
    const value = toParameter(filters[name])
    if (value !== undefined) query.set(name, value)
  }
  for (const [name, value] of Object.entries(more)) if (value !== undefined) query.set(name, value)
  return query.size === 0 ? '' : `?${query}`
}

/** The address of the list of strings. */
export const listPath = (project: string, filters: Filters, locale: string | undefined): string =>
  `/p/${project}/strings${toQuery(filters, { locale })}`

/** The address of a string within a filtered list. `order` is `file` for the list in file order. */
export const editorPath = (
  project: string,
  id: string,
  filters: Filters,
  more: Readonly<Record<string, string | undefined>>,
): string => `/p/${project}/strings/${encodeURIComponent(id)}${toQuery(filters, more)}`
