import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { po } from '../../src/l10n/formats/po/format.ts'
import { detectFormat } from '../../src/l10n/formats/registry.ts'
import { findLocale } from '../../src/l10n/locales/find-locale.ts'
import { detectFamilies } from '../../src/l10n/message/detect-families.ts'
import { detectSyntax } from '../../src/l10n/message/detect-syntax.ts'
import type { FileFamilies } from '../../src/l10n/message/families.ts'
import { type Message, type Syntax, sameMessage } from '../../src/l10n/message/message.ts'
import { COLLECTIONS, type Collection } from './collections.ts'
import { groupBy } from './group-by.ts'
import type { Pair, Strings } from './pair.ts'
import { readXcstrings } from './readers/xcstrings.ts'
import { readXliff } from './readers/xliff.ts'

/** Where the published files are: beside the checkout, unless DRAGOMAN_CORPUS names a folder. */
export const CORPUS = process.env['DRAGOMAN_CORPUS'] ?? resolve('../shared/corpus')

export const hasCorpus = (): boolean => existsSync(CORPUS)

/** Every pair of the corpus, with the other translations and sources that its own file has for it. */
export function readCorpus(): Pair[] {
  const files = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).toSorted()
  const pairs = [
    ...COLLECTIONS.flatMap(collection => readCollection(collection, files)),
    ...files.flatMap(readBilingual),
  ]
  const byFile = groupBy(pairs, ({ file, locale }) => `${locale} ${file}`)
  return [...byFile.values()].flatMap(withNeighbours)
}

const readText = (path: string): string => readFileSync(join(CORPUS, path), 'utf8')

function readCollection({ format, paths, source, read }: Collection, files: readonly string[]): Pair[] {
  const matches = files.flatMap(file => {
    const match = paths.exec(file)
    const locale = match?.groups?.['locale']
    return match === null || locale === undefined ? [] : [{ file, locale, place: toPlace(file, match) }]
  })
  const groups = groupBy(matches, ({ place }) => place)
  return [...groups.values()].flatMap(group => {
    const own = group.find(({ locale }) => locale === source)
    if (own === undefined) return []
    const text = readText(own.file)
    const from = read === undefined ? readOwn(own.file, text) : readForeign(read(text))
    return group.flatMap(({ file, locale: spelled }): Pair[] => {
      const locale = toLocale(spelled)
      if (file === own.file || locale === undefined) return []
      const to = read === undefined ? readOwnTarget(own.file, text, readText(file), locale) : read(readText(file))
      return toPairs(from, to, { format, file, locale })
    })
  })
}

/** The path of a file without its locale, which is the same for all locales. */
function toPlace(file: string, { indices }: RegExpExecArray): string {
  const [start, end] = indices?.groups?.['locale'] ?? [0, 0]
  return `${file.slice(0, start)}*${file.slice(end)}`
}

/** `pt-rBR`, `-pl`, `.ja-JP`, `zh_CN`, `sr@latin` … as BCP 47; undefined for other words. */
function toLocale(spelled: string): string | undefined {
  const tag = spelled.replace(/^[-.]/, '').replace(/-r(?=[A-Z]{2}$)/, '-')
  return findLocale(tag.replace(/@latin$/, '-Latn').replace('@', '-'))
}

interface Sources {
  readonly strings: Strings
  readonly syntax: (key: string) => Syntax
  readonly families: FileFamilies
  readonly tags?: (key: string) => readonly string[] | undefined
}

function readForeign(strings: Strings): Sources {
  const syntax = detectSyntax([...strings.values()].flatMap(textsOf))
  const families = detectFamilies(
    [...strings.values()].map(value => ({ value })),
    syntax,
  )
  return { strings, syntax: () => syntax, families }
}

function readOwn(path: string, text: string): Sources {
  const { entries, options } = detectFormat(path, text).read(text)
  const own = new Map(entries.map(entry => [entry.key, entry]))
  return {
    strings: new Map(entries.map(({ key, value }) => [key, value])),
    syntax: key => own.get(key)?.syntax ?? options.syntax,
    families: detectFamilies(entries, options.syntax),
    tags: key => own.get(key)?.tags,
  }
}

const readOwnTarget = (path: string, source: string, text: string, locale: string): Strings =>
  new Map(
    detectFormat(path, source)
      .readTarget(text, locale, source)
      .map(({ key, value }) => [key, value]),
  )

type Origin = Pick<Pair, 'format' | 'file' | 'locale' | 'categories'>

function toPairs({ strings, syntax, families, tags }: Sources, translations: Strings, origin: Origin): Pair[] {
  return [...translations].flatMap(([key, target]): Pair[] => {
    const source = strings.get(key)
    if (source === undefined || isEmpty(source) || isEmpty(target)) return []
    const flags = tags?.(key)
    return [{ ...origin, key, source, target, families, syntax: syntax(key), ...(flags && { tags: flags }) }]
  })
}

const textsOf = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message))
const isEmpty = (message: Message): boolean => textsOf(message).every(text => text.trim() === '')

/** Files that have both the source and its translations. */
function readBilingual(file: string): Pair[] {
  if (file.endsWith('.po')) return readPo(file)
  if (file.endsWith('.xlf')) return readXliffPairs(file)
  return file.endsWith('.xcstrings') ? readCatalog(file) : []
}

function readPo(file: string): Pair[] {
  const locale = toLocale(/\/locale\/([^/]+)\//.exec(file)?.[1] ?? '')
  if (locale === undefined || locale === 'en') return []
  const text = readText(file)
  const finished = po.readTarget(text, locale).filter(({ state }) => state === undefined)
  const categories = po.pluralCategories?.(locale, text)
  const strings = new Map(finished.map(({ key, value }) => [key, value]))
  return toPairs(readOwn(file, text), strings, { format: 'po', file, locale, ...(categories && { categories }) })
}

function readXliffPairs(file: string): Pair[] {
  const text = readText(file)
  const locale = toLocale(/target-language="([\w-]+)"/.exec(text)?.[1] ?? /\.([\w-]+)\.xlf$/.exec(file)?.[1] ?? '')
  if (locale === undefined || locale === 'en' || !file.includes('/translations/')) return []
  const units = readXliff(text)
  const from = readForeign(new Map(units.map(({ key, source }) => [key, source])))
  return toPairs(from, new Map(units.map(({ key, target }) => [key, target])), { format: 'xliff', file, locale })
}

function readCatalog(file: string): Pair[] {
  const { source, locales } = readXcstrings(readText(file))
  const from = readForeign(locales.get(source) ?? new Map())
  return [...locales].flatMap(([spelled, strings]) => {
    const locale = toLocale(spelled)
    return locale === undefined || spelled === source
      ? []
      : toPairs(from, strings, { format: 'xcstrings', file, locale })
  })
}

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
