import { z } from 'zod'
import { voiceDifferences } from '../../l10n/voice/size.ts'
import { restoreVoice } from '../../tools/voice/restore-voice.ts'
import { findVoiceVersion } from '../../tools/voice/versions.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Form } from '../forms/form.tsx'
import { attempt } from '../forms/form-route.ts'
import { validateLines } from '../forms/text-validation.ts'
import { FieldDiffs } from '../guidance/field-diff.tsx'
import { VersionHead } from '../guidance/frame.tsx'
import { assertMayWrite, findVersion, guidancePath, missingError, readBaseVersion } from '../guidance/place.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool, type PageRequest, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { hasImpact, loadVoicePlace, type SavedVoice, saveWholeVoice, type VoicePlace } from './load-voice.ts'
import { describeVoice, partOf, readDraft, TEXTS, toDraft, withPart } from './voice-draft.ts'
import type { VoiceScene } from './voice-form.tsx'
import { DONE, VoiceImpact, VoicePage } from './voice-page.tsx'

/** A version of a voice: what it changed, and restoring it. */
const voiceVersionRoute: Route = {
  path: '/p/:account/:project/voice/versions/:version',
  get: withSession(async request => {
    const place = await loadVoicePlace(request)
    sendVersion(request, { place, ...(await readVersion(request, place)), impact: undefined })
  }),
  post: withSession(async request => {
    const place = await loadVoicePlace(request)
    const found = await readVersion(request, place)
    if (request.form.get('action') !== 'restore' && place.mayRestore) {
      const change = { voice: found.voice, base_version: place.version }
      const impact = await saveWholeVoice(request, place, change, { isDry: true })
      if (hasImpact(impact)) return sendVersion(request, { place, ...found, impact })
    }
    const input = { target: place.target, version: found.version.version }
    await callTool(request, { tool: restoreVoice, input, shape: z.object({}) })
    redirect(request, guidancePath(place, '', { done: 'restore' }))
  }),
}

const sendVersion = (request: PageRequest, { place, ...found }: VoiceVersionPageProps): void =>
  sendPage(request, {
    title: `${t('voice.versions.name', { version: found.version.version })} · ${place.project.name}`,
    project: place.project.place,
    body: <VoiceVersionPage place={place} {...found} />,
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
  readonly place: VoicePlace
  /** What restoring it would affect; the next submission does it. */
  readonly impact: SavedVoice | undefined
}

/** What a version of a voice changed, and the way back to it. */
function VoiceVersionPage({ place, version, voice, before, impact }: VoiceVersionPageProps) {
  const path = guidancePath(place, `versions/${version.version}`)
  return (
    <div class="work">
      {impact !== undefined && <VoiceImpact impact={impact} />}
      <VersionHead place={place} version={version}>
        {place.mayRestore && version.version !== place.version && (
          <Form action={path} class="actions">
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

/** A form with the longest texts, percent-encoded. */
const MAX_FORM_BYTES = 1024 * 1024

/** The voice of a project or of its account: its base, or an override (`?locale=`). */
const voiceRoute: Route = {
  path: '/p/:account/:project/voice',
  formBytes: MAX_FORM_BYTES,
  get: withSession(async request => {
    const place = await loadVoicePlace(request)
    const locale = findLocale(request, place)
    send(request, { place, locale, draft: toDraft(partOf(place.voice, locale)) })
  }),
  post: withSession(async request => {
    const place = await loadVoicePlace(request)
    assertMayWrite(place)
    await submit(request, { place, locale: findLocale(request, place), draft: readDraft(request.form) })
  }),
}

/** The locale of the URL, if the voice can have an override for it. */
function findLocale({ query }: PageRequest, { voice, project }: VoicePlace): string | undefined {
  const known = [...Object.keys(voice.overrides ?? {}), ...project.record.target_locales]
  return known.find(tag => tag === query.get('locale'))
}

const FIELDS = [...TEXTS, 'target_countries', 'note'] as const

async function submit(request: SignedInRequest, scene: VoiceScene): Promise<void> {
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
    const found = isChecked ? undefined : await saveWholeVoice(request, place, change, { isDry: true })
    if (found !== undefined && hasImpact(found)) impact = found
    else isUnchanged = (await saveWholeVoice(request, place, change, { isDry: false })).unchanged
  })
  if (failure?.status === 409) {
    return send(request, { ...scene, place: await loadVoicePlace(request), isRemoving, isConflict: true })
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
    body: <VoicePage {...scene} note={readNote(request)} done={done} />,
  })
}

export const VOICE_ROUTES: readonly Route[] = [voiceRoute, voiceVersionRoute]
