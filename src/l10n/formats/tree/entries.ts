import type { Message } from '../../message/message.ts'
import { findPatternSyntax } from '../../message/patterns/find-pattern.ts'
import { assertCount, fileFault, MAX_ENTRIES, MAX_KEY_UNITS, truncateNote } from '../faults.ts'
import type { SourceEntry, TargetEntry } from '../format.ts'
import { findLines, indexConflicts, RepeatedKeys } from '../repeated-keys.ts'
import { readTexts } from '../texts.ts'
import type { Repetitions } from './conflicts.ts'
import {
  entriesIn,
  type MapShape,
  type OutlineRules,
  type PluralShape,
  type Role,
  type Shape,
  type TextShape,
} from './outline.ts'
import { markSources } from './plurals.ts'

/** A parsed file with its outline; `name` is that of the format, for messages. */
export interface OutlinedFile extends Repetitions {
  readonly name: string
  readonly text: string
  readonly root: Shape
}

/**
 * Lists the entries of a source file.
 * @throws AppError `invalid_input` above 50,000.
 */
export function listEntries(file: OutlinedFile): SourceEntry[] {
  const { name, text, root, hasDuplicates } = file
  const found = entriesIn(root)
  const excess = found[MAX_ENTRIES]
  if (excess !== undefined) assertCount(MAX_ENTRIES, (...fault) => fileFault(name, text, excess.node.start, ...fault))
  const entries = found.map(entry => {
    const { key, note, node } = entry
    if (key.length > MAX_KEY_UNITS) assertLength(name, text, key, node.start)
    return {
      key,
      value: toMessage(entry),
      ...(note !== undefined && note !== '' && { description: truncateNote(note) }),
    }
  })
  return hasDuplicates ? mergeDuplicates(file, found, entries) : entries
}

function assertLength(name: string, text: string, key: string, offset: number): void {
  // Without the backslashes before dots.
  const { length } = key.replace(/\\(.)/g, '$1')
  if (length <= MAX_KEY_UNITS) return
  const what = `a key has ${length} characters; the limit is ${MAX_KEY_UNITS}`
  throw fileFault(name, text, offset, what, 'Use a shorter key.')
}

/** Keeps the last value of a key that occurs twice, at the position of the first. */
function mergeDuplicates(
  { text, conflicts }: OutlinedFile,
  found: readonly (TextShape | PluralShape)[],
  entries: readonly SourceEntry[],
): SourceEntry[] {
  const merged = new Map<string, SourceEntry>()
  const first = new Map<string, number>()
  const repeated = new RepeatedKeys()
  const findConflict = indexConflicts(conflicts)
  for (const [at, entry] of entries.entries()) {
    const { key } = entry
    const shape = found[at]
    const start = shape?.node.start ?? 0
    const before = first.get(key)
    const places = shape?.kind === 'plural' ? [...shape.forms.values()].map(form => form.start) : [start]
    const conflict = places.map(findConflict).find(one => one !== undefined)
    if (conflict !== undefined) repeated.add(key, false, conflict.findLines)
    else if (before !== undefined) repeated.add(key, true, () => findLines(text, before, start))
    if (before === undefined) first.set(key, start)
    merged.set(key, { ...merged.get(key), ...entry })
  }
  return [...merged.values()].map(entry => ({ ...entry, ...repeated.get(entry.key) }))
}

/** Lists the translations of a target file, without empty ones. A string in the place of plural forms of `source` is the form `other`. */
export function listTranslations(
  file: OutlinedFile,
  source: Shape | undefined,
  formats: ReadonlyMap<string, Message> = new Map(),
): readonly TargetEntry[] {
  const sources = source === undefined ? [] : entriesIn(source)
  const plurals = new Set(sources.flatMap(entry => (entry.kind === 'plural' && !entry.isSingle ? [entry.key] : [])))
  const entries = listEntries(file)
  // Where other texts are empty, too, nothing is translated yet.
  const isTemplate = entries.some(({ key, value }) => value === '' && !formats.has(key))
  const translations = entries.flatMap(({ key, value, duplicate, differs }): TargetEntry[] => {
    const isForm = typeof value === 'string' && value !== '' && plurals.has(key)
    const isNone = value === '' && !isTemplate && (formats.get(key) ?? '') !== ''
    const texts = isNone ? { value } : readTexts(isForm ? { other: value } : value)
    if (texts === undefined && differs !== true) return []
    const repetition = { ...(duplicate !== undefined && { duplicate }), ...(differs === true && { differs }) }
    return [{ key, value, ...repetition, ...texts }]
  })
  return markSources(translations, file.root, source)
}

function toMessage(entry: TextShape | PluralShape): Message {
  if (entry.kind === 'text') return entry.value
  const forms = [...entry.forms].map(([category, node]) => [category, node.value] as const)
  return entry.isSingle ? (entry.forms.get('other')?.value ?? '') : Object.fromEntries(forms)
}

/** The texts of a source file that are formats or empty, by key. A language may have none: its numbers have no separator. */
export const listFormats = (root: MapShape): ReadonlyMap<string, Message> =>
  new Map(
    entriesIn(root)
      .map(entry => ({ key: entry.key, value: toMessage(entry) }))
      .filter(entry => entry.value === '' || findPatternSyntax(entry) !== undefined)
      .map(({ key, value }) => [key, value]),
  )

/** Rules for a target file: the source decides what the maps are that it has, too. */
export function targetRules(source: MapShape | undefined, own: OutlineRules): OutlineRules {
  if (source === undefined) return { ...own, readsAliases: true }
  const roles = new Map<string, Role | undefined>()
  const texts = new Set<string>()
  const visit = (shape: MapShape): void => {
    for (const { shape: of } of shape.members) {
      if (of.kind === 'plural') roles.set(of.key, of.isSingle ? 'single' : 'plural')
      else if (of.kind === 'text') texts.add(of.key)
      else if (of.kind === 'map' && of.key !== undefined) {
        roles.set(of.key, undefined)
        visit(of)
      }
    }
  }
  visit(source)
  return {
    ...own,
    readsAliases: true,
    findRole(map, key) {
      if (roles.has(key)) return roles.get(key)
      const role = own.findRole(map, key)
      // In go-i18n, a text can be a message with that text alone.
      return texts.has(key) && role !== 'single' ? undefined : role
    },
  }
}
