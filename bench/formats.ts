import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { AppError } from '../src/errors.ts'
import { guessTargetTemplate } from '../src/l10n/files/guess-target.ts'
import { targetPath } from '../src/l10n/files/target-path.ts'
import { findFormatIds, formatById } from '../src/l10n/formats/registry.ts'
import { type Found, type Measured, measureFile } from './formats/measure-file.ts'

/** Reads and writes published files of each format: `npm run bench:formats -- --corpus FOLDER`. */

const { values: options } = parseArgs({ options: { corpus: { type: 'string' } } })
const root = options.corpus ?? process.env['DRAGOMAN_CORPUS'] ?? resolve('../shared/corpus')
const LOCALES = ['ar', 'ar-YE', 'be', 'de', 'fr', 'he', 'he-IL', 'ja', 'ja-JP', 'pl', 'ru', 'uk', 'zh-CN', 'zh-Hans']

const paths = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && entry.name.includes('.'))
  .map(entry => relative(root, join(entry.parentPath, entry.name)))
  .toSorted()
const columns = [
  'file',
  'format',
  'entries',
  'same bytes',
  'lines of an edit',
  'new file',
  'ms per 10,000: read',
  'write',
  'plain parser',
]
console.log(`| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`)
for (const path of paths) {
  for (const found of findTargets(path)) console.log(measureRow(found))
}

function measureRow(found: Found): string {
  try {
    return toRow(found, measureFile(found))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `| ${found.path} | ${found.format.id} | ${error.message} |`
  }
}

/** Lists the target files of a source file; the source file itself if it has all locales. */
function* findTargets(path: string): Generator<Found> {
  const text = readText(path)
  const [id] = findFormatIds(path, text)
  if (id === undefined) return
  const format = formatById(id)
  if (format.multilingual !== undefined) {
    for (const locale of format.multilingual.slice(text, LOCALES).keys())
      yield { path, format, source: text, target: text, locale }
    return
  }
  const target = guessTargetTemplate(path, 'en')
  if (target === undefined) return
  for (const locale of LOCALES) {
    const place = targetPath({ target, aliases: {} }, locale)
    if (place === path || !existsSync(join(root, place))) continue
    yield { path: place, format, source: text, target: readText(place), locale }
  }
}

function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function toRow({ path, format }: Found, { entries, isSame, lines, isReread, read, write, plain }: Measured): string {
  const per = (ms: number): string => ((ms / Math.max(1, entries)) * 10_000).toFixed(0)
  const cells = [
    path,
    format.id,
    entries,
    isSame ? 'yes' : 'NO',
    lines,
    isReread ? 'yes' : 'NO',
    per(read),
    per(write),
    plain === undefined ? '' : per(plain),
  ]
  return `| ${cells.join(' | ')} |`
}
