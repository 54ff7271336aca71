import { existsSync, readFileSync } from 'node:fs'
import type { CheckInput } from '../../src/l10n/checks/check.ts'
import { inspectText } from '../../src/l10n/checks/check-text.ts'
import { formatById } from '../../src/l10n/formats/registry.ts'
import type { Term } from '../../src/l10n/glossary/term.ts'
import { TermBook } from '../../src/l10n/glossary/term-book.ts'
import { parseIcu } from '../../src/l10n/message/icu.ts'
import type { Message } from '../../src/l10n/message/message.ts'
import { parseCsv } from './csv.ts'
import type { Exception } from './exceptions.ts'

/** The messages of a file in `locales/` by key. */
export interface Catalog {
  readonly locale: string
  readonly text: string
  readonly messages: ReadonlyMap<string, Message>
}

const LEVELS = { do_not_translate: 'error', forbidden_term: 'error' } as const

/**
 * Reads a file as Dragoman does. `source` is the file that it translates.
 * @throws AppError `invalid_input` with line and column
 */
export function readCatalog(text: string, locale: string, source?: string): Catalog {
  const json = formatById('json')
  const entries = source === undefined ? json.read(text).entries : json.readTarget(text, locale, source)
  return { locale, text, messages: new Map(entries.map(({ key, value }) => [key, value])) }
}

/** Keys that a language lacks. */
export const findMissing = ({ messages }: Catalog, target: Catalog): readonly string[] =>
  [...messages.keys()].filter(key => !target.messages.has(key))

interface FaultRules {
  readonly terms?: TermBook | undefined
  readonly exceptions: readonly Exception[]
}

/** Surplus keys, errors and warnings of the checks, and exceptions that nothing needs. */
export function findFaults(source: Catalog, target: Catalog, { terms, exceptions }: FaultRules): readonly string[] {
  const { locale } = target
  const faults: string[] = []
  const allowed = new Set(exceptions.filter(one => one.locale === locale))
  const needed = new Set<Exception>()
  const findRelated = relate(source, target)
  for (const [key, value] of target.messages) {
    const original = source.messages.get(key)
    if (original === undefined) {
      faults.push(`${locale}.json: ${key} is not in en.json`)
      continue
    }
    const input = {
      source: original,
      target: value,
      sourceLocale: source.locale,
      locale,
      syntax: 'icu',
      terms,
    } as const
    for (const { id, level, message } of inspectText({ ...input, ...findRelated(key) })) {
      if (level === 'info') continue
      const exception = [...allowed].find(one => one.key === key && one.check === id)
      if (exception === undefined) faults.push(`${locale}.json: ${key}: ${level} ${id}: ${message}`)
      else needed.add(exception)
    }
  }
  for (const one of allowed) {
    if (!needed.has(one)) faults.push(`exceptions.ts: ${locale} ${one.key} ${one.check} is not needed`)
  }
  return faults
}

/** Finds other translations of an equal source string, and other source strings with an equal translation, as a submit does. */
function relate(source: Catalog, target: Catalog): (key: string) => Pick<CheckInput, 'elsewhere' | 'twins'> {
  const bySource = groupKeys(source)
  const byTarget = groupKeys(target)
  return key => {
    const original = source.messages.get(key)
    const alike = (bySource.get(original) ?? []).filter(other => other !== key)
    return {
      elsewhere: getMessages(target, alike),
      twins: getMessages(source, byTarget.get(target.messages.get(key)) ?? []).filter(text => text !== original),
    }
  }
}

const getMessages = ({ messages }: Catalog, keys: readonly string[]): readonly Message[] =>
  keys.map(key => messages.get(key)).filter(message => message !== undefined)

/** The keys of each message. */
function groupKeys({ messages }: Catalog): ReadonlyMap<Message | undefined, readonly string[]> {
  const keys = new Map<Message, string[]>()
  for (const [key, message] of messages) keys.set(message, [...(keys.get(message) ?? []), key])
  return keys
}

/** Messages of `en.json` that are no valid ICU messages. */
export const findBroken = ({ messages }: Catalog): readonly string[] =>
  [...messages].flatMap(([key, value]) => {
    const parsed = typeof value === 'string' ? parseIcu(value) : undefined
    return parsed?.ok === true ? [] : [`en.json: ${key} is not a valid ICU message`]
  })

/**
 * Reads the terms of the pages: a column `term`, an optional column `kind`, and one column for each language.
 * Undefined without a glossary.
 */
export function readGlossary(path: string): TermBook | undefined {
  if (!existsSync(path)) return undefined
  const [header = [], ...rows] = parseCsv(readFileSync(path, 'utf8'))
  const terms = rows.map(row => {
    const cells = Object.fromEntries(header.map((name, column) => [name, row[column] ?? '']))
    const { term = '', kind = '', ...columns } = cells
    const isKept = kind === 'do_not_translate'
    const translations = Object.fromEntries(
      Object.entries(columns)
        .filter(([name, text]) => /^[a-z]{2}$/.test(name) && text !== '')
        .map(([name, translation]) => [name, { translation, variants: toWords(columns[`${name} variants`]) }]),
    )
    return { term, kind: isKept ? 'do_not_translate' : 'normal', case_sensitive: isKept, translations } satisfies Term
  })
  return new TermBook(
    terms.map(term => ({ ...term, levels: LEVELS })),
    { sourceLocale: 'en' },
  )
}

const toWords = (cell = ''): readonly string[] =>
  cell
    .split('|')
    .map(word => word.trim())
    .filter(word => word !== '')
