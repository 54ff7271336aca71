import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import type { Route } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { exportRoute } from './export-routes.ts'
import { DONE, GlossaryPage } from './glossary-page.tsx'
import { importRoute } from './import-routes.tsx'
import { listTermRows, loadGlossaryPlace } from './load-glossary.ts'
import { newTermRoute, termRoute } from './term-routes.tsx'
import { versionRoute } from './version-routes.tsx'

const MAX_TERMS = 25

const list: Route = {
  path: '/p/:account/:project/glossary',
  get: withSession(async (request, signedIn) => {
    const place = await loadGlossaryPlace(request, signedIn)
    const q = request.query.get('q')?.trim() ?? ''
    const locale = place.project.record.target_locales.find(one => one === request.query.get('locale'))
    const cursor = request.query.get('cursor') ?? undefined
    const found = await listTermRows(request, signedIn, place, {
      limit: MAX_TERMS,
      q: q === '' ? undefined : q,
      locale,
      cursor,
    })
    const done = DONE.find(one => one === request.query.get('done'))
    sendPage(request, {
      title: `${t('glossary.title')} · ${place.project.name}`,
      project: place.project.place,
      body: <GlossaryPage request={request} place={place} found={found} q={q} locale={locale} done={done} />,
    })
  }),
}

/** The pages of glossaries. */
export const GLOSSARY_ROUTES: readonly Route[] = [list, newTermRoute, termRoute, importRoute, exportRoute, versionRoute]
