import { memoize } from '../../memoize.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { MAX_ENTRIES, SPLIT_FILE_FIX } from '../faults.ts'
import { alignBlocks, type Pair } from './align.ts'
import { type MarkdownFile, readBlocks } from './blocks.ts'
import { type FieldFile, readFields } from './front-matter.ts'
import { keyOfText, type Slot } from './paragraph.ts'
import { type Dialect, markdownFault } from './parse.ts'

/** A file with its strings. */
export interface Segments extends FieldFile {
  /** Keys of the slots with text. */
  readonly keys: ReadonlyMap<Slot, string>
}

/**
 * Reads the strings of a file. A text that occurs again has a number after its key.
 * @throws AppError `invalid_input` with line and column
 */
export const readSegments = (content: string, dialect: Dialect): Segments => READERS[dialect](content)

/** Files kept: an import and a pull read the same source and target files several times. */
const MAX_FILES = 4

const READERS = {
  markdown: memoize(MAX_FILES, (content: string) => createSegments(content, 'markdown')),
  mdx: memoize(MAX_FILES, (content: string) => createSegments(content, 'mdx')),
}

function createSegments(content: string, dialect: Dialect): Segments {
  const file = readBlocks(content, dialect)
  const fields = readFields(file)
  const keys = new Map<Slot, string>()
  const counts = new Map<string, number>()
  for (const slot of file.blocks.flatMap(({ slots }) => slots)) {
    if (!slot.isText) continue
    if (slot.value.length > MAX_TEXT_UNITS) {
      const what = `a text has ${slot.value.length} characters, more than ${MAX_TEXT_UNITS}`
      throw markdownFault(dialect, file.text, slot.start, what, 'Split it with a blank line.')
    }
    if (keys.size + fields.length === MAX_ENTRIES) {
      throw markdownFault(dialect, file.text, slot.start, `more than ${MAX_ENTRIES} texts`, SPLIT_FILE_FIX)
    }
    const key = keyOfText(slot.value)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    keys.set(slot, count === 1 ? key : `${key}-${count}`)
  }
  return { file, fields, keys }
}

export interface Alignment {
  readonly pairs: readonly Pair[]
  /** The slots of the target file that translate those of the source. */
  readonly slots: ReadonlyMap<Slot, Slot>
}

/** Aligns the texts of a target file with those of the source. */
export function alignSegments(
  source: MarkdownFile,
  target: MarkdownFile,
  translate?: (slot: Slot) => string,
): Alignment {
  const pairs = alignBlocks(source, target, translate)
  const slots = new Map<Slot, Slot>()
  for (const [one, other] of pairs) {
    const ours = source.blocks[one]?.slots ?? []
    const theirs = target.blocks[other]?.slots ?? []
    if (ours.length !== theirs.length) continue
    for (const [at, slot] of ours.entries()) {
      const translated = theirs[at]
      if (translated !== undefined) slots.set(slot, translated)
    }
  }
  return { pairs, slots }
}
