import { readIfValid } from '../formats/file-fault.ts'
import type { Format, TargetEntry } from '../formats/format.ts'

/** A source string with plural forms whose translated file has one text in its place, or the reverse. */
export interface ReshapedKey {
  readonly key: string
  /** The keys that the file has in its place. */
  readonly names: readonly string[]
  /** Whether the file has the plural forms. */
  readonly isPlural: boolean
}

interface TranslatedFile {
  readonly content: string
  readonly locale: string
  readonly source: string | undefined
  /** The root key of the source file, if that is its locale. */
  readonly rootKey: string | undefined
}

/** Endings of keys that are plural forms, and folders of Android's strings. */
const FORM = /[._](?:zero|one|two|few|many|other)$/
const KIND = /^(?:string|plurals)\//

/** Finds the source strings that a translated file has in the other shape, which its reader leaves out. */
export function findReshapedKeys(
  reader: Format,
  { content, source, rootKey, locale }: TranslatedFile,
  entries: readonly TargetEntry[],
): readonly ReshapedKey[] {
  if (source === undefined || reader.multilingual !== undefined) return []
  const read = new Set(entries.map(({ key }) => key))
  const lacking = readEntries(reader, source, rootKey).filter(({ key }) => !read.has(key))
  if (lacking.length === 0) return []
  const others = groupByStem([...readEntries(reader, content, rootKey === undefined ? undefined : locale), ...entries])
  return lacking.flatMap(({ key, value }) => {
    const found = others.get(toStem(key))
    if (found === undefined || found.isPlural === (typeof value !== 'string')) return []
    return [{ key, names: [...found.names], isPlural: found.isPlural }]
  })
}

const toStem = (key: string): string => key.replace(KIND, '').replace(FORM, '')

type Keyed = Pick<TargetEntry, 'key' | 'value'>

function groupByStem(entries: readonly Keyed[]) {
  const found = new Map<string, { readonly names: Set<string>; isPlural: boolean }>()
  for (const { key, value } of entries) {
    const group = found.get(toStem(key)) ?? { names: new Set(), isPlural: false }
    group.names.add(key)
    if (typeof value !== 'string' || key.startsWith('plurals/') || /[._]other$/.test(key)) group.isPlural = true
    found.set(toStem(key), group)
  }
  return found
}

/** The entries of a file read as a source file; none if it is not one. */
const readEntries = (reader: Format, text: string, rootLocale: string | undefined): readonly Keyed[] =>
  readIfValid(() => reader.read(text, rootLocale).entries) ?? []
