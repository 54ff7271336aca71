import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { TermChange } from '../../l10n/glossary/change-terms.ts'
import { restoreGlossary } from '../../tools/glossary/restore-glossary.ts'
import { versionsAfter } from '../../tools/guidance/versions.ts'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool } from '../requests/call-tool.ts'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
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
  get: withSession((request, signedIn) => send(request, signedIn, undefined)),
  post: withSession(async (request, signedIn) => {
    const place = await loadGlossaryPlace(request, signedIn)
    const { version } = await readVersion(request, signedIn, place)
    const isDry = request.form.get('action') !== 'restore'
    const input = { target: place.target, version: version.version, dry_run: isDry }
    const done = await callTool(request, signedIn, { tool: restoreGlossary, input, shape: Restored })
    if (isDry) return send(request, signedIn, done)
    redirect(request, glossaryPath(place, '', { done: 'restore' }))
  }),
}

async function send(request: PageRequest, signedIn: SignedIn, preview: VersionPageProps['preview']): Promise<void> {
  const place = await loadGlossaryPlace(request, signedIn)
  const found = await readVersion(request, signedIn, place)
  sendPage(request, {
    title: `${t('glossary.versions.name', { version: found.version.version })} · ${place.project.name}`,
    project: place.project.place,
    body: <VersionPage request={request} place={place} {...found} preview={preview} />,
  })
}

/**
 * Reads the version that the URL names, which is one of the newest.
 * @throws PageError `not_found`
 */
async function readVersion(
  request: PageRequest,
  signedIn: SignedIn,
  place: GlossaryPlace,
): Promise<{
  readonly version: FoundTerms['versions'][number]
  readonly isCurrent: boolean
  readonly changes: readonly TermChange[]
}> {
  const found = await listTermRows(request, signedIn, place, { limit: 1 })
  const version = found.versions.find(one => String(one.version) === request.params['version'])
  if (version === undefined) {
    throw new PageError('not_found', t('glossary.versions.not_found'), {
      nextLink: { href: glossaryPath(place), text: t('glossary.title') },
    })
  }
  let changes: readonly TermChange[] = []
  const log = request.services.store.read.glossary_versions
  for await (const one of versionsAfter(log, place.ownerId, version.version - 1)) changes = one.changes
  return { version, isCurrent: found.version === version.version, changes }
}
