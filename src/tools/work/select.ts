import type { Message } from '../../l10n/message/message.ts'
import { findOpenRequest } from '../../l10n/translation/request.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { needsWork } from '../../l10n/translation/staleness.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { isOutdatedVoice } from '../../l10n/voice/stamp.ts'
import type { Share } from '../../l10n/work/candidates.ts'
import { hasPlurals } from '../../l10n/work/packet-rows.ts'
import type { Frozen } from '../../store/frozen.ts'
import { hasFinding } from '../translations/finding-filter.ts'
import type { Entry, Translation } from '../translations/records.ts'
import type { LeaseView } from './leases.ts'
import type { WorkQuery } from './query.ts'

/** Strings that one call searches at most where no index serves the filter. */
export const MAX_SEARCHED = 2_000

/** Returns whether a query selects a translation. Names are not compared: they are looked up. */
export function isSelected(
  { filter, stamps }: Pick<WorkQuery, 'filter' | 'stamps'>,
  translation: Translation,
  entry: Entry,
  line: SourceLine,
): boolean {
  const { names, finding, text: wanted, plurals, outdated_voice } = filter
  if (entry.do_not_translate) return false
  const isNeeded = (names ?? finding ?? outdated_voice) !== undefined
  if (!isNeeded && !needsWork(translation, entry, line)) return false
  if (plurals === true && !hasPlurals(getSource(entry, line.src))) return false
  const { text } = shownText(translation, line)
  if (finding !== undefined && !hasFinding(finding, translation, line)) return false
  if (outdated_voice === true && !isOutdatedVoice(text, stamps.get(translation.locale) ?? '')) return false
  return wanted === undefined || [getSource(entry, line.src), text?.value ?? ''].some(value => contains(value, wanted))
}

/** Returns whether a translation counts as left for a query: those that names alone select do until they need no work. */
export function isLeft(
  query: Pick<WorkQuery, 'filter' | 'stamps'>,
  translation: Translation,
  entry: Entry,
  line: SourceLine,
): boolean {
  if (!isSelected(query, translation, entry, line)) return false
  const { names, finding, outdated_voice } = query.filter
  return names === undefined || (finding ?? outdated_voice) !== undefined || needsWork(translation, entry, line)
}

/** Returns the part of the listing to which a translation belongs. Only the work of a reviewer's request that no other worker holds comes first. */
export function getShare(translation: Translation, line: SourceLine, leases: LeaseView): Share {
  const share = leases.getShare(translation)
  return share !== 'others' && !translation.locked && findOpenRequest(translation, line) !== undefined
    ? 'revise'
    : share
}

function contains(value: Frozen<Message>, wanted: string): boolean {
  const lower = wanted.toLowerCase()
  return (typeof value === 'string' ? [value] : Object.values(value)).some(text => text.toLowerCase().includes(lower))
}
