import type { Reader } from '../../../../store/store.ts'
import type { Entry, Translation } from '../../../translations/records.ts'

/** Returns whether a string has work of its own: anything that was written since it began as a copy; for one that is no copy, anything at all. */
export async function hasOwnWork(entry: Entry, read: Reader): Promise<boolean> {
  const { id, copy_of: of, copied_at: since = '', added_note: note } = entry
  if (note !== undefined && note.at > since) return true
  if ((await read.comments.list('entry', id)).some(({ at }) => at > since)) return true
  const originals = of === undefined ? [] : await read.translations.list('entry', of)
  return (await read.translations.list('entry', id)).some(translation => {
    const original = originals.find(({ locale }) => locale === translation.locale)
    return isChanged(translation, since) || (translation.locked && original?.locked !== true)
  })
}

function isChanged({ rev, texts, suggestions, request, other_requests = [], settled_at }: Translation, since: string) {
  const ignores = texts.flatMap(text => text.ignores ?? [])
  const requests = request === undefined ? other_requests : [request, ...other_requests]
  const times = [...texts, ...ignores, ...suggestions, ...requests].map(({ at }) => at)
  // Each copied text is one revision.
  return rev > texts.length || times.some(at => at > since) || (settled_at !== undefined && settled_at > since)
}
