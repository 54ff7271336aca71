import type { SignedIn } from '../../../auth/users/sessions.ts'
import { splitChoice } from '../../../l10n/message/choices/choice-message.ts'
import type { Message } from '../../../l10n/message/message.ts'
import { t } from '../../i18n/t.ts'
import type { PageRequest } from '../../requests/page-request.ts'
import type { DraftAction } from '../actions.ts'
import type { ReadString } from '../read-string.ts'
import { type Draft, type DraftChange, makeDraft, toMessage } from './draft.ts'
import { readDraftFindings, readHelp } from './read-help.ts'

interface ChangedDraft {
  readonly change?: DraftChange
  /** What happened, for the user. */
  readonly note?: string
}

/** Changes the text of an open editor as one of its buttons asks. Nothing is saved. */
export async function changeDraft(
  request: PageRequest,
  signedIn: SignedIn,
  { kind, about }: DraftAction,
  { string, translation }: ReadString,
): Promise<ChangedDraft> {
  if (translation === undefined) return {}
  const { locale } = translation
  switch (kind) {
    case 'add':
      return { change: { add: about } }
    case 'remove':
      return { change: { remove: about } }
    case 'preview':
      return {}
    case 'view': {
      const use = toMessage(makeDraft(request, string, translation), translation)
      return { change: { use, view: about === 'source' ? 'source' : 'branches' } }
    }
    case 'use': {
      const row = (await readHelp(request, signedIn, { string, locale })).memory[Number(about)]
      return row === undefined ? {} : { change: { use: row.forms ?? row.text ?? '' }, note: t('strings.note.inserted') }
    }
    case 'restore': {
      const revision = translation.revisions.find(one => String(one.rev) === about)
      if (revision?.value === undefined) return {}
      return { change: { use: revision.value }, note: t('strings.note.restored', { rev: about }) }
    }
    case 'fix': {
      const draft = makeDraft(request, string, translation)
      const message = toMessage(draft, translation)
      const finding = (await readDraftFindings(request, signedIn, { string, locale }, message))[Number(about)]
      if (finding?.corrected === undefined) return { note: t('strings.note.no_fix') }
      return {
        change: { use: correct(draft, message, finding.form, finding.corrected) },
        note: t('strings.note.fixed'),
      }
    }
  }
}

function correct(draft: Draft, message: Message, form: string | undefined, corrected: string): Message {
  if (draft.kind === 'forms' && typeof message === 'object' && form !== undefined) {
    return { ...message, [form]: corrected }
  }
  // Only a message that still has its branches goes back into their fields.
  return draft.kind === 'choice' && splitChoice(corrected) === undefined ? message : corrected
}
