import { z } from 'zod'
import type { TermChange } from '../../l10n/glossary/change-terms.ts'
import { restoreGlossary } from '../../tools/glossary/restore-glossary.ts'
import { versionsAfter } from '../../tools/guidance/versions.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Form } from '../forms/form.tsx'
import { FieldDiffs } from '../guidance/field-diff.tsx'
import { VersionHead } from '../guidance/frame.tsx'
import { findVersion, type GuidancePlace, guidancePath } from '../guidance/place.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool, type PageRequest, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { listTermRows, loadGlossaryPlace } from './load-glossary.ts'
import { describeTerm } from './term-draft.ts'

/** Most terms that the page shows. */
const MAX_TERMS = 40

interface VersionPageProps extends Awaited<ReturnType<typeof readVersion>> {
  readonly place: GuidancePlace
  /** What restoring the version would do; the next submission does it. */
  readonly preview: z.output<typeof Restored> | undefined
}

/** What a version of a glossary changed, and the way back to it. */
function VersionPage({ place, version, isCurrent, changes, preview }: VersionPageProps) {
  const path = guidancePath(place, `versions/${version.version}`)
  return (
    <div class="work">
      {preview !== undefined && (
        <Notice kind="warning" title={t('glossary.versions.restore_title', { version: version.version })} isFirst>
          <p>{t('glossary.versions.restore_effect', preview)}</p>
          <Form action={path} class="actions">
            <Button small name="action" value="restore">
              {t('glossary.versions.restore_now')}
            </Button>
            <ButtonLink small href={path}>
              {t('glossary.cancel')}
            </ButtonLink>
          </Form>
        </Notice>
      )}
      <VersionHead place={place} version={version}>
        {place.mayRestore && !isCurrent && preview === undefined && (
          <Form action={path} class="actions">
            <Button name="action" value="preview">
              {t('glossary.versions.restore')}
            </Button>
          </Form>
        )}
      </VersionHead>
      <section class="panel" aria-label={t('glossary.versions.changes')}>
        <header>
          <h2>{t('glossary.versions.changes')}</h2>
          <span class="count">{changes.length}</span>
        </header>
        {changes.slice(0, MAX_TERMS).map(({ before, after }) => (
          <TermDiff key={(after ?? before)?.term} before={before} after={after} />
        ))}
        {changes.length > MAX_TERMS && (
          <p class="panel-foot hint">{t('glossary.versions.more', { count: changes.length - MAX_TERMS })}</p>
        )}
      </section>
    </div>
  )
}

function TermDiff({ before, after }: TermChange) {
  const name = (after ?? before)?.term ?? ''
  const what = before === null ? 'added' : after === null ? 'removed' : 'changed'
  return (
    <article class="change">
      <div class="change-head">
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <span class="hint">{t(`glossary.versions.${what}`)}</span>
      </div>
      <FieldDiffs before={describeTerm(before)} after={describeTerm(after)} />
    </article>
  )
}

const Restored = z.object({
  added: z.number().default(0),
  changed: z.number().default(0),
  removed: z.number().default(0),
})

/** A version of a glossary: what it changed, and restoring it. */
export const versionRoute: Route = {
  path: '/p/:account/:project/glossary/versions/:version',
  get: withSession(async request => {
    const place = await loadGlossaryPlace(request)
    send(request, { place, ...(await readVersion(request, place)), preview: undefined })
  }),
  post: withSession(async request => {
    const place = await loadGlossaryPlace(request)
    const found = await readVersion(request, place)
    const isDry = request.form.get('action') !== 'restore'
    const input = { target: place.target, version: found.version.version, dry_run: isDry }
    const preview = await callTool(request, { tool: restoreGlossary, input, shape: Restored })
    if (isDry) return send(request, { place, ...found, preview })
    redirect(request, guidancePath(place, '', { done: 'restore' }))
  }),
}

const send = (request: PageRequest, { place, ...found }: VersionPageProps): void =>
  sendPage(request, {
    title: `${t('glossary.versions.name', { version: found.version.version })} · ${place.project.name}`,
    project: place.project.place,
    body: <VersionPage place={place} {...found} />,
  })

/** Reads the version that the URL names. */
async function readVersion(request: SignedInRequest, place: GuidancePlace) {
  const found = await listTermRows(request, place, { limit: 1 })
  const version = findVersion(request, place, found.versions)
  let changes: readonly TermChange[] = []
  const log = request.services.store.read.glossary_versions
  for await (const one of versionsAfter(log, place.ownerId, version.version - 1)) changes = one.changes
  return { version, isCurrent: found.version === version.version, changes }
}
