import { echo, echoList } from '../../../text/escape.ts'
import { describeMissingTarget, formatTargets } from '../../projects/locales.ts'
import { toGivenName } from '../../translations/find-entry.ts'
import type { Entry, Project } from '../../translations/records.ts'

interface Content {
  readonly text?: unknown
  readonly forms?: unknown
  readonly texts?: Readonly<Record<string, unknown>> | undefined
}

/** A second text of a call for a translation. */
export const REPEATED = {
  code: 'repeated',
  why: 'Another item of this call has the same string and locale.',
  fix: 'Send one translation for each string and locale.',
} as const

/** A row with `also` whose strings changed meanwhile. */
export const REPETITIONS_CHANGED = {
  code: 'rev_required',
  why: 'The translations of the strings that the row stood for changed since you read them.',
  fix: 'Call get_work with finding: inconsistent, and send the also_rev of its row.',
} as const

/** The names of an item as its call gave them. */
export const toSentName = (item: Parameters<typeof toGivenName>[0]) => toGivenName(item, echo)

export const toEntryName = ({ short, key: name }: Entry) => ({ id: short, key: echo(name) })

/** Rejects an item with none or several of `text`, `forms` and `texts`, so that no input is ignored. */
export function findContentFault({ text, forms, texts }: Content) {
  const given = Object.entries({ text, forms, texts }).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (given.length === 1 && !(texts !== undefined && Object.keys(texts).length === 0)) return undefined
  const why = given.length > 1 ? `The item has ${given.join(' and ')}.` : 'The item has no text.'
  return {
    code: 'invalid',
    why,
    fix: 'Give one of text, forms (plural forms) or texts (a text for each locale).',
  } as const
}

/** Returns one refusal for all unknown target locales of an item. The empty tag means a text without a locale. */
export function toUnknownLocaleRefusal(tags: readonly string[], project: Project) {
  const code = 'unknown_locale'
  const [first = '', ...others] = tags
  const targets = formatTargets(project)
  if (first === '')
    return { code, why: 'The text has no locale.', fix: `Give locale beside items. ${targets}` } as const
  if (others.length === 0) return { code, locale: echo(first), ...describeMissingTarget(project, first) } as const
  const locale = echoList(tags)
  return {
    code,
    locale,
    why: `texts has ${locale}, which the project does not have as target locales.`,
    fix: targets,
  } as const
}
