import { z } from 'zod'
import { shownText } from '../../../../l10n/translation/shown-text.ts'
import { readAhead } from '../../../../scheduling/read-ahead.ts'
import type { ReadDeps } from '../../../pipeline/call.ts'
import type { OldString } from './strings.ts'

/** Strings whose translations no string of the branch uses any more, with the first five keys. */
export const Lost = z.object({ count: z.number().int(), first: z.array(z.string()) })

export interface LostStrings {
  readonly count: number
  readonly first: readonly OldString[]
  /** How many of the strings of a file are among them. */
  of(file: { readonly absent: readonly OldString[] }): number
}

const FIRST = 5

/** Finds the dropped strings that show a translation in any locale. */
export async function findLost(dropped: readonly OldString[], { read, computed }: ReadDeps): Promise<LostStrings> {
  const pace = computed.pace()
  const lost = new Set<OldString>()
  const look = ({ entry }: OldString) => read.translations.list('entry', entry.id)
  for await (const [string, translations] of readAhead(dropped, look)) {
    if (pace.shouldYield) await pace.yieldNow()
    if (translations.some(one => shownText(one, string.line).text !== undefined)) lost.add(string)
  }
  return {
    count: lost.size,
    first: [...lost].slice(0, FIRST),
    of: ({ absent }) => absent.filter(one => lost.has(one)).length,
  }
}
