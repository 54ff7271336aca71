import type { SourceFile, SourceItem } from '../../../../l10n/files/read-files.ts'
import { addTo } from '../../../../l10n/groups.ts'
import { toPlace } from '../../../../l10n/matching/match-strings.ts'
import type { Syntax } from '../../../../l10n/message/message.ts'
import { nextLine } from '../../../../l10n/translation/line.ts'
import { getSource } from '../../../../l10n/translation/sources.ts'
import type { Pacer } from '../../../../scheduling/pacer.ts'
import type { BranchFile } from '../../../projects/branches.ts'
import { omitUndefined } from '../../../schemas/omit-undefined.ts'
import type { Entry } from '../../../translations/records.ts'
import { sha256Hex } from '../../transfer/file-text.ts'
import { forEachFile } from '../../transfer/sent-files.ts'
import type { FilePlan, PushDestination, PushedFile, PushPlan } from '../file-plan.ts'
import { sumRestorable } from '../quota.ts'
import { findElsewhere } from './elsewhere.ts'
import { type FoundPast, findPast, type Past } from './find-past.ts'
import { findTakeovers } from './find-takeovers.ts'
import { matchPush, type StringMatch } from './match-push.ts'
import { type KnownStrings, readOldStrings } from './old-strings.ts'
import { type ParsedPush, parsePush } from './parse-push.ts'
import type { NewString, OldString, PlannedString, Takeover } from './strings.ts'
import { findFormers, placeOf } from './strings.ts'

interface ParsedFile extends ParsedPush {
  readonly path: string
  readonly content: string
  readonly known: KnownStrings
  readonly fresh: readonly NewString[]
}

/**
 * Parses the files of a push and compares their strings, over all files together, with those of the branch. A file that the branch pushes for the first time
 * is compared with the main branch's.
 * @throws AppError `invalid_input`
 */
export async function planPush(
  files: readonly PushedFile[],
  removed: readonly BranchFile[],
  to: PushDestination,
  now: Date,
): Promise<PushPlan> {
  const { read, computed } = to
  const pace = computed.pace()
  const from = { ...to, pace }
  const parsed: ParsedFile[] = []
  await forEachFile(files, pace, async file => {
    parsed.push(await parseFile(file, to))
  })
  const removals: (BranchFile & Pick<KnownStrings, 'strings'>)[] = []
  for (const { file, branchFile } of removed) {
    const { id, path } = file
    const { strings } = await readOldStrings({ id, path, base: branchFile, isListed: true }, read, pace)
    removals.push({ file, branchFile, strings })
  }
  const old = [...parsed.map(({ known }) => known), ...removals].flatMap(({ strings }) => strings)
  const fresh = parsed.flatMap(one => one.fresh)
  const named = parsed.map(one => ({ file: toFileName(one), format: one.format }))
  const matching = await matchPush(old, fresh, named, from)
  const { matched, gone } = matching
  const known = parsed.flatMap(one => one.known.entries)
  const changed = fresh.filter(({ item }) => matched.get(item)?.kind === 'changed')
  const { past, replaced } = await findPast({ ...matching, changed, known, now }, from)
  const continued = new Set([...past.values()].map(({ before }) => before))
  const isDropped = (one: OldString): boolean =>
    !continued.has(one) && (to.replaces || !one.isListed || removed.some(({ file }) => file.id === one.file))
  const { takeovers, copied } = await findTakeovers(gone.filter(isDropped), matched, from)
  const taken = new Set([...continued, ...takeovers.map(({ before }) => before)])
  const nowhere = gone.filter(one => !taken.has(one))
  const left = new Set(nowhere.filter(({ isListed }) => isListed))
  const elsewhere = await findElsewhere([...left], from)
  const used = new Set(
    [...matched.values(), ...past.values(), ...takeovers].flatMap(({ before }) => before?.entry.id ?? []),
  )
  for (const { entry } of past.values()) if (entry !== undefined) used.add(entry.id)
  const formers = await findFormers(old, pace)
  const overrides = new Map(takeovers.flatMap(toOverride))
  const found = { matched, past, replaced, left, used, elsewhere, takeovers: overrides, formers }
  const plans: FilePlan[] = []
  for (const file of parsed) plans.push(await toFilePlan(file, found, to))
  return {
    files: plans,
    removed: removals.map(one => ({ ...one, absent: one.strings.filter(string => left.has(string)) })),
    takeovers,
    copied,
    unbegun: nowhere.filter(({ isListed }) => !isListed),
  }
}

const toOverride = ({ item, ...takeover }: Takeover): readonly (readonly [SourceItem, Takeover])[] =>
  item === undefined ? [] : [[item, takeover]]

/** What a push found out about its strings. */
interface Findings {
  readonly matched: ReadonlyMap<SourceItem, StringMatch>
  readonly past: ReadonlyMap<SourceItem, Past>
  readonly replaced: FoundPast['replaced']
  /** The strings that the branch lists, and that are nowhere in the push. */
  readonly left: ReadonlySet<OldString>
  /** The entries of all strings of the push. */
  readonly used: ReadonlySet<string>
  readonly elsewhere: ReadonlyMap<string, string>
  readonly takeovers: ReadonlyMap<SourceItem, Takeover>
  /** Strings by a source that they had earlier. */
  readonly formers: ReadonlyMap<string, Entry>
}

async function toFilePlan(
  { known, fresh, isReadAlike, ...own }: ParsedFile,
  found: Findings,
  { replaces, computed }: PushDestination,
): Promise<FilePlan> {
  const { path, format, file, branchFile, reviewed } = own
  const pace = computed.pace()
  const strings = await planStrings(fresh, known.entries, found, pace)
  const absent = known.strings.filter(one => found.left.has(one))
  const orphaned = await pace.run(sumRestorable(absent, ({ id }) => !found.elsewhere.has(id)))
  const revived = await pace.run(
    sumRestorable(
      strings.flatMap(({ entry, line }) => (entry === undefined ? [] : [{ entry, src: line.src }])),
      ({ unused_since }) => unused_since !== null,
    ),
  )
  const sha256 = sha256Hex(own.content)
  const isInPlace = strings.every(({ kind, before }) => kind === 'unchanged' && before?.isListed === true)
  const isWhole = known.strings.length === strings.length + absent.length
  return {
    ...own,
    sha256,
    known: known.entries,
    strings,
    absent,
    orphaned,
    revived,
    same:
      branchFile?.sha256 === sha256 &&
      branchFile.reviewed?.sha256 === reviewed?.sha256 &&
      file?.path === path &&
      file.format === format &&
      isReadAlike &&
      isInPlace &&
      isWhole &&
      (absent.length === 0 || !replaces),
  }
}

/** Plans the strings of a file, in its order. */
async function planStrings(
  fresh: readonly NewString[],
  entries: readonly Entry[],
  { matched, past, replaced, used, takeovers, formers }: Findings,
  pace: Pacer,
): Promise<readonly PlannedString[]> {
  const twins = await findTwins(entries, pace)
  const strings: PlannedString[] = []
  for (const one of fresh) {
    if (pace.shouldYield) await pace.yieldNow()
    const { item } = one
    const planned = planString(one, {
      match: matched.get(item),
      past: past.get(item),
      takeover: takeovers.get(item),
      replaced: replaced.get(item),
    })
    const others = planned.kind === 'unchanged' ? [] : (twins.get(toPlace(one)) ?? [])
    const former = planned.kind === 'unchanged' ? undefined : formers.get(one.src)
    strings.push({
      ...planned,
      twins: [...planned.twins, ...others.filter(({ id }) => !used.has(id))],
      ...(former !== undefined && former.id !== planned.entry?.id && { former }),
    })
  }
  return strings
}

/** Entries by place: the one that has it, and those that others displaced from it. */
async function findTwins(entries: readonly Entry[], pace: Pacer): Promise<ReadonlyMap<string, readonly Entry[]>> {
  const found = new Map<string, Entry[]>()
  for (const entry of entries) {
    if (pace.shouldYield) await pace.yieldNow()
    addTo(found, placeOf(entry), entry)
  }
  return found
}

interface Origins {
  readonly match: StringMatch | undefined
  readonly past: Past | undefined
  readonly takeover: Takeover | undefined
  /** The entry whose texts for its new source a changed string takes. */
  readonly replaced: Entry | undefined
}

function planString({ item }: NewString, { match, past, takeover, replaced }: Origins): PlannedString {
  if (takeover !== undefined) {
    const { before, copy } = takeover
    const { entry, line } = before
    return { item, kind: 'moved', before, entry, line: nextLine(line, item.src), twins: [copy.entry] }
  }
  if (match !== undefined) {
    const { before, kind } = match
    const { entry, line } = before
    return { item, kind, before, entry, line: nextLine(line, item.src), twins: replaced ? [replaced] : [] }
  }
  return { kind: 'added', line: { src: item.src }, twins: [], ...past, item }
}

async function parseFile(pushed: PushedFile, to: PushDestination): Promise<ParsedFile> {
  const { path, content } = pushed
  const { read, computed } = to
  const parsed = await parsePush(pushed, to)
  const { file, base, branchFile } = parsed
  const pace = computed.pace()
  const known =
    file === undefined
      ? NOTHING
      : await readOldStrings(
          { id: file.id, path: file.path, base, isListed: branchFile !== undefined, branch: to.branch },
          read,
          pace,
        )
  const items = [...parsed.items, ...keepConflicts(parsed.conflicts, known.strings)]
  const name = toFileName({ path, file })
  const fresh: NewString[] = []
  for (const item of items) {
    if (pace.shouldYield) await pace.yieldNow()
    fresh.push({ file: name, path, key: item.key, context: item.context, src: item.src, item })
  }
  return { ...parsed, items, path, content, known, fresh }
}

const NOTHING: KnownStrings = { strings: [], entries: [] }

const toFileName = ({ path, file }: Pick<ParsedFile, 'path' | 'file'>): string => file?.id ?? path

/** The listed strings of a file whose keys have two values in its new content: they keep their source until the file is corrected. */
function keepConflicts(conflicts: SourceFile['conflicts'], strings: readonly OldString[]): readonly SourceItem[] {
  if (conflicts.length === 0) return []
  const keys = new Set(conflicts.map(({ key }) => key))
  return strings.filter(({ key, isListed }) => isListed && keys.has(key)).map(toItem)
}

function toItem({ key, entry, line: { src } }: OldString): SourceItem {
  const { context, description, references, tags, syntax, max_length: maxLength, words } = entry
  return {
    key,
    value: getSource(entry, src),
    src,
    words,
    syntax: syntax as Syntax,
    doNotTranslate: entry.do_not_translate,
    ...omitUndefined({ context, description }),
    references,
    tags,
    ...omitUndefined({ maxLength }),
  }
}
