import { z } from 'zod'
import { recover } from '../../errors.ts'
import type { ToolCaller } from '../backends/tool-caller.ts'
import { formatCount } from '../output/progress.ts'
import { countOf } from '../output/sentences.ts'

/** Strings and words that wait for translation in a locale. */
export interface Work {
  readonly strings: number
  readonly words: number
}

export type WorkByLocale = ReadonlyMap<string, Work>

const Status = z.looseObject({
  locales: z.array(z.looseObject({ locale: z.string(), left: z.number(), words_left: z.number() })),
})

/** Reads what waits for translation by locale; empty before the first push of the branch. */
export async function readWork(caller: ToolCaller, project: string, branch: string | undefined): Promise<WorkByLocale> {
  const found = await caller.call('get_status', { project, branch }, Status).catch(recover(undefined, 'not_found'))
  const locales = found?.locales ?? []
  return new Map(locales.map(({ locale, left, words_left }) => [locale, { strings: left, words: words_left }]))
}

/** What was added to the work, by locale. */
export function subtractWork(after: WorkByLocale, before: WorkByLocale): WorkByLocale {
  const added = [...after].map(([locale, { strings, words }]) => {
    const known = before.get(locale)
    return [locale, { strings: strings - (known?.strings ?? 0), words: words - (known?.words ?? 0) }] as const
  })
  return new Map(added.filter(([, { strings }]) => strings > 0))
}

/** Locales that are named one by one. */
const MAX_LOCALES = 10

/** `Queued for translation: de 16, ja 16, pl 16 strings (213 words each).` */
export function describeQueued(queued: WorkByLocale): string {
  const rows = [...queued]
  const [first] = rows
  if (first === undefined) return 'Nothing new to translate.'
  const [, { strings, words }] = first
  const isSame = rows.every(([, work]) => work.strings === strings && work.words === words)
  const each = `(${countOf(words, 'word')}${rows.length === 1 ? '' : ' each'})`
  if (rows.length > MAX_LOCALES) {
    const total = rows.reduce((sum, [, work]) => sum + work.strings, 0)
    return isSame
      ? `Queued for translation: ${countOf(strings, 'string')} in each of ${rows.length} locales ${each}.`
      : `Queued for translation: ${countOf(total, 'string')} in ${rows.length} locales.`
  }
  if (isSame) {
    const noun = strings === 1 && rows.length === 1 ? 'string' : 'strings'
    return `Queued for translation: ${rows.map(([locale, work]) => `${locale} ${formatCount(work.strings)}`).join(', ')} ${noun} ${each}.`
  }
  const parts = rows.map(
    ([locale, work]) => `${locale} ${countOf(work.strings, 'string')} (${countOf(work.words, 'word')})`,
  )
  return `Queued for translation: ${parts.join(', ')}.`
}
