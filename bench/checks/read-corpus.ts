import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readSource, readTarget, type SourceFile } from '../../src/l10n/files/read-files.ts'
import { getFormatRules, isErrorMessage } from '../../src/l10n/formats/check-rules.ts'
import { formatById } from '../../src/l10n/formats/registry.ts'
import { findLocale } from '../../src/l10n/locales/find-locale.ts'
import { getEntryFamilies, readFamilies } from '../../src/l10n/message/families.ts'
import { type Message, sameMessage } from '../../src/l10n/message/message.ts'
import { BILINGUAL, type Bilingual, COLLECTIONS, type Collection } from './collections.ts'
import { groupBy } from './group-by.ts'
import type { Pair } from './pair.ts'

/** Where the published files are: beside the checkout, unless DRAGOMAN_CORPUS names a folder. */
export const CORPUS = process.env['DRAGOMAN_CORPUS'] ?? resolve('../shared/corpus')

export const hasCorpus = (): boolean => existsSync(CORPUS)

/** Every pair of the corpus, with the other translations and sources that its own file has for it. */
export function readCorpus(): Pair[] {
  const files = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).toSorted()
  const pairs = [
    ...COLLECTIONS.flatMap(collection => readCollection(collection, files)),
    ...BILINGUAL.flatMap(bilingual => readBilingual(bilingual, files)),
  ]
  const byFile = groupBy(pairs, ({ file, locale }) => `${locale} ${file}`)
  return [...byFile.values()].flatMap(withNeighbours)
}

function readCollection({ format, paths, source: spelling }: Collection, files: readonly string[]): Pair[] {
  const matches = files.flatMap(file => {
    const match = paths.exec(file)
    const locale = match?.groups?.['locale']
    return match === null || locale === undefined ? [] : [{ file, locale, place: toPlace(file, match) }]
  })
  const groups = groupBy(matches, ({ place }) => place)
  return [...groups.values()].flatMap(group => {
    const own = group.find(({ locale }) => locale === spelling)
    if (own === undefined) return []
    const source = readSourceFile(own.file)
    return group.flatMap(({ file, locale: spelled }): Pair[] => {
      const locale = toLocale(spelled)
      return file === own.file || locale === undefined ? [] : readPairs(source, { format, file, locale })
    })
  })
}

/** The path of a file without its locale, which is the same for all locales. */
function toPlace(file: string, { indices }: RegExpExecArray): string {
  const [start, end] = indices?.groups?.['locale'] ?? [0, 0]
  return `${file.slice(0, start)}*${file.slice(end)}`
}

function readBilingual({ format, paths, locales }: Bilingual, files: readonly string[]): Pair[] {
  return files
    .filter(file => paths.test(file))
    .flatMap(file => {
      const source = readSourceFile(file)
      return [...locales(file, source.content)].flatMap(spelled => {
        const locale = toLocale(spelled)
        return locale === undefined || locale === SOURCE_LOCALE ? [] : readPairs(source, { format, file, locale })
      })
    })
}

const SOURCE_LOCALE = 'en'

/** `pt-rBR`, `-pl`, `.ja-JP`, `zh_CN`, `sr@latin`, `de/` … as BCP 47; undefined for other words. */
function toLocale(spelled: string): string | undefined {
  const tag = spelled.replace(/^[-.]|\/$/g, '').replace(/-r(?=[A-Z]{2}$)/, '-')
  return findLocale(tag.replace(/@latin$/, '-Latn').replace('@', '-'))
}

const readText = (path: string): string => readFileSync(join(CORPUS, path), 'utf8')

type SourceText = SourceFile & { readonly content: string }

/** Reads a source file as a push does. */
function readSourceFile(path: string): SourceText {
  const content = readText(path)
  const reading = readSource({ path, content, rootLocale: SOURCE_LOCALE })
  for (let step = reading.next(); ; step = reading.next()) if (step.done === true) return { ...step.value, content }
}

/** Reads the finished translations of a file as a push does, with the rules that their checks have. */
function readPairs(source: SourceText, origin: Pick<Pair, 'format' | 'file' | 'locale'>): Pair[] {
  const { items, format, options, content } = source
  const { file: path, locale } = origin
  const root = options['root']
  const { entries, categories } = readTarget({
    path,
    content: readText(path),
    format,
    locale,
    source: content,
    rootKey: typeof root === 'string' ? root : undefined,
  })
  const own = new Map(items.map(item => [item.key, item]))
  const families = readFamilies(options)
  const ofFormat = categories ?? formatById(format).pluralCategories?.(locale, undefined)
  return entries.flatMap(({ key, value: target, state }): Pair[] => {
    const item = own.get(key)
    if (item === undefined || state !== undefined || isEmpty(item.value) || isEmpty(target)) return []
    const { value, tags, syntax = options.syntax, maxLength, doNotTranslate } = item
    return [
      {
        ...origin,
        key,
        source: value,
        target,
        syntax,
        families: getEntryFamilies(tags ?? [], families),
        ...(tags !== undefined && { tags, ordinal: tags.includes('ordinal') }),
        ...(maxLength !== undefined && { maxLength }),
        ...(doNotTranslate !== undefined && { doNotTranslate }),
        ...(ofFormat !== undefined && { categories: ofFormat }),
        ...getFormatRules(formatById(format)),
        isTerm: format === 'fluent' && key.startsWith('-'),
        isErrorMessage: isErrorMessage(syntax, key),
      },
    ]
  })
}

const textsOf = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message))
const isEmpty = (message: Message): boolean => textsOf(message).every(text => text.trim() === '')

/** Adds the other translations of each source, and the other sources of each translation, of one file. */
function withNeighbours(pairs: readonly Pair[]): Pair[] {
  const bySource = groupBy(pairs, ({ source }) => JSON.stringify(source))
  const byTarget = groupBy(pairs, ({ target }) => JSON.stringify(target))
  return pairs.map(pair => {
    const others = bySource.get(JSON.stringify(pair.source)) ?? []
    const same = byTarget.get(JSON.stringify(pair.target)) ?? []
    const elsewhere = others.filter(other => other !== pair).map(({ target }) => target)
    const twins = same.map(({ source }) => source).filter(source => !sameMessage(source, pair.source))
    return { ...pair, ...(elsewhere.length > 0 && { elsewhere }), ...(twins.length > 0 && { twins }) }
  })
}
