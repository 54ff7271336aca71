import type { StoredTerm } from '../../tools/glossary/load.ts'
import { findTerm } from '../../tools/glossary/term-versions.ts'
import { attempt } from '../forms/form-route.ts'
import { assertMayWrite, type GuidancePlace, guidancePath, missingError, readBaseVersion } from '../guidance/place.ts'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { sendPage } from '../layout/send-page.tsx'
import { type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { hasImpact, listTermRows, loadGlossaryPlace, type SavedTerms, saveTerms } from './load-glossary.ts'
import { readDraft, toDraft, toUpsert } from './term-draft.ts'
import { TermForm, type TermScene } from './term-form.tsx'

/** A form with many locales, percent-encoded. */
const MAX_FORM_BYTES = 1024 * 1024

export const newTermRoute: Route = {
  path: '/p/:account/:project/glossary/new',
  formBytes: MAX_FORM_BYTES,
  get: withSession(async request => {
    const place = await loadGlossaryPlace(request)
    assertMayWrite(place)
    const draft = toDraft(undefined, place.project.record.target_locales)
    await sendForm(request, { place, before: undefined, draft })
  }),
  post: withSession(async request => {
    const place = await loadGlossaryPlace(request)
    assertMayWrite(place)
    await submit(request, { place, before: undefined, draft: readDraft(request.form) })
  }),
}

/** The form of a term that exists. Users who may not change it see it. */
export const termRoute: Route = {
  path: '/p/:account/:project/glossary/term',
  formBytes: MAX_FORM_BYTES,
  get: withSession(async request => {
    const place = await loadGlossaryPlace(request)
    const before = await readTerm(request, place)
    const draft = toDraft(before, place.project.record.target_locales)
    await sendForm(request, { place, before, draft })
  }),
  post: withSession(async request => {
    const place = await loadGlossaryPlace(request)
    assertMayWrite(place)
    const before = await readTerm(request, place)
    await submit(request, { place, before, draft: { ...readDraft(request.form), term: before.term } })
  }),
}

/**
 * The term that the URL names.
 * @throws PageError `not_found`
 */
async function readTerm(request: SignedInRequest, place: GuidancePlace): Promise<StoredTerm> {
  const name = request.query.get('term') ?? ''
  // The tool decides who reads the glossary.
  await listTermRows(request, place, { limit: 1 })
  const term = await findTerm(place.ownerId, name, request.services.store.read)
  if (term !== undefined) return term
  throw missingError(place, t('glossary.not_found'))
}

/** Saves or deletes a term. A change that concerns strings is saved when it is sent again. */
async function submit(request: SignedInRequest, scene: TermScene): Promise<void> {
  const { place, before, draft } = scene
  const action = request.form.get('action') ?? 'check'
  const isDeleting = action === 'delete' || action === 'check_delete'
  const base = await findBase(request, scene)
  const change = {
    ...(isDeleting ? { remove: [draft.term] } : { upsert: [toUpsert(draft, before)] }),
    base_version: base,
  }
  if (draft.term === '') {
    const failure = { status: 400, field: 'term', message: t('glossary.form.no_term') }
    return sendForm(request, { ...scene, base, failure })
  }
  let impact: SavedTerms | undefined
  const failure = await attempt(request, ['term', 'definition'], async () => {
    if (
      before === undefined &&
      (await findTerm(place.ownerId, draft.term, request.services.store.read)) !== undefined
    ) {
      throw new PageError('already_exists', t('glossary.form.exists'), { field: 'term' })
    }
    const isChecked = action === 'save' || action === 'delete'
    const found = isChecked ? undefined : await saveTerms(request, place, change, { isDry: true })
    if (found !== undefined && hasImpact(found)) impact = found
    else await saveTerms(request, place, change, { isDry: false })
  })
  if (failure !== undefined && request.errorCode() === 'conflict' && before !== undefined) {
    const newer = await readTerm(request, place)
    return sendForm(request, { ...scene, before: newer, isDeleting, isConflict: true })
  }
  if (failure !== undefined || impact !== undefined) {
    return sendForm(request, { ...scene, base, failure, impact, isDeleting })
  }
  redirect(request, guidancePath(place, '', { done: isDeleting ? 'delete' : 'save' }))
}

/** The version that a submission changes: the one that its form showed, or the present one if only other terms differ. */
async function findBase(request: SignedInRequest, { place, before }: TermScene): Promise<number> {
  const { version } = await listTermRows(request, place, { limit: 1 })
  const shown = readBaseVersion(request)
  return shown === undefined || before === undefined || before.version <= shown ? version : shown
}

async function sendForm(request: SignedInRequest, scene: TermScene): Promise<void> {
  const { place, before, failure, isConflict = false } = scene
  const { version, versions } = await listTermRows(request, place, { limit: 1 })
  if (failure !== undefined) request.noteError(request.errorCode() ?? 'invalid_input')
  const title = before?.term ?? t('glossary.add')
  sendPage(request, {
    title: `${failure === undefined && !isConflict ? '' : `${t('glossary.error')}: `}${title} · ${place.project.name}`,
    status: failure?.status ?? (isConflict ? 409 : 200),
    project: place.project.place,
    body: <TermForm base={version} {...scene} versions={versions} />,
  })
}
