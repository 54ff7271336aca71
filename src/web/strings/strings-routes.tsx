import { AppError } from '../../errors.ts'
import { ButtonLink } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { ErrorDetails } from '../components/error-details.tsx'
import { StateMark } from '../components/marks/state-mark.tsx'
import { Notice } from '../components/notice.tsx'
import { textAreaContent } from '../forms/text-area-content.ts'
import { t } from '../i18n/t.ts'
import { loadProject } from '../layout/load-project.ts'
import { sendPage } from '../layout/send-page.tsx'
import { type PageRequest, type Route, redirect, type SignedInRequest, useRequest } from '../requests/page-request.ts'
import { previousPage } from '../requests/previous-page.ts'
import { withSession } from '../sessions/require.ts'
import { act } from './act.ts'
import { findAction, findDraftAction, OUTCOMES, type Outcome } from './actions.ts'
import { CommentsCard } from './cards/comments-card.tsx'
import { MAX_DRAFT_BYTES } from './editor/check-route.ts'
import type { DraftChange } from './editor/draft.ts'
import { EditorPage } from './editor/editor-page.tsx'
import { changeDraft, loadEditor } from './editor/load-editor.ts'
import { readAround } from './editor/read-help.ts'
import { SourceSection } from './editor/source-section.tsx'
import { editorPath, listPath, readFilters } from './list/filters.ts'
import { type ReadString, readString, type StringView } from './read-string.ts'
import type { ActionFailure } from './refusals.ts'
import { LocaleLabel, StringFrame, shortenKey, stringPath } from './string-frame.tsx'
import { Failure, Withheld } from './string-notices.tsx'

/** The page of one string (`?locale=`): where users read, write and decide about its translation. Agents name it to them. */
export const stringRoute: Route = {
  path: '/p/:account/:project/strings/:id',
  formBytes: MAX_DRAFT_BYTES,
  get: withSession(request => sendStringPage(request, {})),
  post: withSession(async request => {
    if (findDraftAction(request) !== undefined) return sendChangedDraft(request)
    const action = findAction(request)
    if (action === undefined) {
      throw new AppError('invalid_input', 'The form has no action.', { fix: 'Reload the page and try again.' })
    }
    const read = await readString(request)
    // What comes next is known before saving takes the string out of its list.
    const next = action === 'save_next' ? await findNextPath(request, read) : undefined
    const done = await act(request, action, read)
    if (typeof done !== 'string') return sendStringPage(request, { failure: done })
    const flash =
      next === undefined ? undefined : `${next}${next.includes('?') ? '&' : '?'}${new URLSearchParams({ done })}`
    redirect(request, flash ?? stringPath(request, read.string, read.translation?.locale, { done }))
  }),
  signedOut: async request => returnTexts(request),
  expired: async request => returnTexts(request),
}

/** The next string of the list, or the list where there is none. */
async function findNextPath(
  request: SignedInRequest,
  { string, translation }: ReadString,
): Promise<string | undefined> {
  if (translation === undefined) return undefined
  const { locale } = translation
  const filters = readFilters(request)
  const order = request.query.get('order') === 'file' ? 'file' : undefined
  const [next] = (await readAround(request, { string, locale }, filters)).after
  return next === undefined
    ? listPath(string.project, filters, locale)
    : editorPath(string.project, next.id, filters, { locale, order })
}

/** Shows what the user wrote into a form that is no longer valid. */
function returnTexts(request: PageRequest): void {
  const names = [...request.form.keys()].filter(name => /^(text|form-.*|comment|words.*|reason.*)$/.test(name))
  const texts = names.map(name => (request.form.get(name) ?? '').replaceAll('\r\n', '\n')).filter(text => text !== '')
  const isSignedIn = request.signedIn !== undefined
  request.noteError(isSignedIn ? 'form_expired' : 'signed_out')
  sendPage(request, {
    title: t(isSignedIn ? 'strings.kept.expired' : 'strings.kept.signed_out'),
    status: isSignedIn ? 400 : 401,
    body: <KeptTextPage texts={texts} isSignedIn={isSignedIn} backPath={previousPage(request)} />,
  })
}

/** Shows the editor with more or fewer forms, or with another text, and saves nothing. */
async function sendChangedDraft(request: SignedInRequest): Promise<void> {
  const change = findDraftAction(request)
  const read = await readString(request)
  if (change === undefined || read.translation === undefined) return redirect(request, previousPage(request))
  await sendStringPage(request, await changeDraft(request, change, read))
}

interface Shown {
  readonly failure?: ActionFailure | undefined
  /** What to show in the fields in place of what was submitted. */
  readonly change?: DraftChange | undefined
  /** What the user's last step did, without saving. */
  readonly note?: string | undefined
}

async function sendStringPage(request: SignedInRequest, { failure, change, note }: Shown): Promise<void> {
  const { string, translation } = await readString(request)
  const { place, record } = await loadProject(request, 'string')
  const outcome = failure === undefined ? findOutcome(request) : undefined
  const name = translation === undefined ? shortenKey(string.key) : `${shortenKey(string.key)} (${translation.locale})`
  const editor =
    translation === undefined ? undefined : await loadEditor(request, { string, translation, record, failure, change })
  sendPage(request, {
    title: failure === undefined ? name : t('strings.error_title', { name }),
    status: failure?.status ?? 200,
    project: place,
    isWide: editor !== undefined,
    body:
      translation === undefined || editor === undefined ? (
        <StringPage string={string} failure={failure} outcome={outcome} />
      ) : (
        <EditorPage
          string={string}
          translation={translation}
          failure={failure}
          outcome={outcome}
          note={note}
          editor={editor}
        />
      ),
  })
}

const findOutcome = ({ query }: PageRequest): Outcome | undefined =>
  OUTCOMES.find(outcome => outcome === query.get('done'))

interface KeptTextPageProps {
  readonly texts: readonly string[]
  /** Whether the user has a session, other than the one for which the form was created. */
  readonly isSignedIn: boolean
  /** The page with the form. */
  readonly backPath: string
}

/** A form whose session has ended. Nothing was saved; the page keeps what the user wrote. */
function KeptTextPage({ texts, isSignedIn, backPath }: KeptTextPageProps) {
  return (
    <section class="card">
      <h1>{t(isSignedIn ? 'strings.kept.expired_title' : 'strings.kept.signed_out_title')}</h1>
      <p>{t(isSignedIn ? 'strings.kept.expired_why' : 'strings.kept.signed_out_why')}</p>
      {texts.map((text, at) => (
        <div key={at} class="field">
          <label for={`kept-${at}`}>
            {texts.length > 1 ? t('strings.kept.text_numbered', { at: String(at + 1) }) : t('strings.kept.text')}
          </label>
          <textarea id={`kept-${at}`} readonly rows={Math.min(12, text.split('\n').length + 1)} dir="auto">
            {textAreaContent(text)}
          </textarea>
        </div>
      ))}
      <div class="actions">
        <ButtonLink href={isSignedIn ? backPath : `/login?${new URLSearchParams({ next: backPath })}`} look="primary">
          {t(isSignedIn ? 'strings.kept.reload' : 'layout.sign_in')}
        </ButtonLink>
      </div>
      <ErrorDetails />
    </section>
  )
}

interface StringPageProps {
  readonly string: StringView
  readonly failure: ActionFailure | undefined
  /** What the last action did. */
  readonly outcome: Outcome | undefined
}

/** A string with the list of its locales. */
function StringPage({ string, failure, outcome }: StringPageProps) {
  return (
    <div class="work se-locales">
      <StringFrame string={string} />
      {failure !== undefined && <Failure failure={failure} />}
      {outcome !== undefined && <Notice kind="good" title={t(`strings.done.${outcome}`)} />}
      <Withheld string={string} />
      <div class="panel se-source">
        <SourceSection string={string} />
      </div>
      <Locales string={string} />
      <CommentsCard string={string} locale={undefined} failure={failure} />
    </div>
  )
}

function Locales({ string }: { readonly string: StringView }) {
  const request = useRequest()
  const columns = [{ heading: t('strings.filters.locale') }, { heading: t('strings.locales.state') }]
  return (
    <section class="card" aria-labelledby="locales-heading">
      <h2 id="locales-heading">{t('strings.locales.title')}</h2>
      <DataTable label={t('strings.locales.table')} columns={columns}>
        {string.locales.map(({ locale, state, isStale }) => (
          <tr key={locale}>
            <th scope="row">
              <a href={stringPath(request, string, locale)}>
                <LocaleLabel locale={locale} />
              </a>
            </th>
            <td>
              <StateMark state={state} isStale={isStale} />
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  )
}
