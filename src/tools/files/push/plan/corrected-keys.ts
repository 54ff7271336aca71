import { type Candidate, findCorrections } from '../../../../l10n/files/corrections.ts'
import type { Message } from '../../../../l10n/message/message.ts'
import { getSource } from '../../../../l10n/translation/sources.ts'
import type { NewString, OldString } from './strings.ts'

/**
 * In a format whose keys are the source strings, a corrected string looks like a removed and a new one. Finds such pairs, so that their translations become
 * stale and are not lost. Runs in steps.
 */
export function* findCorrectedStrings(
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
