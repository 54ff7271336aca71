import { type Message, sameMessage } from '../../../l10n/message/message.ts'
import { splitChoice } from '../../../l10n/message/plural-message.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { ProjectRecord } from '../../../store/records/localization.ts'
import { t } from '../../i18n/t.ts'
import type { SignedInRequest } from '../../requests/page-request.ts'
import type { DraftAction } from '../actions.ts'
import type { FilterChoices } from '../list/filter-strip.tsx'
import { type Filters, readFilters } from '../list/filters.ts'
import type { Around } from '../list/list-row.ts'
import { loadChoices } from '../list/load-choices.ts'
import type { ReadString, StringView, TranslationView } from '../read-string.ts'
import type { ActionFailure } from '../refusals.ts'
import { type Draft, type DraftChange, makeDraft, toMessage } from './draft.ts'
import { type DraftFinding, type Help, readAround, readDraftFindings, readHelp, readNeighbors } from './read-help.ts'

/** What the editor shows beside a string and its translation. */
export interface Editor {
  readonly filters: Filters
  readonly isFileOrder: boolean
  readonly choices: FilterChoices
  readonly mainBranch: string
  readonly around: Around
  readonly neighbors: Around
  readonly help: Help
  readonly draft: Draft
  /** The draft as it would be saved. */
  readonly message: Message
  /** Whether the user submitted a text that differs from the saved one. */
  readonly isUnsaved: boolean
  readonly findings: readonly DraftFinding[]
}

interface Opening {
  readonly string: StringView
  readonly translation: TranslationView
  readonly record: Frozen<ProjectRecord>
  readonly failure: ActionFailure | undefined
  readonly change: DraftChange | undefined
}

/** Reads the list beside a string, its neighbors, terms and memory, and checks what its editor shows. */
export async function loadEditor(
  request: SignedInRequest,
  { string, translation, record, failure, change }: Opening,
): Promise<Editor> {
  const { locale } = translation
  const opened = { string, locale }
  const filters = readFilters(request)
  const draft = makeDraft(request, string, translation, change)
  const message = toMessage(draft, translation)
  const isEdited = request.form.has('src')
  const isKnownGood = !isEdited && translation.findings.length === 0
  const isBlank = message === '' || (typeof message === 'object' && Object.keys(message).length === 0)
  const isSaved = translation.value === undefined ? isBlank : sameMessage(toForms(message), toForms(translation.value))
  const findings =
    isKnownGood || isBlank || !translation.actions.edit || failure?.isOutdated === true
      ? []
      : await readDraftFindings(request, opened, message)
  const ignored = new Set(translation.findings.filter(one => one.ignored !== undefined).map(({ id }) => id))
  const isFileOrder = request.query.get('order') === 'file'
  const around = await readAround(request, opened, filters)
  return {
    filters,
    isFileOrder,
    choices: await loadChoices(request, { name: string.project, record }, { locale, branch: string.branch }),
    mainBranch: record.main_branch,
    around,
    neighbors: isFileOrder ? around : await readNeighbors(request, opened),
    help: await readHelp(request, opened),
    draft,
    message,
    isUnsaved: isEdited && !isSaved,
    findings: isEdited ? findings : findings.filter(({ id }) => !ignored.has(id)),
  }
}

/** The branches of a message: their fields say nothing about the syntax around them. */
const toForms = (message: Message): Message =>
  typeof message === 'string' ? (splitChoice(message)?.forms ?? message) : message

interface ChangedDraft {
  readonly change?: DraftChange
  /** What happened, for the user. */
  readonly note?: string
}

/** Changes the text of an open editor as one of its buttons asks. Nothing is saved. */
export async function changeDraft(
  request: SignedInRequest,
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
      const row = (await readHelp(request, { string, locale })).memory[Number(about)]
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
      const finding = (await readDraftFindings(request, { string, locale }, message))[Number(about)]
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
