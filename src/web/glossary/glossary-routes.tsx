import { Button, ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { FieldFrame } from '../forms/field-frame.tsx'
import { Form } from '../forms/form.tsx'
import { attempt, type FormFailure } from '../forms/form-route.ts'
import { Crumbs } from '../guidance/frame.tsx'
import { assertMayWrite, type GuidancePlace, guidancePath } from '../guidance/place.ts'
import { rich, t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { type PageRequest, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { sendStream } from '../requests/send-stream.ts'
import { withSession } from '../sessions/require.ts'
import { DONE, GlossaryPage } from './glossary-page.tsx'
import { Impact } from './impact.tsx'
import { listTermRows, loadGlossaryPlace, type SavedTerms, saveTerms } from './load-glossary.ts'
import { newTermRoute, termRoute } from './term-routes.tsx'
import { formatHeading, formatTerm, type LineFault, readTermTable } from './term-table.ts'
import { versionRoute } from './version-routes.tsx'

interface ImportPageProps {
  readonly place: GuidancePlace
  readonly csv: string
  readonly faults: readonly LineFault[]
  readonly failure?: FormFailure | undefined
  /** What the import would do; the next submission does it. */
  readonly preview?: SavedTerms | undefined
}

/** Most faults that the page lists. */
const MAX_FAULTS = 20

/** The form to import terms from CSV. The first submission only checks it. */
function ImportPage({ place, csv, faults, failure, preview }: ImportPageProps) {
  const isReady = preview !== undefined && !preview.unchanged
  const isWrong = faults.length > 0 || failure !== undefined
  return (
    <div class="work form-page">
      {isWrong && (
        <Notice kind="danger" title={t('glossary.import.failed')} isFirst>
          <ul>
            {faults.slice(0, MAX_FAULTS).map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                <a href="#csv">{t('glossary.import.line', { line, message })}</a>
              </li>
            ))}
            {failure !== undefined && (
              <li lang="en">
                <a href="#csv">{failure.message}</a> {failure.fix}
              </li>
            )}
          </ul>
          {faults.length > MAX_FAULTS && <p>{t('glossary.import.more', { count: faults.length - MAX_FAULTS })}</p>}
        </Notice>
      )}
      {preview?.unchanged === true && <Notice kind="info" title={t('glossary.import.unchanged')} isFirst />}
      {isReady && (
        <>
          <Notice kind="info" title={t('glossary.import.checked')}>
            <p>{t('glossary.import.counts', { added: preview.added, changed: preview.changed })}</p>
          </Notice>
          <Impact place={place} impact={preview} />
        </>
      )}
      <div class="head">
        <div>
          <Crumbs place={place} />
          <h1>{t('glossary.import.title')}</h1>
          <p class="columns-help">
            {rich('glossary.import.about', {
              code: text => <code>{text}</code>,
            })}
          </p>
        </div>
      </div>
      <Form action={guidancePath(place, 'import')} class="panel sections-form">
        <FieldFrame
          id="csv"
          label={t('glossary.import.field')}
          hint={t('glossary.import.hint')}
          fault={isWrong ? t('glossary.import.wrong') : undefined}
        >
          <textarea
            id="csv"
            name="csv"
            rows={14}
            dir="ltr"
            class="csv"
            spellcheck={false}
            aria-describedby={isWrong ? 'csv-hint csv-fault' : 'csv-hint'}
            aria-invalid={isWrong ? 'true' : undefined}
            placeholder={'term,kind,de,pl\ninvoice,normal,Rechnung,faktura'}
          >
            {csv}
          </textarea>
        </FieldFrame>
        <div class="actions">
          {isReady && (
            <Button look="primary" name="action" value="import">
              {t('glossary.import.submit')}
            </Button>
          )}
          <Button look={isReady ? undefined : 'primary'} name="action" value="check">
            {t('glossary.import.check')}
          </Button>
          <ButtonLink href={guidancePath(place)}>{t('glossary.cancel')}</ButtonLink>
        </div>
      </Form>
    </div>
  )
}

/** A file with 1,000 terms, percent-encoded. */
const MAX_FORM_BYTES = 4 * 1024 * 1024

/** Imports terms from CSV: first checked, then saved. */
const importRoute: Route = {
  path: '/p/:account/:project/glossary/import',
  formBytes: MAX_FORM_BYTES,
  get: withSession(async request => {
    const place = await loadGlossaryPlace(request)
    assertMayWrite(place)
    send(request, { place, csv: '', faults: [] })
  }),
  post: withSession(async request => {
    const place = await loadGlossaryPlace(request)
    assertMayWrite(place)
    const csv = request.form.get('csv') ?? ''
    const { upsert, faults } = readTermTable(csv)
    if (faults.length > 0) return send(request, { place, csv, faults })
    const isDry = request.form.get('action') !== 'import'
    let saved: SavedTerms | undefined
    const failure = await attempt(request, ['csv'], async () => {
      saved = await saveTerms(request, place, { upsert, note: t('glossary.import.note') }, { isDry })
    })
    if (failure !== undefined || isDry) return send(request, { place, csv, faults, failure, preview: saved })
    redirect(request, guidancePath(place, '', { done: 'import' }))
  }),
}

function send(request: PageRequest, props: ImportPageProps): void {
  const { place, faults, failure } = props
  const isWrong = faults.length > 0 || failure !== undefined
  if (isWrong) request.noteError(request.errorCode() ?? 'invalid_input')
  sendPage(request, {
    title: `${isWrong ? `${t('glossary.error')}: ` : ''}${t('glossary.import.title')} · ${place.project.name}`,
    status: isWrong ? (failure?.status ?? 400) : 200,
    project: place.project.place,
    body: <ImportPage {...props} />,
  })
}

/** Terms that are read at once. */
const PAGE = 200

/** The own terms of a glossary as a CSV file. Terms of the account are in its own export. */
const exportRoute: Route = {
  path: '/p/:account/:project/glossary/export',
  get: withSession(async request => {
    const place = await loadGlossaryPlace(request)
    await listTermRows(request, place, { limit: 1 })
    const { target, project } = place
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${target.replace('/', '-')}-glossary.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    }
    await sendStream(request.response, headers, streamTerms(request, place, project.record.target_locales))
  }),
}

async function* streamTerms(
  request: SignedInRequest,
  place: GuidancePlace,
  locales: readonly string[],
): AsyncGenerator<string> {
  yield formatHeading(locales)
  let cursor: string | undefined
  do {
    const found = await listTermRows(request, place, { limit: PAGE, ...(cursor !== undefined && { cursor }) })
    for (const term of found.terms) if (term.from === undefined) yield formatTerm(term, locales)
    cursor = found.next_cursor
  } while (cursor !== undefined)
}

const MAX_TERMS = 25

const list: Route = {
  path: '/p/:account/:project/glossary',
  get: withSession(async request => {
    const place = await loadGlossaryPlace(request)
    const q = request.query.get('q')?.trim() ?? ''
    const locale = place.project.record.target_locales.find(one => one === request.query.get('locale'))
    const cursor = request.query.get('cursor') ?? undefined
    const found = await listTermRows(request, place, {
      limit: MAX_TERMS,
      q: q === '' ? undefined : q,
      locale,
      cursor,
    })
    const done = DONE.find(one => one === request.query.get('done'))
    sendPage(request, {
      title: `${t('glossary.title')} · ${place.project.name}`,
      project: place.project.place,
      body: <GlossaryPage place={place} found={found} q={q} locale={locale} done={done} />,
    })
  }),
}

export const GLOSSARY_ROUTES: readonly Route[] = [list, newTermRoute, termRoute, importRoute, exportRoute, versionRoute]
