import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { guessTargetTemplate } from '../../l10n/files/guess-target.ts'
import { isOwnTarget, targetPath } from '../../l10n/files/target-path.ts'
import { findLocale } from '../../l10n/locales/find-locale.ts'
import { quote } from '../../text/quote.ts'
import { createSourceMatcher, type FileRule, RuleBook } from '../../tools/files/rules/rule-book.ts'
import type { IncomingFile } from '../files/pull-answer.ts'
import type { Git } from '../repository/git.ts'
import { listRepositoryFiles } from '../repository/list-files.ts'
import { PROJECT_FILE, type ProjectFile, type Repository } from '../repository/project-file.ts'

/** A source file of the repository with the rule of its translations. */
export interface RepositorySource {
  readonly path: string
  readonly rule: FileRule
}

/** Source files, and the translated files that exist. */
export interface RepositoryFiles {
  readonly sources: readonly RepositorySource[]
  readonly targets: readonly { readonly path: string; readonly source: string; readonly locale?: string }[]
  /** The rules of `dragoman.json`: the files of other repositories of the project match none. */
  readonly book: RuleBook
  /** Sources of rules that match no file. */
  readonly unused: readonly string[]
}

/** The rules of `dragoman.json` as the server keeps them. @throws AppError `invalid_input` for a source without a place for translations. */
export function toRules({ files, source_locale: locale }: ProjectFile): readonly FileRule[] {
  return files.map(({ source, target, aliases = {} }, at) => {
    const template = target ?? guessTargetTemplate(source, locale)
    if (template !== undefined) return { source, target: template, aliases }
    throw new AppError(
      'invalid_input',
      `The path ${quote(source)} in ${PROJECT_FILE} does not name the locale ${locale}.`,
      { fix: `Set files.${at}.target, such as locales/{locale}.json.`, field: `files.${at}.target` },
    )
  })
}

/** The rules of `dragoman.json` as an argument of a pull: the project may also have files of other repositories. */
export const toPullRules = ({ files }: ProjectFile): readonly string[] => files.map(({ source }) => source)

/** Whether a pulled file belongs to a rule of `dragoman.json`, whatever the server sends. */
export function createRuleFilter(file: ProjectFile): (file: Pick<IncomingFile, 'source'>) => boolean {
  const matches = createSourceMatcher(toPullRules(file))
  return ({ source }) => source !== undefined && matches(source)
}

/**
 * Finds the files of the rules of `dragoman.json` for a push. It lists what Git would track, so that copies in builds and packages are not sent. A check has
 * `gate/find-on-disk.ts`.
 */
export async function findRepositoryFiles({ root, file }: Repository, git: Git): Promise<RepositoryFiles> {
  const rules = toRules(file)
  const book = new RuleBook(rules)
  const listed = await listRepositoryFiles(git)
  const known = new Set(listed)
  // A named file may be ignored by Git.
  const named = toPullRules(file).filter(
    path => !path.includes('*') && (known.has(path) || existsSync(join(root, path))),
  )
  const paths = [...new Set([...named, ...listed.filter(path => book.findStored(path) !== undefined)])]
  const sources = paths.flatMap(path => {
    const rule = book.find(path)
    return rule === undefined ? [] : [{ path, rule }]
  })
  const unused = toPullRules(file).filter(
    source => !paths.some(path => path === source || book.findStored(path)?.source === source),
  )
  const locales = file.target_locales.map(tag => findLocale(tag, { allowPrivate: true }) ?? tag)
  const targets = sources.flatMap(({ path, rule }) => {
    if (isOwnTarget(rule)) return [{ path, source: path }]
    return locales
      .map(locale => ({ path: targetPath(rule, locale), source: path, locale }))
      .filter(target => known.has(target.path))
  })
  return { sources, targets, book, unused }
}

/** Files of a project that match the rules of `dragoman.json`, but are not in the repository. */
export const findGoneFiles = (
  known: readonly { readonly path: string }[],
  { sources, book }: RepositoryFiles,
): readonly string[] => {
  const here = new Set(sources.map(({ path }) => path))
  return known.flatMap(({ path }) => (here.has(path) || book.findStored(path) === undefined ? [] : [path]))
}

/**
 * Checks that each rule of `dragoman.json` matches a file of the repository, or one that was deleted from it.
 * @throws AppError `not_found`
 */
export function assertRulesUsed({ unused, book }: RepositoryFiles, gone: readonly string[]): void {
  const deleted = new Set(gone.map(path => book.findStored(path)?.source))
  const wrong = unused.find(source => !deleted.has(source))
  if (wrong === undefined) return
  throw new AppError('not_found', `No file matches ${quote(wrong)} of ${PROJECT_FILE}.`, {
    fix: `Correct the path, or remove the rule.`,
  })
}
