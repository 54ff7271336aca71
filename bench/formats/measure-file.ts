import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mdxFromMarkdown } from 'mdast-util-mdx'
import { gfm } from 'micromark-extension-gfm'
import { mdxjs } from 'micromark-extension-mdxjs'
import { SaxesParser } from 'saxes'
import { parseDocument } from 'yaml'
import type { Format } from '../../src/l10n/formats/format.ts'
import type { Message } from '../../src/l10n/message/message.ts'

/** A target file with its source file. */
export interface Found {
  readonly path: string
  readonly format: Format
  readonly source: string
  readonly target: string
  readonly locale: string
}

export interface Measured {
  /** Translations in the file. */
  readonly entries: number
  /** Whether writing what was read changes nothing. */
  readonly isSame: boolean
  /** Most lines that one edit changed. */
  readonly lines: number
  /** Whether a new file has the same translations. */
  readonly isReread: boolean
  /** Milliseconds to read the file, to write one edit, and of a plain parser. */
  readonly read: number
  readonly write: number
  readonly plain: number | undefined
}

const MAX_EDITS = 10

export function measureFile({ format, source, target, locale }: Found): Measured {
  const isMultilingual = format.multilingual !== undefined
  const { entries, options } = format.read(source, locale, 'en')
  const rootKey = typeof options['root'] === 'string' ? options['root'] : undefined
  const states = new Map(
    format
      .readTarget(target, locale, source, rootKey)
      .flatMap(({ key, state }) => (state === undefined ? [] : [[key, state] as const])),
  )
  const valuesOf = (text: string): Map<string, Message> =>
    new Map(format.readTarget(text, locale, source, rootKey).map(({ key, value }) => [key, value]))
  const all = valuesOf(target)
  const known = new Set(entries.map(({ key }) => key))
  const values = new Map([...all].filter(([key]) => known.has(key)))
  const edit = (key: string, value: Message, base = target): string =>
    format.write({ source, base, locale, rootKey, values: new Map([[key, toEdited(value)]]) })
  const step = Math.max(1, Math.floor(values.size / MAX_EDITS))
  const edits = [...values].filter((_, at) => at % step === 0).map(([key, value]) => edit(key, value))
  const fresh = isMultilingual ? target : format.write({ source, locale, rootKey, values })
  const [first] = values
  const plain = PLAIN[format.id]
  return {
    entries: all.size,
    isSame: format.write({ source, base: target, locale, rootKey, values, states }) === target,
    lines: Math.max(0, ...edits.map(text => countChanged(target, text))),
    isReread: toJson(valuesOf(fresh)) === toJson(isMultilingual ? all : values),
    read: fastest(end => format.read(target + end, locale, 'en')),
    // Other ends than those of reading.
    write: fastest(end => (first === undefined ? undefined : edit(...first, target + end.repeat(ROUNDS + 1)))),
    plain: plain && fastest(() => plain(target)),
  }
}

const toJson = (values: ReadonlyMap<string, Message>): string =>
  JSON.stringify([...values].toSorted(([a], [b]) => (a < b ? -1 : 1)))

const toEdited = (value: Message): Message =>
  typeof value === 'string'
    ? `${value} x`
    : Object.fromEntries(Object.entries(value).map(([form, text]) => [form, `${text} x`]))

/** Counts the lines of a text that another one lacks. */
function countChanged(before: string, after: string): number {
  const lines = new Set(before.split('\n'))
  return after.split('\n').filter(line => !lines.has(line)).length
}

const ROUNDS = 3

/** The fastest of some rounds. Each has another end of the file, because some formats keep the files that they read last. */
function fastest(run: (end: string) => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now()
    run('\n'.repeat(round + 1))
    least = Math.min(least, performance.now() - begun)
  }
  return least
}

const parseXml = (text: string): unknown => new SaxesParser().write(text.replace(/^\uFEFF/, '')).close()
const parseJson = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''))

/** The plain parsers of the formats. */
const PLAIN: Readonly<Record<string, (text: string) => unknown>> = {
  android: parseXml,
  arb: parseJson,
  compose: parseXml,
  i18next: parseJson,
  json: parseJson,
  markdown: text => fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }),
  mdx: text =>
    fromMarkdown(text, { extensions: [gfm(), mdxjs()], mdastExtensions: [gfmFromMarkdown(), mdxFromMarkdown()] }),
  rails: parseDocument,
  resx: parseXml,
  stringsdict: parseXml,
  xcstrings: parseJson,
  xliff: parseXml,
  yaml: parseDocument,
}
