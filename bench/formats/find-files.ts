import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { guessTargetTemplate } from '../../src/l10n/files/guess-target.ts'
import { targetPath } from '../../src/l10n/files/target-path.ts'
import type { Format } from '../../src/l10n/formats/format.ts'
import { findFormatIds, formatById } from '../../src/l10n/formats/registry.ts'

/** A file of the corpus, with the source file that its translations belong to. */
export interface Found {
  readonly path: string
  readonly format: Format
  readonly source: string
  readonly target: string
  readonly locale: string
  /** Whether the file is the source, or has none: it is measured as its own translation. */
  readonly isSource: boolean
}

/** The files of a corpus: those of known formats, and the paths of all others. */
export interface Corpus {
  readonly found: readonly Found[]
  readonly others: readonly string[]
}

export const SOURCE_LOCALE = 'en'
const LANGUAGES = ['ar', 'be', 'de', 'fr', 'he', 'ja', 'pl', 'ru', 'uk', 'zh-Hans']
const LOCALES = [...LANGUAGES, 'ar-YE', 'he-IL', 'ja-JP', 'zh-CN']

/** Lists the files of a folder with their source files, by path. A file with all locales is listed once for each. */
export function findFiles(root: string): Corpus {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
    .toSorted()
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const owners = findOwners(root, paths)
  const found: Found[] = []
  const others: string[] = []
  for (const path of paths) {
    const target = read(path)
    const owner = owners.get(path)
    const source = owner === undefined ? target : read(owner.path)
    const [id] = findFormatIds(owner?.path ?? path, source)
    if (id === undefined) {
      others.push(path)
      continue
    }
    const format = formatById(id)
    const file = { path, format, source, target, isSource: owner === undefined }
    if (format.multilingual === undefined) found.push({ ...file, locale: owner?.locale ?? spelledLocale(path) })
    else {
      for (const locale of format.multilingual.slice(target, LANGUAGES).keys())
        found.push({ ...file, locale, isSource: false })
    }
  }
  return { found, others }
}

/** Finds the source file and the locale of each target file. */
function findOwners(root: string, paths: readonly string[]): ReadonlyMap<string, { path: string; locale: string }> {
  const owners = new Map<string, { path: string; locale: string }>()
  for (const path of paths) {
    // Fluent files in English can be templates.
    const target = path.includes('/templates/')
      ? path.replace('/templates/', '/{locale}/')
      : guessTargetTemplate(path, SOURCE_LOCALE)
    for (const locale of target === undefined ? [] : LOCALES) {
      const place = targetPath({ target: target ?? '', aliases: {} }, locale)
      if (place !== path && existsSync(join(root, place))) owners.set(place, { path, locale })
    }
  }
  return owners
}

/** The locale in the path of a file whose source is not in the corpus. */
const spelledLocale = (path: string): string =>
  LOCALES.findLast(locale => path.split(/[/._]/).includes(locale)) ?? SOURCE_LOCALE
