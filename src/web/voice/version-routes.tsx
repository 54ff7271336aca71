import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { Voice } from '../../l10n/voice/voice.ts'
import { restoreVoice } from '../../tools/voice/restore-voice.ts'
import { findVoiceVersion } from '../../tools/voice/versions.ts'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool } from '../requests/call-tool.ts'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
import { withSession } from '../sessions/require.ts'
import { loadVoicePlace, type VoicePlace, voicePath } from './load-voice.ts'
import { hasImpact, type SavedVoice, saveWholeVoice } from './save.ts'
import { VoiceVersionPage } from './version-page.tsx'

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
