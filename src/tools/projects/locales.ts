import { AppError } from '../../errors.ts'
import { firstFaults } from '../../l10n/faults.ts'
import { findLocale } from '../../l10n/locales/find-locale.ts'
import { normalizeLanguage } from '../../l10n/locales/spellings.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { echoList } from '../../text/escape.ts'
import { formatValue } from '../schemas/describe-issues.ts'
import { describeUnknownLocale } from '../schemas/locale.ts'

type Project = Pick<Frozen<ProjectRecord>, 'target_locales'>

/**
 * Checks that a project does not translate into its own source locale.
 * @throws AppError `invalid_input`
 */
export function assertSourceNotTarget(targets: readonly string[], source: string): void {
  if (!targets.includes(source)) return
  throw new AppError('invalid_input', `target_locales has ${source}, which is the source locale.`, {
    fix: `Remove ${source} from target_locales.`,
  })
}

/**
 * Finds the target locale of a tag. `path` is the path of the field.
 * @throws AppError `invalid_input`, see `describeMissingTarget`.
 */
export function targetLocale(project: Project, tag: string, path = 'locale'): string {
  const locale = matchLocale(project, tag)
  if (locale !== undefined) return locale
  const { why, fix } = describeMissingTarget(project, tag, path)
  throw new AppError('invalid_input', why, { fix })
}

/**
 * Finds the target locales of a list of tags, each once.
 * @throws AppError `invalid_input` with the first 20 tags that are no target locales.
 */
export function targetLocales(project: Project, tags: readonly string[], path = 'locales'): readonly string[] {
  const found = new Set<string>()
  const missing: ReturnType<typeof describeMissingTarget>[] = []
  for (const [at, tag] of tags.entries()) {
    const locale = matchLocale(project, tag)
    if (locale !== undefined) found.add(locale)
    else missing.push(describeMissingTarget(project, tag, `${path}.${at}`))
  }
  const [first] = missing
  if (first === undefined) return [...found]
  const fix = missing.length === 1 ? first.fix : formatTargets(project)
  throw new AppError('invalid_input', firstFaults(missing.map(({ why }) => why)).join(' '), { fix })
}

/** Describes why a tag is not a target locale of the project: it is not a locale, or a different one. */
export function describeMissingTarget(
  project: Project,
  tag: string,
  path = 'locale',
): { readonly why: string; readonly fix: string } {
  const targets = formatTargets(project)
  if (findLocale(tag) === undefined) return { why: describeUnknownLocale(path, tag), fix: targets }
  return {
    why: `${path} is ${formatValue(tag)}, which is not a target locale of the project.`,
    fix: `${targets}${suggestTarget(project, tag)}`,
  }
}

/** The target locales of a project, as the fix of an error lists them. */
export const formatTargets = ({ target_locales }: Project): string =>
  `The project’s target locales are ${echoList(target_locales)}.`

/** Finds the project's target locale of a tag in any spelling: `iw` is `he`, and `no` is `nb` unless the project has both. */
export function matchLocale({ target_locales }: Project, tag: string): string | undefined {
  const locale = findLocale(tag, { allowPrivate: true })
  if (locale === undefined) return undefined
  if (target_locales.includes(locale)) return locale
  const norwegian = normalizeNorwegian(locale)
  return target_locales.find(target => normalizeNorwegian(target) === norwegian)
}

function normalizeNorwegian(locale: string): string {
  const [language = '', ...others] = locale.split('-')
  return [normalizeLanguage(language), ...others].join('-')
}

/** Suggests only a target locale of the same language: another language is never a typing error. */
function suggestTarget({ target_locales }: Project, tag: string): string {
  const language = normalizeNorwegian(findLocale(tag, { allowPrivate: true }) ?? tag).split('-')[0]
  const close = target_locales.find(locale => normalizeNorwegian(locale).split('-')[0] === language)
  return close === undefined ? '' : ` Did you mean ${close}?`
}
