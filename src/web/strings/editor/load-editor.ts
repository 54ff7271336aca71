import type { SignedIn } from '../../../auth/users/sessions.ts'
import { splitChoice } from '../../../l10n/message/choices/choice-message.ts'
import { type Message, sameMessage } from '../../../l10n/message/message.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { ProjectRecord } from '../../../store/records/localization.ts'
import type { PageRequest } from '../../requests/page-request.ts'
import type { FilterChoices } from '../list/filter-strip.tsx'
import { type Filters, readFilters } from '../list/filters.ts'
import type { Around } from '../list/list-row.ts'
import { loadChoices } from '../list/load-choices.ts'
import type { StringView, TranslationView } from '../read-string.ts'
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
  request: PageRequest,
  signedIn: SignedIn,
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
      : await readDraftFindings(request, signedIn, opened, message)
  const ignored = new Set(translation.findings.filter(one => one.ignored !== undefined).map(({ id }) => id))
  const isFileOrder = request.query.get('order') === 'file'
  const around = await readAround(request, signedIn, opened, filters)
  return {
    filters,
    isFileOrder,
    choices: await loadChoices(request, signedIn, { name: string.project, record }, { locale, branch: string.branch }),
    mainBranch: record.main_branch,
    around,
    neighbors: isFileOrder ? around : await readNeighbors(request, signedIn, opened),
    help: await readHelp(request, signedIn, opened),
    draft,
    message,
    isUnsaved: isEdited && !isSaved,
    findings: isEdited ? findings : findings.filter(({ id }) => !ignored.has(id)),
  }
}

/** The branches of a message: their fields say nothing about the syntax around them. */
const toForms = (message: Message): Message =>
  typeof message === 'string' ? (splitChoice(message)?.forms ?? message) : message
