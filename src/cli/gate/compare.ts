import type { SourceItem } from '../../l10n/files/read-files.ts'
import type { TargetEntry } from '../../l10n/formats/format.ts'
import { matchStrings, type PlacedString } from '../../l10n/matching/match-strings.ts'
import { sameMessage } from '../../l10n/message/message.ts'
import type { RepositoryStrings } from './read-repository.ts'
import type { SourceStrings, TargetStrings } from './strings.ts'

/** How a change treats the strings of a source file. */
export interface SourceChange {
  /** Keys of strings that it adds or rewrites. */
  readonly added: ReadonlySet<string>
  readonly changed: ReadonlySet<string>
  /** New key → old key. */
  readonly renamed: ReadonlyMap<string, string>
}

/** What a change means for one translation. */
export type Outcome =
  /** The change does not touch it. */
  | 'same'
  /** The change adds or edits it: it is checked. */
  | 'written'
  /** Missing, for a string that the change adds or rewrites. */
  | 'queued'
  /** Left as it was, though its source changed. */
  | 'stale'
  /** Left under the old key of a renamed string, or missing under the new one. */
  | 'follows'
  /** The change removes it, but not its source. */
  | 'removed'

/** A source file of a change with its translations, and those at the base. */
export interface ChangedFile {
  readonly after: RepositoryStrings['files'][number]
  readonly before: RepositoryStrings['files'][number] | undefined
  readonly change: SourceChange
  /** What becomes of each string in each target file. */
  readonly outcomes: ReadonlyMap<TargetStrings, ReadonlyMap<string, Outcome>>
}

/** Compares the strings of a source file with those at the base of a change; a file that the base does not have is all added. */
export function compareSources(before: SourceStrings | undefined, after: SourceStrings): SourceChange {
  const steps = matchStrings((before?.items ?? []).map(toPlaced), after.items.map(toPlaced))
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done !== true) continue
    const { added, matches } = step.value
    const changed = matches.filter(({ kind }) => kind === 'changed')
    const renamed = matches.filter(({ kind }) => kind === 'renamed')
    return {
      added: new Set(added.map(({ key }) => key)),
      changed: new Set(changed.map(one => one.after.key)),
      renamed: new Map(renamed.map(one => [one.after.key, one.before.key])),
    }
  }
}

const toPlaced = ({ key, context, src }: SourceItem): PlacedString => ({ key, context, src, file: '' })

/** Returns what a change means for the translation of a key. */
export function findOutcome(
  key: string,
  change: SourceChange,
  before: TargetStrings | undefined,
  after: TargetStrings,
): Outcome {
  const from = change.renamed.get(key)
  const old = before?.entries.get(from ?? key)
  const now = after.entries.get(key)
  if (now === undefined || isOpen(now)) {
    if (change.added.has(key) || change.changed.has(key)) return 'queued'
    if (from !== undefined) return 'follows'
    return old === undefined || isOpen(old) ? 'same' : 'removed'
  }
  if (old === undefined || isOpen(old) || !sameMessage(old.value, now.value)) return 'written'
  return change.changed.has(key) ? 'stale' : 'same'
}

/** Whether a string has no finished translation: it has none, or the file marks it as unfinished. */
export const isOpen = (entry: TargetEntry | undefined): boolean => entry === undefined || entry.state !== undefined
