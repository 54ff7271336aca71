import { type Candidate, findCorrections } from '../../../l10n/files/corrections.ts'
import type { SourceItem } from '../../../l10n/files/read-files.ts'
import { formatById } from '../../../l10n/formats/registry.ts'
import type { Message } from '../../../l10n/message/message.ts'
import type { ListedItem, SourceDiff } from '../../../l10n/translation/source-diff.ts'
import { getSource } from '../../../l10n/translation/sources.ts'
import type { Entry } from '../../translations/records.ts'

type Diff = SourceDiff<SourceItem>

/**
 * In a format whose keys are the source strings, a corrected string looks like a removed and a new one. Moves such pairs to the changed strings, so that
 * their translations become stale and are not lost. Runs in steps.
 */
export function* withCorrections(diff: Diff, format: string, known: ReadonlyMap<string, Entry>): Generator<void, Diff> {
  if (formatById(format).keysAreSources !== true || diff.dropped.length === 0 || diff.added.length === 0) return diff
  const gone: Candidate<ListedItem>[] = []
  for (const item of diff.dropped) {
    yield
    const entry = known.get(item.entry_id)
    if (entry === undefined) continue
    const { context, references } = entry
    gone.push({ item, text: toMainText(getSource(entry, item.src)), context, references })
  }
  const fresh = diff.added.map(item => ({ ...toCandidate(item), item }))
  const corrections = yield* findCorrections(gone, fresh)
  if (corrections.length === 0) return diff
  const replaced = new Set(corrections.map(one => one.gone))
  const replacing = new Set(corrections.map(one => one.fresh))
  return {
    ...diff,
    added: diff.added.filter(item => !replacing.has(item)),
    changed: [...diff.changed, ...corrections.map(one => ({ item: one.fresh, entry_id: one.gone.entry_id }))],
    dropped: diff.dropped.filter(item => !replaced.has(item)),
  }
}

const toCandidate = ({ value, context, references }: SourceItem): Omit<Candidate<unknown>, 'item'> => ({
  text: toMainText(value),
  context,
  references,
})

/** The msgid, without the plural. */
const toMainText = (value: Message): string => (typeof value === 'string' ? value : (value['one'] ?? ''))
