import { AppError } from '../../errors.ts'
import { LEVELS, type Level } from '../../l10n/checks/check.ts'
import { CHECK_IDS, FIXED_CHECKS } from '../../l10n/checks/registry.ts'
import { readGlossary } from '../../l10n/glossary/glossary-csv.ts'
import { TermBook } from '../../l10n/glossary/term-book.ts'
import { adviseTag, findLocale } from '../../l10n/locales/find-locale.ts'
import type { Syntax } from '../../l10n/message/message.ts'
import { quote } from '../../text/quote.ts'
import { PROJECT_FILE, type ProjectFile } from '../repository/project-file.ts'
import { COPIED_SOURCE } from './copied-source.ts'
import type { ReadFile } from './open-files.ts'

export type Levels = Readonly<Record<string, Level | 'off'>>

/** The settings of a project that checks depend on. */
export interface ProjectRules {
  readonly sourceLocale: string
  /** All target locales of the project. */
  readonly allLocales: readonly string[]
  readonly locales: readonly string[]
  readonly levels: Levels
  /** The syntax of all strings; absent if each file is detected. */
  readonly syntax?: Syntax
  readonly terms: TermBook | undefined
}

/**
 * Reads the rules that a repository has of its own: `dragoman.json` and its glossary.
 * @param only the locales to check; all if empty
 * @throws AppError `invalid_input`, `not_found`.
 */
export async function readRules(file: ProjectFile, only: readonly string[], read: ReadFile): Promise<ProjectRules> {
  const sourceLocale = parseLocale(file.source_locale, 'source_locale')
  const all = file.target_locales.map(tag => parseLocale(tag, 'target_locales'))
  assertLevels(file.levels ?? {})
  return {
    sourceLocale,
    allLocales: all,
    locales: selectLocales(all, only),
    levels: file.levels ?? {},
    terms: file.glossary === undefined ? undefined : await readTerms(file.glossary, sourceLocale, read),
  }
}

function parseLocale(tag: string, field: string): string {
  const locale = findLocale(tag)
  if (locale !== undefined) return locale
  throw new AppError(
    'invalid_input',
    `${PROJECT_FILE} has the locale ${quote(tag)} in ${field}, which does not exist.`,
    { fix: `Give ${adviseTag(tag, true)}.`, field },
  )
}

function selectLocales(all: readonly string[], only: readonly string[]): readonly string[] {
  for (const tag of only) {
    if (all.includes(findLocale(tag) ?? '')) continue
    throw new AppError('invalid_input', `Locale ${quote(tag)} is not a target locale of this project.`, {
      fix: `Use one of ${all.join(', ')}.`,
      field: 'only',
    })
  }
  const wanted = new Set(only.map(tag => findLocale(tag)))
  return wanted.size === 0 ? all : all.filter(locale => wanted.has(locale))
}

/** The same rules as for the levels of a project on a server. */
function assertLevels(levels: Levels): void {
  for (const [id, level] of Object.entries(levels)) {
    if (!CHECK_IDS.includes(id) && id !== COPIED_SOURCE) {
      throw new AppError('invalid_input', `${PROJECT_FILE} sets the level of ${quote(id)}, which is no check.`, {
        fix: 'Use the ID of a check in docs/checks.md.',
        field: 'levels',
      })
    }
    if (level !== LEVELS[0] && FIXED_CHECKS.includes(id)) {
      throw new AppError('invalid_input', `${PROJECT_FILE} sets ${id} to ${level}, but it is always an error.`, {
        fix: `Remove ${id} from levels: its findings break files or applications.`,
        field: 'levels',
      })
    }
  }
}

async function readTerms(path: string, sourceLocale: string, read: ReadFile): Promise<TermBook> {
  const text = await read(path)
  if (text === undefined) {
    throw new AppError('not_found', `${quote(path)} is the glossary of ${PROJECT_FILE}, but it does not exist.`, {
      fix: dragoman => `Run ${dragoman(`glossary export ${path}`)}, or remove glossary from ${PROJECT_FILE}.`,
    })
  }
  const levels = { do_not_translate: 'error', forbidden_term: 'error' } as const
  const terms = readGlossary(text, path).map(term => ({ ...term, levels }))
  return new TermBook(terms, { sourceLocale })
}
