import { AppError } from '../../errors.ts'
import { formatMoreFaults, MAX_FAULTS, MAX_UNKNOWN } from '../../l10n/faults.ts'
import { describeUnknownLocale, findLocale } from '../../l10n/locales/cldr.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { echo, echoList } from '../../text/escape.ts'

type Project = Pick<Frozen<ProjectRecord>, 'target_locales'>

/**
 * Canonical locales without duplicates; `allowPrivate` accepts any well-formed tag.
 * @throws AppError `invalid_input` with the first invalid tags.
 */
export function canonicalLocales(
  field: string,
  tags: readonly string[],
  options: { readonly allowPrivate?: boolean } = {},
): readonly string[] {
  const found = new Set<string>()
  const unknown: string[] = []
  for (const tag of tags) {
    const locale = findLocale(tag, options)
    if (locale !== undefined) found.add(locale)
    else if (unknown.push(tag) > MAX_FAULTS) break
  }
  if (unknown.length === 0) return [...found]
  const suggests = unknown.length <= MAX_UNKNOWN
  const faults = unknown.slice(0, MAX_FAULTS).map(tag => describeUnknownLocale(tag, suggests))
  const more = unknown.length > MAX_FAULTS ? ` ${formatMoreFaults(undefined)}` : ''
  throw new AppError('invalid_input', `${field}: ${faults.map(([message]) => message).join(' ')}${more}`, {
    fix: [...new Set(faults.map(([, { fix }]) => fix))].join(' '),
  })
}

/** @throws AppError `invalid_input` if the source locale is also a target locale. */
export function assertSourceNotTarget(targets: readonly string[], source: string): void {
  if (!targets.includes(source)) return
  throw new AppError('invalid_input', `target_locales has ${source}, which is the source locale.`, {
    fix: `Remove ${source} from target_locales.`,
  })
}

/** Finds a target locale of the project. @throws AppError `invalid_input` naming the project's locales. */
export function targetLocale(project: Project, tag: string): string {
  const locale = matchLocale(project, tag)
  if (locale !== undefined) return locale
  throw new AppError(
    'invalid_input',
    `Locale ${echo(JSON.stringify(tag.slice(0, 40)))} is not a target locale of the project.`,
    {
      fix: `Its target locales are ${echoList(project.target_locales)}.${suggestTarget(project, tag)}`,
    },
  )
}

/** The target locale that a tag names, in any spelling; undefined if there is none. */
export function matchLocale({ target_locales }: Project, tag: string): string | undefined {
  const plain = tag.replaceAll('_', '-').toLowerCase()
  return target_locales.find(locale => locale.toLowerCase() === plain)
}

/** Suggests only a target locale of the same language: another language is never a typing mistake. */
function suggestTarget({ target_locales }: Project, tag: string): string {
  const language = tag.toLowerCase().split(/[-_]/)[0]
  const close = target_locales.find(locale => locale.toLowerCase().split('-')[0] === language)
  return close === undefined ? '' : ` Did you mean ${close}?`
}
