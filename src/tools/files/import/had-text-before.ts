import type { Message } from '../../../l10n/message/message.ts'
import type { Reader } from '../../../store/store.ts'
import { shownText, type Unit } from '../../translations/unit.ts'

/** Revisions searched, newest first: a file older than that is treated as edited. */
const MAX_REVISIONS = 50

/** Whether the translation in a file is an earlier revision: then the file is just older. */
export async function hadTextBefore(unit: Unit, src: string, theirs: Message, read: Reader): Promise<boolean> {
  // The first revision is the current translation, if there is one.
  if (unit.rev < 2) return false
  const ours = shownText(unit, src).text?.rev
  const { items } = await read.revisions.page('translation', unit.id, { limit: MAX_REVISIONS })
  return items.some(({ rev, state, value }) => rev !== ours && state !== 'untranslated' && canRepresent(theirs, value))
}

/** Whether a file can contain this value of a translation: one string replaces all forms, and forms without a place are omitted. */
function canRepresent(theirs: Message, value: Message): boolean {
  if (typeof theirs === 'string') return typeof value === 'string' ? theirs === value : theirs === value['other']
  const forms = Object.entries(theirs)
  return forms.every(([name, form]) => form === (typeof value === 'string' ? value : value[name]))
}
