import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { Voice } from '../../l10n/voice/voice.ts'
import { restoreVoice } from '../../tools/voice/restore-voice.ts'
import { findVoiceVersion } from '../../tools/voice/versions.ts'
import { FieldDiffs } from '../changes/field-diff.tsx'
import { Button, ButtonLink } from '../components/button.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool } from '../requests/call-tool.ts'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
import { withSession } from '../sessions/require.ts'
import { describeVoice } from './describe-voice.ts'
import { loadVoicePlace, type VoicePlace, voicePath } from './load-voice.ts'
import { hasImpact, type SavedVoice, saveWholeVoice } from './save.ts'
import { VoiceImpact } from './voice-page.tsx'

/** A version of a voice: what it changed, and restoring it. */
export const voiceVersionRoute: Route = {
  path: '/p/:account/:project/voice/versions/:version',
  get: withSession((request, signedIn) => send(request, signedIn, undefined)),
  post: withSession(async (request, signedIn) => {
    const place = await loadVoicePlace(request, signedIn)
    const { version, voice } = await readVersion(request, place)
    if (request.form.get('action') !== 'restore' && place.mayRestore) {
      const change = { voice, base_version: place.version }
      const impact = await saveWholeVoice(request, signedIn, place, change, { isDry: true })
      if (hasImpact(impact)) return send(request, signedIn, impact)
    }
    const input = { target: place.target, version: version.version }
    await callTool(request, signedIn, { tool: restoreVoice, input, shape: z.object({}) })
    redirect(request, voicePath(place, '', { done: 'restore' }))
  }),
}

async function send(request: PageRequest, signedIn: SignedIn, impact: SavedVoice | undefined): Promise<void> {
  const place = await loadVoicePlace(request, signedIn)
  const found = await readVersion(request, place)
  sendPage(request, {
    title: `${t('voice.versions.name', { version: found.version.version })} · ${place.project.name}`,
    project: place.project.place,
    body: <VoiceVersionPage request={request} place={place} {...found} impact={impact} />,
  })
}

/**
 * Reads the version that the URL names, which is one of the newest, and the one before it.
 * @throws PageError `not_found`
 */
async function readVersion(
  { services, params }: PageRequest,
  { versions, ownerId, ...place }: VoicePlace,
): Promise<{
  readonly version: VoicePlace['versions'][number]
  readonly voice: Voice
  readonly before: Voice
}> {
  const version = versions.find(one => String(one.version) === params['version'])
  const { read } = services.store
  const voice = version && (await findVoiceVersion(ownerId, version.version, read))
  if (version === undefined || voice === undefined) {
    throw new PageError('not_found', t('voice.versions.not_found'), {
      nextLink: { href: voicePath(place), text: t('voice.title') },
    })
  }
  return { version, voice, before: (await findVoiceVersion(ownerId, version.version - 1, read)) ?? {} }
}

interface VoiceVersionPageProps {
  readonly request: PageRequest
  readonly place: VoicePlace
  readonly version: VoicePlace['versions'][number]
  readonly voice: Voice
  /** The version before it. */
  readonly before: Voice
  /** What restoring it would affect; the next submission does it. */
  readonly impact: SavedVoice | undefined
}

/** What a version of a voice changed, and the way back to it. */
function VoiceVersionPage({ request, place, version, voice, before, impact }: VoiceVersionPageProps) {
  const path = voicePath(place, `versions/${version.version}`)
  return (
    <div class="work">
      {impact !== undefined && <VoiceImpact impact={impact} />}
      <div class="head">
        <div>
          <nav class="meta" aria-label={t('voice.path')}>
            <a href={voicePath(place)}>{t('voice.title')}</a>
            <span aria-hidden="true">/</span>
            <bdi>{place.target}</bdi>
          </nav>
          <h1>{t('voice.versions.name', { version: version.version })}</h1>
          <p class="meta">
            <bdi class="who">{version.by}</bdi>
            <Time at={version.at} now={request.services.now()} />
          </p>
        </div>
        {place.mayRestore && version.version !== place.version && (
          <Form request={request} action={path} class="actions">
            <Button
              look={impact === undefined ? undefined : 'primary'}
              name="action"
              value={impact === undefined ? 'check' : 'restore'}
            >
              {t(impact === undefined ? 'voice.versions.restore' : 'voice.versions.restore_anyway')}
            </Button>
            {impact !== undefined && <ButtonLink href={path}>{t('voice.cancel')}</ButtonLink>}
          </Form>
        )}
      </div>
      {version.note !== undefined && (
        <p class="text" dir="auto">
          {version.note}
        </p>
      )}
      <section class="panel" aria-label={t('voice.versions.changes')}>
        <header>
          <h2>{t('voice.versions.changes')}</h2>
        </header>
        <FieldDiffs before={describeVoice(before)} after={describeVoice(voice)} />
      </section>
    </div>
  )
}
