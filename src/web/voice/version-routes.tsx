import { z } from 'zod'
import { restoreVoice } from '../../tools/voice/restore-voice.ts'
import { findVoiceVersion } from '../../tools/voice/versions.ts'
import { FieldDiffs } from '../changes/field-diff.tsx'
import { Button, ButtonLink } from '../components/button.tsx'
import { Form } from '../forms/form.tsx'
import { VersionHead } from '../guidance/frame.tsx'
import { findVersion, guidancePath, missingError } from '../guidance/place.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool } from '../requests/call-tool.ts'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
import { withSession } from '../sessions/require.ts'
import { hasImpact, loadVoicePlace, type SavedVoice, saveWholeVoice, type VoicePlace } from './load-voice.ts'
import { describeVoice } from './voice-draft.ts'
import { VoiceImpact } from './voice-page.tsx'

/** A version of a voice: what it changed, and restoring it. */
export const voiceVersionRoute: Route = {
  path: '/p/:account/:project/voice/versions/:version',
  get: withSession(async (request, signedIn) => {
    const place = await loadVoicePlace(request, signedIn)
    sendVersion(request, { place, ...(await readVersion(request, place)), impact: undefined })
  }),
  post: withSession(async (request, signedIn) => {
    const place = await loadVoicePlace(request, signedIn)
    const found = await readVersion(request, place)
    if (request.form.get('action') !== 'restore' && place.mayRestore) {
      const change = { voice: found.voice, base_version: place.version }
      const impact = await saveWholeVoice(request, signedIn, place, change, { isDry: true })
      if (hasImpact(impact)) return sendVersion(request, { place, ...found, impact })
    }
    const input = { target: place.target, version: found.version.version }
    await callTool(request, signedIn, { tool: restoreVoice, input, shape: z.object({}) })
    redirect(request, guidancePath(place, '', { done: 'restore' }))
  }),
}

const sendVersion = (request: PageRequest, { place, ...found }: Omit<VoiceVersionPageProps, 'request'>): void =>
  sendPage(request, {
    title: `${t('voice.versions.name', { version: found.version.version })} · ${place.project.name}`,
    project: place.project.place,
    body: <VoiceVersionPage request={request} place={place} {...found} />,
  })

/** Reads the version that the URL names, and the one before it. */
async function readVersion(request: PageRequest, place: VoicePlace) {
  const version = findVersion(request, place, place.versions)
  const find = (number: number) => findVoiceVersion(place.ownerId, number, request.services.store.read)
  const voice = await find(version.version)
  if (voice === undefined) throw missingError(place, t('voice.versions.not_found'))
  return { version, voice, before: (await find(version.version - 1)) ?? {} }
}

interface VoiceVersionPageProps extends Awaited<ReturnType<typeof readVersion>> {
  readonly request: PageRequest
  readonly place: VoicePlace
  /** What restoring it would affect; the next submission does it. */
  readonly impact: SavedVoice | undefined
}

/** What a version of a voice changed, and the way back to it. */
function VoiceVersionPage({ request, place, version, voice, before, impact }: VoiceVersionPageProps) {
  const path = guidancePath(place, `versions/${version.version}`)
  return (
    <div class="work">
      {impact !== undefined && <VoiceImpact impact={impact} />}
      <VersionHead request={request} place={place} version={version}>
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
      </VersionHead>
      <section class="panel" aria-label={t('voice.versions.changes')}>
        <header>
          <h2>{t('voice.versions.changes')}</h2>
        </header>
        <FieldDiffs before={describeVoice(before)} after={describeVoice(voice)} />
      </section>
    </div>
  )
}
