import type { Message } from '../../../l10n/message/message.ts'
import type { Reader } from '../../../store/store.ts'
import { shownText, type Unit } from '../../translations/unit.ts'

/** Revisions that are looked through, newest first: a file that is older than that is not told from an edited one. */
const MAX_REVISIONS = 50

/** Whether a file says of a unit what was its text earlier: then the file is merely older. */
export async function hadTextBefore(unit: Unit, src: string, theirs: Message, read: Reader): Promise<boolean> {
  // The first revision is the text here, or there is none.
  if (unit.rev < 2) return false
  const ours = shownText(unit, src).text?.rev
  const { items } = await read.revisions.page('translation', unit.id, { limit: MAX_REVISIONS })
  return items.some(({ rev, state, value }) => rev !== ours && state !== 'untranslated' && canRepresent(theirs, value))
}

/** Whether a file can say this of a text: one text stands in for every form, and forms without a place are left out. */
function canRepresent(theirs: Message, value: Message): boolean {
  if (typeof theirs === 'string') return typeof value === 'string' ? theirs === value : theirs === value['other']
  const forms = Object.entries(theirs)
  return forms.every(([name, form]) => form === (typeof value === 'string' ? value : value[name]))
}
