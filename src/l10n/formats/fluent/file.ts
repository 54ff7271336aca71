import {
  type Comments,
  type Entry,
  GroupComment,
  Junk,
  Message,
  type Pattern,
  ResourceComment,
  Term,
} from '@fluent/syntax'
import type { AppError } from '../../../errors.ts'
import { explainFluentFault } from '../../message/fluent/faults.ts'
import { DeepNestingError, LimitedFluentParser } from '../../message/fluent/parse.ts'
import { assertKey, assertLength, faultsOf } from '../faults.ts'
import { splitFile, type TextFile } from '../flat/text-file.ts'
import type { RawPattern } from './pattern.ts'

/** The value of a message or term, or an attribute. */
export interface FluentSlot extends RawPattern {
  /** `id`, `-term` or `id.attribute`. */
  readonly key: string
  /** The offset of the attribute's dot; that of the identifier if it is the value. */
  readonly start: number
  /** The offset after its equals sign. */
  readonly equals: number
  /** The offsets of the pattern. */
  readonly patternStart: number
  readonly end: number
}

/** A message or term. */
export interface FluentItem {
  readonly id: string
  readonly isTerm: boolean
  /** The offset of its comment, if it has one, else of its identifier. */
  readonly start: number
  readonly idStart: number
  /** The offset after the equals sign that follows its identifier. */
  readonly equals: number
  readonly end: number
  readonly comment: string | undefined
  /** The last group comment above it; one without content ends the group before it. */
  readonly group: FluentComment | undefined
  /** Its value first, if it has one. */
  readonly slots: readonly FluentSlot[]
}

/** A comment that belongs to no message: `level` is the number of its signs. */
export interface FluentComment {
  readonly level: 1 | 2 | 3
  readonly content: string
  readonly start: number
  readonly end: number
}

export interface FluentFile extends TextFile {
  readonly items: readonly FluentItem[]
  readonly comments: readonly FluentComment[]
}

/**
 * Parses a Fluent file.
 * @throws AppError `invalid_input` with line and column
 */
export function parseFluentFile(file: string): FluentFile {
  const { bom, text } = splitFile(file)
  const items: FluentItem[] = []
  const comments: FluentComment[] = []
  let group: FluentComment | undefined
  let count = 0
  for (const entry of parseEntries(text)) {
    if (entry instanceof Message || entry instanceof Term) {
      const item = toItem(text, entry, group)
      for (const { key, start } of item.slots) {
        assertKey(key, count, (what, fix) => fluentFault(text, start, what, fix))
        count += 1
      }
      items.push(item)
    } else {
      const comment = toComment(entry)
      comments.push(comment)
      if (comment.level === 2) group = comment
    }
  }
  return { bom, text, items, comments }
}

/** Fluent's parser, which ends at the first fault: a file can have one per line. */
class FileParser extends LimitedFluentParser {
  override getEntryOrJunk(stream: Parameters<LimitedFluentParser['getEntryOrJunk']>[0]): Entry {
    const entry = super.getEntryOrJunk(stream)
    if (entry instanceof Junk) throw junkFault(stream.string, entry)
    return entry
  }
}

function parseEntries(text: string): readonly Exclude<Entry, Junk>[] {
  try {
    return new FileParser().parse(text).body.filter(entry => !(entry instanceof Junk))
  } catch (error) {
    if (!(error instanceof DeepNestingError)) throw error
    const fix = 'Use a message of its own for the inner part.'
    throw fluentFault(text, error.at, 'placeables are nested too deeply', fix)
  }
}

function toComment(entry: Comments): FluentComment {
  const level = entry instanceof ResourceComment ? 3 : entry instanceof GroupComment ? 2 : 1
  return { level, content: entry.content, start: entry.span?.start ?? 0, end: entry.span?.end ?? 0 }
}

function toItem(text: string, entry: Message | Term, group: FluentComment | undefined): FluentItem {
  const isTerm = entry instanceof Term
  const id = `${isTerm ? '-' : ''}${entry.id.name}`
  const idStart = (entry.id.span?.start ?? 0) - (isTerm ? 1 : 0)
  const equals = findEquals(text, entry.id.span?.end)
  const slots: FluentSlot[] = []
  if (entry.value !== null) slots.push(toSlot(text, id, { start: idStart, equals }, entry.value))
  for (const { id: name, span, value } of entry.attributes) {
    const place = { start: span?.start ?? 0, equals: findEquals(text, name.span?.end) }
    slots.push(toSlot(text, `${id}.${name.name}`, place, value))
  }
  return {
    id,
    isTerm,
    start: entry.span?.start ?? idStart,
    idStart,
    equals,
    end: slots.at(-1)?.end ?? equals,
    comment: entry.comment?.content,
    group,
    slots,
  }
}

const findEquals = (text: string, from = 0): number => text.indexOf('=', from) + 1

function toSlot(
  text: string,
  key: string,
  { start, equals }: Pick<FluentSlot, 'start' | 'equals'>,
  { span }: Pattern,
): FluentSlot {
  const patternStart = span?.start ?? equals
  const end = span?.end ?? equals
  const raw = text.slice(patternStart, end)
  assertLength(`the string ${key.slice(0, 60)}`, raw, (what, fix) => fluentFault(text, patternStart, what, fix))
  return { key, start, equals, patternStart, end, raw, isBlock: text.slice(equals, patternStart).includes('\n') }
}

function junkFault(text: string, { annotations, span }: Junk): AppError {
  const [first] = annotations
  const [what, fix] = explainFluentFault(first?.code ?? '', first?.message ?? 'this is not Fluent')
  return fluentFault(text, first?.span?.start ?? span?.start ?? 0, what, fix)
}

const fluentFault = faultsOf('Fluent')
