import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { TermChange } from '../../l10n/glossary/change-terms.ts'
import { restoreGlossary } from '../../tools/glossary/restore-glossary.ts'
import { versionsAfter } from '../../tools/guidance/versions.ts'
import { FieldDiffs } from '../changes/field-diff.tsx'
import { Button, ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool } from '../requests/call-tool.ts'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
import { withSession } from '../sessions/require.ts'
import { describeTerm } from './describe-term.ts'
import { type FoundTerms, type GlossaryPlace, listTermRows, loadGlossaryPlace } from './load-glossary.ts'
import { glossaryPath } from './paths.ts'

interface VersionPageProps {
  readonly request: PageRequest
  readonly place: GlossaryPlace
  readonly version: FoundTerms['versions'][number]
  readonly isCurrent: boolean
  readonly changes: readonly TermChange[]
  /** What restoring the version would do; the next submission does it. */
  readonly preview: { readonly added: number; readonly changed: number; readonly removed: number } | undefined
}

/** Most terms that the page shows. */
const MAX_TERMS = 40

/** What a version of a glossary changed, and the way back to it. */
function VersionPage({ request, place, version, isCurrent, changes, preview }: VersionPageProps) {
  const path = glossaryPath(place, `versions/${version.version}`)
  return (
    <div class="work">
      {preview !== undefined && (
        <Notice kind="warning" title={t('glossary.versions.restore_title', { version: version.version })} isFirst>
          <p>{t('glossary.versions.restore_effect', preview)}</p>
          <Form request={request} action={path} class="actions">
            <Button small name="action" value="restore">
              {t('glossary.versions.restore_now')}
            </Button>
            <ButtonLink small href={path}>
              {t('glossary.cancel')}
            </ButtonLink>
          </Form>
        </Notice>
      )}
      <div class="head">
        <div>
          <nav class="meta" aria-label={t('glossary.path')}>
            <a href={glossaryPath(place)}>{t('glossary.title')}</a>
            <span aria-hidden="true">/</span>
            <bdi>{place.target}</bdi>
          </nav>
          <h1>{t('glossary.versions.name', { version: version.version })}</h1>
          <p class="meta">
            <bdi class="who">{version.by}</bdi>
            <Time at={version.at} now={request.services.now()} />
          </p>
        </div>
        {place.mayRestore && !isCurrent && preview === undefined && (
          <Form request={request} action={path} class="actions">
            <Button name="action" value="preview">
              {t('glossary.versions.restore')}
            </Button>
          </Form>
        )}
      </div>
      {version.note !== undefined && (
        <p class="text" dir="auto">
          {version.note}
        </p>
      )}
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
