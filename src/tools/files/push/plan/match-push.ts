import { type Candidate, findCorrections } from '../../../../l10n/files/corrections.ts'
import type { SourceItem } from '../../../../l10n/files/read-files.ts'
import { formatById } from '../../../../l10n/formats/registry.ts'
import { type MatchKind, matchStrings, toPlace } from '../../../../l10n/matching/match-strings.ts'
import type { Message } from '../../../../l10n/message/message.ts'
import { getSource } from '../../../../l10n/translation/sources.ts'
import type { ListReader } from './branch-lists.ts'
import type { NewString, OldString } from './strings.ts'
import { placeOf } from './strings.ts'

/** A pushed file: its format decides whether a corrected string keeps its key. */
interface MatchedFile {
  /** As in `NewString`. */
  readonly file: string
  readonly format: string
}

export interface StringMatch {
  readonly before: OldString
  readonly kind: MatchKind
}

export interface PushMatching {
  readonly matched: ReadonlyMap<SourceItem, StringMatch>
  /** Strings that the push no longer has, and those that it has for the first time. */
  readonly gone: readonly OldString[]
  readonly added: readonly NewString[]
}

/**
 * Matches the strings of all files of a push with those that the branch had: by content, see `matchStrings`; then by the keys that other branches give to an
 * entry, because a merge brings a rename and another source together; then by similar text, in formats whose keys are the source strings.
 */
export async function matchPush(
  before: readonly OldString[],
  after: readonly NewString[],
  files: readonly MatchedFile[],
  from: ListReader,
): Promise<PushMatching> {
  const { pace } = from
  const matched = new Map<SourceItem, StringMatch>()
  const matching = await pace.run(matchStrings(before, after))
  for (const { before: old, after: now, kind } of matching.matches) {
    if (pace.shouldYield) await pace.yieldNow()
    matched.set(now.item, { before: old, kind })
  }
  let { gone, added } = matching
  const take = (
    pairs: readonly (readonly [OldString, NewString])[],
    kindOf: (old: OldString, now: NewString) => MatchKind,
  ): void => {
    if (pairs.length === 0) return
    const taken = new Set<OldString | NewString>(pairs.flat())
    for (const [old, now] of pairs) matched.set(now.item, { before: old, kind: kindOf(old, now) })
    gone = gone.filter(one => !taken.has(one))
    added = added.filter(one => !taken.has(one))
  }
  if (gone.length > 0 && added.length > 0) take(await findMergedKeys({ gone, added }, from), describeMerged)
  for (const { file, format } of files) {
    if (gone.length === 0 || added.length === 0 || formatById(format).keysAreSources !== true) continue
    const inFile = <S extends { readonly file: string }>(all: readonly S[]): readonly S[] =>
      all.filter(one => one.file === file)
    take(await pace.run(findCorrectedStrings(inFile(gone), inFile(added))), () => 'changed')
  }
  return { matched, gone, added }
}

/**
 * Pairs strings that are gone with new ones that have a key and a source of their entry elsewhere: another branch gave it the key, and the same or a third one
 * the source. What one branch renamed and another one changed meets here.
 */
async function findMergedKeys(
  { gone, added }: Pick<PushMatching, 'gone' | 'added'>,
  { branch, read, pace }: ListReader,
): Promise<readonly (readonly [OldString, NewString])[]> {
  const elsewhere = new Map<string, Elsewhere>()
  const contexts = new Map(gone.map(({ entry }) => [entry.id, entry.context]))
  for (const { entry } of gone) {
    if (pace.shouldYield) await pace.yieldNow()
    const places = new Set(entry.displaced ? [] : [placeOf(entry)])
    elsewhere.set(entry.id, { places, sources: new Set([entry.src]) })
  }
  const files = new Set([...gone, ...added].map(one => one.file))
  for (const file of files) {
    for (const list of await read.branch_files.list('file', file)) {
      if (list.branch === branch) continue
      for (const { key, entry_id, src } of list.items) {
        if (pace.shouldYield) await pace.yieldNow()
        const known = elsewhere.get(entry_id)
        known?.places.add(toPlace({ file, key, context: contexts.get(entry_id) }))
        known?.sources.add(src)
      }
    }
  }
  const fresh = new Map<string, NewString>()
  for (const one of added) fresh.set(toPlace(one), one)
  const pairs: (readonly [OldString, NewString])[] = []
  for (const old of gone) {
    if (pace.shouldYield) await pace.yieldNow()
    const { places, sources } = elsewhere.get(old.entry.id) ?? NOWHERE
    const found = [...places].map(place => fresh.get(place)).find(one => one !== undefined && sources.has(one.src))
    if (found === undefined) continue
    fresh.delete(toPlace(found))
    pairs.push([old, found])
  }
  return pairs
}

const describeMerged = (old: OldString, now: NewString): MatchKind =>
  old.src !== now.src ? 'changed' : old.file === now.file ? 'renamed' : 'moved'

/** Where other branches have an entry, and with which sources. */
interface Elsewhere {
  readonly places: Set<string>
  readonly sources: Set<string>
}

const NOWHERE: Elsewhere = { places: new Set(), sources: new Set() }

/**
 * In a format whose keys are the source strings, a corrected string looks like a removed and a new one. Finds such pairs, so that their translations become
 * stale and are not lost. Runs in steps.
 */
function* findCorrectedStrings(
  gone: readonly OldString[],
  added: readonly NewString[],
): Generator<void, readonly (readonly [OldString, NewString])[]> {
  if (gone.length === 0 || added.length === 0) return []
  const olds: Candidate<OldString>[] = []
  for (const item of gone) {
    yield
    const { entry, src } = item
    const { context, references } = entry
    olds.push({ item, text: toMainText(getSource(entry, src)), context, references })
  }
  const news = added.map(one => {
    const { value, context, references } = one.item
    return { item: one, text: toMainText(value), context, references }
  })
  const corrections = yield* findCorrections(olds, news)
  return corrections.map(one => [one.gone, one.fresh] as const)
}

/** The msgid, without the plural. */
const toMainText = (value: Message): string => (typeof value === 'string' ? value : (value['one'] ?? ''))
