import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { TermChange } from '../../l10n/glossary/change-terms.ts'
import { restoreGlossary } from '../../tools/glossary/restore-glossary.ts'
import { versionsAfter } from '../../tools/guidance/versions.ts'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool } from '../requests/call-tool.ts'
import { redirect } from '../requests/redirect.ts'
import type { Route, Visit } from '../requests/visit.ts'
import { withSession } from '../sessions/require.ts'
import { type FoundTerms, type GlossaryPlace, listTermRows, loadGlossaryPlace } from './load-glossary.ts'
import { glossaryPath } from './paths.ts'
import { VersionPage, type VersionPageProps } from './version-page.tsx'

const Restored = z.object({
  added: z.number().default(0),
  changed: z.number().default(0),
  removed: z.number().default(0),
})

/** A version of a glossary: what it changed, and restoring it. */
export const versionRoute: Route = {
  path: '/p/:account/:project/glossary/versions/:version',
  get: withSession((visit, signedIn) => send(visit, signedIn, undefined)),
  post: withSession(async (visit, signedIn) => {
    const place = await loadGlossaryPlace(visit, signedIn)
    const { version } = await readVersion(visit, signedIn, place)
    const isDry = visit.form.get('action') !== 'restore'
    const input = { target: place.target, version: version.version, dry_run: isDry }
    const done = await callTool(visit, signedIn, { tool: restoreGlossary, input, shape: Restored })
    if (isDry) return send(visit, signedIn, done)
    redirect(visit, glossaryPath(place, '', { done: 'restore' }))
  }),
}

async function send(visit: Visit, signedIn: SignedIn, preview: VersionPageProps['preview']): Promise<void> {
  const place = await loadGlossaryPlace(visit, signedIn)
  const found = await readVersion(visit, signedIn, place)
  sendPage(visit, {
    title: `${t('glossary.versions.name', { version: found.version.version })} · ${place.project.name}`,
    project: place.project.place,
    body: <VersionPage visit={visit} place={place} {...found} preview={preview} />,
  })
}

/**
 * Reads the version that the URL names, which is one of the newest.
 * @throws PageError `not_found`
 */
async function readVersion(
  visit: Visit,
  signedIn: SignedIn,
  place: GlossaryPlace,
): Promise<{
  readonly version: FoundTerms['versions'][number]
  readonly isCurrent: boolean
  readonly changes: readonly TermChange[]
}> {
  const found = await listTermRows(visit, signedIn, place, { limit: 1 })
  const version = found.versions.find(one => String(one.version) === visit.params['version'])
  if (version === undefined) {
    throw new PageError('not_found', t('glossary.versions.not_found'), {
      nextLink: { href: glossaryPath(place), text: t('glossary.title') },
    })
  }
  let changes: readonly TermChange[] = []
  const log = visit.services.store.read.glossary_versions
  for await (const one of versionsAfter(log, place.ownerId, version.version - 1)) changes = one.changes
  return { version, isCurrent: found.version === version.version, changes }
}
