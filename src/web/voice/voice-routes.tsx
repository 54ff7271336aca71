import type { SignedIn } from '../../auth/users/sessions.ts'
import { voiceDifferences } from '../../l10n/voice/compare.ts'
import { findVoiceVersion } from '../../tools/voice/versions.ts'
import { attempt, type FormFailure } from '../forms/attempt.ts'
import { validateLines } from '../forms/text-validation.ts'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { sendPage } from '../layout/send-page.tsx'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
import { withSession } from '../sessions/require.ts'
import { loadVoicePlace, type VoicePlace, voicePath } from './load-voice.ts'
import { DONE } from './page-props.ts'
import { hasImpact, type SavedVoice, saveWholeVoice } from './save.ts'
import { voiceVersionRoute } from './version-routes.tsx'
import { partOf, readDraft, toDraft, type VoiceDraft, withPart } from './voice-draft.ts'
import { VoicePage } from './voice-page.tsx'

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

/** @throws PageError `forbidden` */
function assertMayWrite(place: VoicePlace): void {
  if (place.withheld === undefined) return
  const message = t('voice.may_not', { name: place.target, why: place.withheld })
  throw new PageError('forbidden', message, {
    project: place.project.place,
    nextLink: { href: voicePath(place), text: t('voice.title') },
  })
}

interface VoiceScene {
  readonly place: VoicePlace
  readonly locale: string | undefined
  readonly draft: VoiceDraft
  readonly failure?: FormFailure | undefined
  readonly impact?: SavedVoice | undefined
  readonly isRemoving?: boolean
  /** The version that the form replaces; default: that of the place. */
  readonly base?: number
  readonly isConflict?: boolean
}

const FIELDS = [
  'tone',
  'formality',
  'target_audience',
  'guidelines',
  'description',
  'target_countries',
  'note',
] as const

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
  redirect(request, voicePath(place, '', { ...(locale !== undefined && !isRemoving && { locale }), done }))
}

/** The version that a submission replaces: the one that its form showed, or the present one if only other parts differ. */
async function findBase({ form, services }: PageRequest, { place, locale }: VoiceScene): Promise<number> {
  const given = form.get('base_version') ?? ''
  if (!/^\d{1,9}$/.test(given)) return place.version
  const seen = await findVoiceVersion(place.ownerId, Number(given), services.store.read)
  const isSame = seen !== undefined && voiceDifferences(partOf(seen, locale), partOf(place.voice, locale)).length === 0
  return isSame ? place.version : Number(given)
}

const readNote = ({ form }: PageRequest): string => (form.get('note') ?? '').replaceAll('\r\n', '\n').trim()

function send(request: PageRequest, scene: VoiceScene): void {
  const { place, failure, impact, isRemoving = false, base = place.version, isConflict = false } = scene
  const isRefused = failure !== undefined || isConflict
  if (failure !== undefined) request.noteError(request.errorCode() ?? 'invalid_input')
  const done = DONE.find(one => one === request.query.get('done'))
  const { locale, draft } = scene
  const props = {
    request,
    place,
    locale,
    draft,
    note: readNote(request),
    failure,
    impact,
    isRemoving,
    base,
    isConflict,
  }
  sendPage(request, {
    title: `${isRefused ? `${t('voice.error')}: ` : ''}${t('voice.title')} · ${place.project.name}`,
    status: failure?.status ?? (isConflict ? 409 : 200),
    project: place.project.place,
    body: <VoicePage {...props} done={isRefused || impact !== undefined ? undefined : done} />,
  })
}

/** The pages of voices. */
export const VOICE_ROUTES: readonly Route[] = [voiceRoute, voiceVersionRoute]
