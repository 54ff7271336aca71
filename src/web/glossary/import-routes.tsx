import { attempt } from '../forms/attempt.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
import { withSession } from '../sessions/require.ts'
import { ImportPage, type ImportPageProps } from './import-page.tsx'
import { loadGlossaryPlace } from './load-glossary.ts'
import { glossaryPath } from './paths.ts'
import { type SavedTerms, saveTerms } from './save.ts'
import { assertMayWrite } from './term-routes.tsx'
import { readTermTable } from './term-table.ts'

/** A file with 1,000 terms, percent-encoded. */
const MAX_FORM_BYTES = 4 * 1024 * 1024

/** Imports terms from CSV: first checked, then saved. */
export const importRoute: Route = {
  path: '/p/:account/:project/glossary/import',
  formBytes: MAX_FORM_BYTES,
  get: withSession(async (request, signedIn) => {
    const place = await loadGlossaryPlace(request, signedIn)
    assertMayWrite(place)
    send(request, { place, csv: '', faults: [], failure: undefined, preview: undefined })
  }),
  post: withSession(async (request, signedIn) => {
    const place = await loadGlossaryPlace(request, signedIn)
    assertMayWrite(place)
    const csv = request.form.get('csv') ?? ''
    const { upsert, faults } = readTermTable(csv)
    if (faults.length > 0) return send(request, { place, csv, faults, failure: undefined, preview: undefined })
    const isDry = request.form.get('action') !== 'import'
    let saved: SavedTerms | undefined
    const failure = await attempt(request, ['csv'], async () => {
      saved = await saveTerms(request, signedIn, place, { upsert, note: t('glossary.import.note') }, { isDry })
    })
    if (failure !== undefined || isDry) return send(request, { place, csv, faults, failure, preview: saved })
    redirect(request, glossaryPath(place, '', { done: 'import' }))
  }),
}

function send(request: PageRequest, props: Omit<ImportPageProps, 'request'>): void {
  const { place, faults, failure } = props
  const isWrong = faults.length > 0 || failure !== undefined
  if (isWrong) request.noteError(request.errorCode() ?? 'invalid_input')
  sendPage(request, {
    title: `${isWrong ? `${t('glossary.error')}: ` : ''}${t('glossary.import.title')} · ${place.project.name}`,
    status: isWrong ? (failure?.status ?? 400) : 200,
    project: place.project.place,
    body: <ImportPage request={request} {...props} />,
  })
}
