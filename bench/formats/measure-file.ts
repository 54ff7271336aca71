import type { Message } from '../../src/l10n/message/message.ts'
import { isSameText } from './compare-texts.ts'
import { type Found, SOURCE_LOCALE } from './find-files.ts'
import { PLAIN_PARSERS } from './plain-parsers.ts'

export interface Measured {
  /** Entries of a source file, or translations in a target file. */
  readonly entries: number
  /** Whether writing what was read changes nothing. */
  readonly isSame: boolean
  /** Most lines in which one edit ends. */
  readonly lines: number
  /** Whether each edit changed one place for each of its texts, and no other entry. */
  readonly isLocal: boolean
  /** Whether a new file has the same entries. */
  readonly isReread: boolean
  /** Milliseconds to read the file, to write one edit, and of a plain parser. */
  readonly read: number
  readonly write: number
  readonly plain: number | undefined
}

type Texts = ReadonlyMap<string, Message>

const MAX_EDITS = 10
const MAX_ROUNDS = 7
/** Characters for which a single round is enough. */
const ROUND_UNITS = 400_000

/**
 * Measures a file. A source file whose format takes texts equal to the source for missing translations is read as a source file again, and compared by place.
 * @throws AppError `invalid_input` with line and column if the file cannot be read
 */
export function measureFile({ format, source, target, locale, isSource }: Found): Measured {
  const isMultilingual = format.multilingual !== undefined
  const { entries, options } = format.read(source, SOURCE_LOCALE, SOURCE_LOCALE)
  const rootKey = typeof options['root'] === 'string' ? options['root'] : undefined
  const readTarget = (text: string) => format.readTarget(text, locale, source, rootKey)
  const known = new Map(entries.map(({ key, value }) => [key, value]))
  const found = readTarget(target)
  const isByPlace = isSource && /^(?:markdown|mdx)$/.test(format.id)
  const textsOf = (text: string): Texts =>
    isByPlace
      ? new Map(format.read(text, SOURCE_LOCALE, SOURCE_LOCALE).entries.map(({ value }, at) => [String(at), value]))
      : new Map(readTarget(text).map(({ key, value }) => [key, value]))
  const all = textsOf(target)
  const shared: Texts = isByPlace ? known : new Map([...all].filter(([key]) => known.has(key)))
  // Source files of gettext have no translations.
  const values: Texts = isSource && all.size === 0 ? known : shared
  const states = new Map(found.flatMap(({ key, state }) => (state === undefined ? [] : [[key, state] as const])))
  const write = (base: string | undefined, texts: Texts): string =>
    format.write({ source, base, locale, rootKey, values: texts, states })
  const edit = (key: string, value: Message, base = target): string => write(base, new Map([[key, toEdited(value)]]))

  const step = Math.max(1, Math.floor(values.size / MAX_EDITS))
  let lines = 0
  let isLocal = true
  for (const [at, [key, value]] of [...values].entries()) {
    if (at % step !== 0) continue
    const after = edit(key, value)
    const change = findChange(target.split('\n'), after.split('\n'))
    lines = Math.max(lines, change.lines)
    const expected = new Map([...all, [isByPlace ? String(at) : key, toEdited(value)]])
    isLocal &&= change.places <= countTexts(value) && isSameText(format, expected, textsOf(after))
  }
  const [first] = values
  const rounds = Math.min(MAX_ROUNDS, Math.ceil(ROUND_UNITS / target.length))
  const plain = PLAIN_PARSERS[format.id]
  return {
    entries: isSource ? known.size : all.size,
    isSame: write(target, shared) === target,
    lines,
    isLocal,
    isReread: isMultilingual || isSameText(format, isByPlace ? all : values, textsOf(write(undefined, values))),
    read: fastest(rounds, end => format.read(target + end, locale, SOURCE_LOCALE)),
    // Other ends than those of reading.
    write: fastest(rounds, end => (first === undefined ? undefined : edit(...first, target + end.repeat(rounds + 1)))),
    plain: plain && fastest(rounds, () => plain.parse(target)),
  }
}

const toEdited = (value: Message): Message =>
  typeof value === 'string'
    ? `${value} x`
    : Object.fromEntries(Object.entries(value).map(([form, text]) => [form, `${text} x`]))

const countTexts = (value: Message): number => (typeof value === 'string' ? 1 : Object.keys(value).length)

interface Change {
  /** Lines that are new. */
  readonly lines: number
  /** Runs of neighbouring lines that differ. */
  readonly places: number
}

/** Compares line by line, between the lines that both texts begin and end with; as one place if there are more or fewer lines than before. */
function findChange(before: readonly string[], after: readonly string[]): Change {
  let start = 0
  while (start < after.length && before[start] === after[start]) start += 1
  let kept = 0
  while (kept < Math.min(before.length, after.length) - start && before.at(-1 - kept) === after.at(-1 - kept)) kept += 1
  const lines = after.length - kept - start
  if (before.length !== after.length) return { lines, places: 1 }
  let [count, places] = [0, 0]
  for (let at = start; at < after.length - kept; at += 1) {
    if (before[at] === after[at]) continue
    count += 1
    if (at === start || before[at - 1] === after[at - 1]) places += 1
  }
  return { lines: count, places }
}

/** The fastest of some rounds. Each has another end of the file, because some formats keep the files that they read last. */
function fastest(rounds: number, run: (end: string) => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    run('\n'.repeat(round + 1))
    least = Math.min(least, performance.now() - begun)
  }
  return least
}
