import { AppError } from '../../errors.ts'
import { guessTargetTemplate } from '../../l10n/files/guess-target.ts'
import { hasLocaleVariable } from '../../l10n/files/locale-variables.ts'
import {
  readTarget as parseTarget,
  readSource,
  type SourceFile,
  type SourceItem,
  type TargetFileInput,
} from '../../l10n/files/read-files.ts'
import { type TargetTemplate, targetPath } from '../../l10n/files/target-path.ts'
import type { TargetEntry } from '../../l10n/formats/format.ts'
import { formatById, isMultilingual } from '../../l10n/formats/registry.ts'
import { describeConflicts, type RepeatedKey } from '../../l10n/formats/repeated-keys.ts'
import { getRootKey } from '../../l10n/formats/root-key.ts'
import { quote } from '../../text/quote.ts'
import { PROJECT_FILE } from '../repository/project-file.ts'
import type { FoundSource } from './find-on-disk.ts'
import type { ReadFile } from './open-files.ts'
import type { ProjectRules } from './project-rules.ts'

export interface SourceStrings extends Pick<SourceFile, 'format' | 'options'> {
  readonly path: string
  readonly text: string
  readonly items: readonly SourceItem[]
  readonly target: TargetTemplate
}

/** The translations of a source file in one locale. */
export interface TargetStrings {
  readonly source: SourceStrings
  readonly locale: string
  readonly path: string
  /** The whole file; undefined if there is none. */
  readonly text: string | undefined
  readonly entries: ReadonlyMap<string, TargetEntry>
  /** The plural categories that the file supports; undefined if CLDR decides. */
  readonly categories: readonly string[] | undefined
  /** Why the file cannot be read, or would be refused by a push. */
  readonly fault?: AppError
}

/** Reads a source file as a push does. @throws AppError `invalid_input` with line and column. */
export function readSourceStrings(
  found: FoundSource,
  text: string,
  { sourceLocale, syntax }: Pick<ProjectRules, 'sourceLocale' | 'syntax'>,
): SourceStrings {
  const { path } = found
  const input = { path, content: text, rootLocale: sourceLocale, locale: sourceLocale, syntax, isPushed: true }
  const { format, options, items, conflicts } = runToEnd(readSource(input))
  assertOneValue(path, conflicts)
  return { path, text, format, options, items, target: findTemplate(found, text, sourceLocale) }
}

/** Rejects keys with two values: a push would leave them out. */
function assertOneValue(path: string, conflicts: readonly RepeatedKey[]): void {
  const message = describeConflicts(path, conflicts)
  if (message !== undefined) throw new AppError('invalid_input', message, { fix: 'Remove one of the two values.' })
}

function findTemplate({ path, target, aliases }: FoundSource, text: string, sourceLocale: string): TargetTemplate {
  const template = isMultilingual(path, text) ? path : (target ?? guessTargetTemplate(path, sourceLocale, text))
  if (template === path || (template !== undefined && hasLocaleVariable(template))) return { target: template, aliases }
  throw new AppError('invalid_input', `No target path with a locale is set for ${quote(path)}.`, {
    fix: `Set target of this file in ${PROJECT_FILE}, such as locales/{locale}.json.`,
    field: 'files',
  })
}

/** Path of the translations of a source file in a locale. */
export const pathOfLocale = ({ target }: SourceStrings, locale: string): string => targetPath(target, locale)

/**
 * Reads the translations of a source file, a file for each locale, or one for all.
 * @param before reads the files at the base of a change, whose headers and code are known
 */
export async function readTargets(
  source: SourceStrings,
  locales: readonly string[],
  read: ReadFile,
  before: ReadFile,
): Promise<readonly TargetStrings[]> {
  const { multilingual } = formatById(source.format)
  if (multilingual !== undefined) return readSlices(source, locales, multilingual.slice(source.text, locales))
  const files: TargetStrings[] = []
  for (const locale of locales) files.push(await readTargetFile(source, locale, read, before))
  return files
}

async function readTargetFile(
  source: SourceStrings,
  locale: string,
  read: ReadFile,
  before: ReadFile,
): Promise<TargetStrings> {
  const path = pathOfLocale(source, locale)
  try {
    const text = await read(path)
    const known = text === undefined ? undefined : await before(path)
    return readTarget(source, { locale, path, text }, text, { isPushed: true, before: known })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { source, locale, path, text: undefined, entries: new Map(), categories: undefined, fault: error }
  }
}

const readSlices = (source: SourceStrings, locales: readonly string[], slices: ReadonlyMap<string, string>) =>
  locales.map(locale =>
    readTarget(source, { locale, path: source.path, text: source.text }, slices.get(locale), { isPushed: false }),
  )

/** @param own the translations of the locale alone */
function readTarget(
  source: SourceStrings,
  place: Pick<TargetStrings, 'locale' | 'path' | 'text'>,
  own: string | undefined,
  pushed: Pick<TargetFileInput, 'isPushed' | 'before'>,
): TargetStrings {
  const { format } = source
  const { locale, path } = place
  const nothing = { ...place, source, entries: new Map<string, TargetEntry>(), categories: undefined }
  if (own === undefined) return nothing
  try {
    if (pushed.isPushed === true) formatById(format).header?.check(own, locale, pushed.before)
    const { entries, categories, conflicts } = parseTarget({
      path,
      content: own,
      format,
      locale,
      source: source.text,
      rootKey: rootKeyOf(source),
      ...pushed,
    })
    assertOneValue(path, conflicts)
    return {
      ...nothing,
      entries: new Map(entries.map(entry => [entry.key, entry])),
      categories: categories ?? formatById(format).pluralCategories?.(locale, own),
    }
  } catch (error) {
    if (error instanceof AppError) return { ...nothing, fault: error }
    throw error
  }
}

/** The root key of a source file, if that is its locale. */
export const rootKeyOf = ({ options }: Pick<SourceStrings, 'options'>): string | undefined => getRootKey(options)

/** Runs a computation that pauses between its steps, without pauses. */
function runToEnd<T>(steps: Generator<unknown, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}
