import type { SignedIn } from '../../auth/users/sessions.ts'
import { voiceDifferences } from '../../l10n/voice/compare.ts'
import { findVoiceVersion } from '../../tools/voice/versions.ts'
import { attempt } from '../forms/attempt.ts'
import { validateLines } from '../forms/text-validation.ts'
import { assertMayWrite, guidancePath, readBaseVersion } from '../guidance/place.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
import { withSession } from '../sessions/require.ts'
import { hasImpact, loadVoicePlace, type SavedVoice, saveWholeVoice, type VoicePlace } from './load-voice.ts'
import { voiceVersionRoute } from './version-routes.tsx'
import { partOf, readDraft, TEXTS, toDraft, withPart } from './voice-draft.ts'
import type { VoiceScene } from './voice-form.tsx'
import { DONE, VoicePage } from './voice-page.tsx'

/** A form with the longest texts, percent-encoded. */
const MAX_FORM_BYTES = 1024 * 1024

/** The voice of a project or of its account: its base, or an override (`?locale=`). */
const voiceRoute: Route = {
  path: '/p/:account/:project/voice',
  formBytes: MAX_FORM_BYTES,
  get: withSession(async (request, signedIn) => {
    const place = await loadVoicePlace(request, signedIn)
    const locale = findLocale(request, place)
    send(request, { place, locale, draft: toDraft(partOf(place.voice, locale)) })
  }),
  post: withSession(async (request, signedIn) => {
    const place = await loadVoicePlace(request, signedIn)
    assertMayWrite(place)
    await submit(request, signedIn, { place, locale: findLocale(request, place), draft: readDraft(request.form) })
  }),
}

/** The locale of the URL, if the voice can have an override for it. */
function findLocale({ query }: PageRequest, { voice, project }: VoicePlace): string | undefined {
  const known = [...Object.keys(voice.overrides ?? {}), ...project.record.target_locales]
  return known.find(tag => tag === query.get('locale'))
}

const FIELDS = [...TEXTS, 'target_countries', 'note'] as const

async function submit(request: PageRequest, signedIn: SignedIn, scene: VoiceScene): Promise<void> {
  const { place, locale, draft } = scene
  const action = request.form.get('action') ?? 'check'
  const isRemoving = locale !== undefined && (action === 'remove' || action === 'check_remove')
  const note = readNote(request)
  const base = await findBase(request, scene)
  const change = {
    voice: withPart(place.voice, locale, isRemoving ? undefined : draft),
    base_version: base,
    ...(note !== '' && { note }),
  }
  const fault = note === '' ? undefined : validateLines(note)
  if (fault !== undefined) {
    return send(request, { ...scene, base, failure: { status: 400, field: 'note', message: fault } })
  }
  let impact: SavedVoice | undefined
  let isUnchanged = false
  const failure = await attempt(request, FIELDS, async () => {
    const isChecked = action === 'save' || action === 'remove'
    const found = isChecked ? undefined : await saveWholeVoice(request, signedIn, place, change, { isDry: true })
    if (found !== undefined && hasImpact(found)) impact = found
    else isUnchanged = (await saveWholeVoice(request, signedIn, place, change, { isDry: false })).unchanged
  })
  if (failure?.status === 409) {
    return send(request, { ...scene, place: await loadVoicePlace(request, signedIn), isRemoving, isConflict: true })
  }
  if (failure !== undefined || impact !== undefined)
    return send(request, { ...scene, base, failure, impact, isRemoving })
  const done = isUnchanged ? 'unchanged' : isRemoving ? 'remove' : 'save'
  redirect(request, guidancePath(place, '', { ...(locale !== undefined && !isRemoving && { locale }), done }))
}

/** The version that a submission replaces: the one that its form showed, or the present one if only other parts differ. */
async function findBase(request: PageRequest, { place, locale }: VoiceScene): Promise<number> {
  const shown = readBaseVersion(request)
  if (shown === undefined) return place.version
  const seen = await findVoiceVersion(place.ownerId, shown, request.services.store.read)
  const isSame = seen !== undefined && voiceDifferences(partOf(seen, locale), partOf(place.voice, locale)).length === 0
  return isSame ? place.version : shown
}

const readNote = ({ form }: PageRequest): string => (form.get('note') ?? '').replaceAll('\r\n', '\n').trim()

function send(request: PageRequest, scene: VoiceScene): void {
  const { place, failure, impact, isConflict = false } = scene
  const isRefused = failure !== undefined || isConflict
  if (failure !== undefined) request.noteError(request.errorCode() ?? 'invalid_input')
  const done = isRefused || impact !== undefined ? undefined : DONE.find(one => one === request.query.get('done'))
  sendPage(request, {
    title: `${isRefused ? `${t('voice.error')}: ` : ''}${t('voice.title')} · ${place.project.name}`,
    status: failure?.status ?? (isConflict ? 409 : 200),
    project: place.project.place,
    body: <VoicePage {...scene} request={request} note={readNote(request)} done={done} />,
  })
}

/** The pages of voices. */
export const VOICE_ROUTES: readonly Route[] = [voiceRoute, voiceVersionRoute]
