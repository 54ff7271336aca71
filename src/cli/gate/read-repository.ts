import { AppError, recover } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import { PROJECT_FILE } from '../repository/project-file.ts'
import type { FoundSource } from './find-on-disk.ts'
import type { ReadFile } from './open-files.ts'
import type { ProjectRules } from './project-rules.ts'
import type { GateFinding } from './report.ts'
import { pathOfLocale, readSourceStrings, readTargets, type SourceStrings, type TargetStrings } from './strings.ts'
import { toFileFinding } from './to-findings.ts'

/** The source files of a repository with their translations. */
export interface RepositoryStrings {
  readonly files: readonly { readonly source: SourceStrings; readonly targets: readonly TargetStrings[] }[]
  /** Source files that cannot be read. */
  readonly faults: readonly GateFinding[]
}

/** The source files of a repository. */
export interface RepositorySources {
  readonly sources: readonly SourceStrings[]
  /** Those that cannot be read. */
  readonly faults: readonly GateFinding[]
}

/**
 * Reads all source files.
 * @throws AppError `not_found` for a source file that does not exist.
 */
export async function readSources(
  found: readonly FoundSource[],
  rules: ProjectRules,
  read: ReadFile,
): Promise<RepositorySources> {
  const faults: { readonly path: string; readonly error: AppError }[] = []
  const sources: SourceStrings[] = []
  for (const one of found) {
    try {
      const text = await read(one.path)
      if (text === undefined) throw missingSourceError(one.path)
      sources.push(readSourceStrings(one, text, rules))
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'too_large' || error.code === 'not_found') throw error
      faults.push({ path: one.path, error })
    }
  }
  // A rule with `*` can match the translations, too: `locales/*.json`.
  const targets = listTargets(sources, rules.allLocales)
  const own = faults.filter(({ path }) => !targets.has(path))
  const unplaced = own.find(({ error }) => error.field === 'files')
  if (unplaced !== undefined) throw unplaced.error
  return {
    sources: sources.filter(({ path }) => !targets.has(path)),
    faults: own.map(({ path, error }) => toFileFinding(path, error)),
  }
}

const listTargets = (sources: readonly SourceStrings[], locales: readonly string[]): ReadonlySet<string> =>
  new Set(
    sources.flatMap(source => locales.map(locale => pathOfLocale(source, locale)).filter(path => path !== source.path)),
  )

/** The paths of all source and target files. */
export const listPaths = ({ sources, faults }: RepositorySources, { locales }: ProjectRules): readonly string[] => [
  ...faults.map(({ path }) => path),
  ...sources.flatMap(source => [source.path, ...locales.map(locale => pathOfLocale(source, locale))]),
]

/**
 * Reads the translations of source files.
 * @param before reads the files at the base of a change
 */
export async function readTranslations(
  { sources, faults }: RepositorySources,
  { locales }: ProjectRules,
  read: ReadFile,
  before = read,
): Promise<RepositoryStrings> {
  const files: RepositoryStrings['files'][number][] = []
  for (const source of sources) files.push({ source, targets: await readTargets(source, locales, read, before) })
  return { files, faults }
}

/** Reads a source file and its translations at the base of a change; undefined if the base has none that can be read. */
export async function readBase(
  found: FoundSource,
  rules: ProjectRules,
  read: ReadFile,
): Promise<RepositoryStrings['files'][number] | undefined> {
  const text = await read(found.path)
  if (text === undefined) return undefined
  const readBoth = async () => {
    const source = readSourceStrings(found, text, rules)
    return { source, targets: await readTargets(source, rules.locales, read, read) }
  }
  return readBoth().catch(recover(undefined))
}

const missingSourceError = (path: string): AppError =>
  new AppError('not_found', `${quote(path)} is a source file in ${PROJECT_FILE}, but it does not exist.`, {
    fix: `Correct the path in ${PROJECT_FILE}, or remove the rule.`,
  })
