import type { TargetFileInput } from '../../../l10n/files/read-files.ts'
import type { TargetEntry } from '../../../l10n/formats/format.ts'
import { formatById } from '../../../l10n/formats/registry.ts'
import { type Message, sameMessage } from '../../../l10n/message/message.ts'
import { canRepresent } from '../../../l10n/translation/merge.ts'
import { findRefusalForAnySource } from '../../../l10n/translation/refusals.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import type { BranchFile } from '../../projects/branches.ts'
import { findCopiedFallback } from '../../translations/fallback-text.ts'
import type { Translation } from '../../translations/records.ts'
import { listSourcesOf } from '../../translations/text-history.ts'
import type { CollectedTexts } from './collect-texts.ts'
import { DeliveredFallbacks } from './fallback-texts.ts'
import { isOwnText } from './find-pending.ts'
import type { RenderedTarget } from './rendering.ts'
import { deliversDecided, hasTextsOfKnownSources } from './target-files.ts'

/** An imported file with what its project delivers. */
interface BaseFile {
  readonly texts: Pick<CollectedTexts, 'values' | 'withdrawn' | 'refusing' | 'others' | 'conflicts' | 'changes'>
  readonly file: TargetFileInput
}

/**
 * Finds the texts of an imported file that must not stay where the project delivers none: withdraws them in `texts`, and returns the keys that leave the file
 * though the source lacks them. A text stays only under its own string: the one that the project shows there and does not export yet, one before it for the same
 * source, or one that the project never had. If the policy lets through only what somebody decided on, such texts stay with a caller who has the file. Texts of
 * keys that the project never had stay with everybody if the file that somebody decided on has them.
 */
export async function withdrawBaseTexts(
  target: RenderedTarget,
  { texts, file }: BaseFile,
  reading: ReadDeps,
): Promise<ReadonlySet<string>> {
  const { project, source, include, isOwner, unlisted, decided } = target
  const removed = new Set(unlisted.keys)
  const { items } = source.branchFile
  const isStrict = !isOwner && deliversDecided(project, include)
  if (!isStrict && texts.values.size === items.length) return removed
  const pace = reading.computed.pace()
  const { entries } = await reading.computed.readTarget(file)
  const inFile = new Map(entries.map(entry => [entry.key, entry]))
  const former = new Map(unlisted.former)
  const mayRevive = deliversDecided(project, include) && hasObsolete(file)
  const conflicting = new Set(isOwner ? texts.conflicts.map(({ key }) => key) : [])
  const listed = new Set<string>()
  const stays = createStayRule(target, { texts, file, isStrict }, reading)
  for (const item of items) {
    const { key } = item
    if (pace.shouldYield) await pace.yieldNow()
    listed.add(key)
    if (texts.values.has(key) || texts.withdrawn.has(key) || conflicting.has(key)) continue
    const names = [key, ...(inFile.has(key) ? [] : (former.get(key) ?? []))]
    const there = names.map(name => inFile.get(name)).find(entry => entry !== undefined)
    if (there === undefined) {
      if (mayRevive) texts.withdrawn.add(key)
      continue
    }
    const refusal = findRefusal(there, texts.refusing.get(key))
    if (refusal !== undefined) texts.changes.push(refusal.at)
    if (refusal !== undefined || !(await stays(there, item))) texts.withdrawn.add(key)
  }
  if (isStrict) {
    const others = entries.filter(({ key }) => !listed.has(key))
    for (const key of await listUndecidedKeys(others, file, decided, reading.computed)) removed.add(key)
  }
  return removed
}

/** Whether a file has texts that are out of use: one would be in use again, though nobody decided on it. */
function hasObsolete({ format, content }: TargetFileInput): boolean {
  const { obsoleteMark } = formatById(format)
  return obsoleteMark !== undefined && content.includes(obsoleteMark)
}

type Listed = BranchFile['branchFile']['items'][number]

/** Returns a function that says whether the text of a file stays under a string for which the project delivers none. */
function createStayRule(
  target: RenderedTarget,
  { texts, file, isStrict }: BaseFile & { readonly isStrict: boolean },
  reading: ReadDeps,
): (there: TargetEntry, item: Listed) => Promise<boolean> {
  const { project, locale, include, unlisted, decided, base } = target
  const { read } = reading
  const isRecorded = base !== undefined && base.content === file.content && hasTextsOfKnownSources(base, file.format)
  const fallbacks = new DeliveredFallbacks(target, reading)
  const isOther = async ({ key: name, value }: TargetEntry, key: string): Promise<boolean> =>
    (await isTextOf(value, texts.others.get(key)?.translation, read)) ||
    (await isTextOfAny(value, unlisted.owners.get(name) ?? [], locale, read))
  return async (there, item) => {
    const own = texts.others.get(item.key)
    if (own !== undefined && (await isOwnText(there.value, own.translation, own.line, read))) return !isStrict
    if (isStrict && (include === 'approved' || decided !== file.content)) return false
    const unit = { entryId: item.entry_id, locale }
    if ((await findCopiedFallback(project, unit, there.value, read)) !== undefined) {
      for await (const { value } of fallbacks.list(item)) return canRepresent(there.value, value)
      return false
    }
    return !isStrict && !isRecorded && !(await isOther(there, item.key))
  }
}

/** The keys whose text is not in the file that somebody decided on. */
async function listUndecidedKeys(
  entries: readonly TargetEntry[],
  file: TargetFileInput,
  decided: string | undefined,
  computed: ReadDeps['computed'],
): Promise<readonly string[]> {
  if (entries.length === 0 || decided === file.content) return []
  const known = decided === undefined ? [] : (await computed.readTarget({ ...file, content: decided })).entries
  const texts = new Map(known.map(({ key, value }) => [key, value]))
  return entries.filter(({ key, value }) => !sameMessage(texts.get(key) ?? {}, value)).map(({ key }) => key)
}

const findRefusal = (
  { value }: TargetEntry,
  requests: CollectedTexts['refusing'] extends ReadonlyMap<string, infer R> ? R | undefined : never,
) => requests?.map(request => findRefusalForAnySource(request, value)).find(refusal => refusal !== undefined)

/** Whether a text is or was one of a translation, or is suggested, for any source. */
async function isTextOf(
  value: Message,
  translation: Translation | undefined,
  read: ReadDeps['read'],
): Promise<boolean> {
  if (translation === undefined) return false
  return (await listSourcesOf(value, translation, read).next()).done !== true
}

async function isTextOfAny(
  value: Message,
  entries: readonly string[],
  locale: string,
  read: ReadDeps['read'],
): Promise<boolean> {
  for (const id of entries) {
    if (await isTextOf(value, await read.translations.by('unit', compoundKey(id, locale)), read)) return true
  }
  return false
}
