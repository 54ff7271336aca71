import { z } from 'zod'
import { createReview } from '../../../tools/reviews/create-review.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { FailureNotice } from '../../components/failure-notice.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Field, Form } from '../../forms/form.tsx'
import { attempt, type FormFailure } from '../../forms/form-route.ts'
import { validateLine, validateLines } from '../../forms/text-validation.ts'
import { t } from '../../i18n/t.ts'
import { type LoadedProject, loadProject, type ProjectPage } from '../../layout/load-project.ts'
import { PageError } from '../../layout/page-error.ts'
import { sendPage } from '../../layout/send-page.tsx'
import { callTool, type PageRequest, type Route, redirect, type SignedInRequest } from '../../requests/page-request.ts'
import { examplePlan } from '../../reviews/words.ts'
import { withSession } from '../../sessions/require.ts'
import { BatchCrumbs } from '../batch-frame.tsx'
import { batchPath } from '../paths.ts'
import { type BatchView, readBatch } from '../read-changes.ts'
import { titleBatch } from '../words.tsx'

const GOALS = [5, 2, 1] as const

interface ReviewDraft {
  readonly title: string
  readonly goal: (typeof GOALS)[number]
  readonly note: string
}

interface ReviewFormProps extends ProjectPage {
  readonly batch: BatchView
  readonly draft: ReviewDraft
  readonly failure: FormFailure | undefined
}

/** The form to ask for a review of a batch. */
function ReviewFormPage({ project, batch, draft, failure }: ReviewFormProps) {
  const path = batchPath(project, batch.batch)
  const faultOf = (name: string) => (failure?.field === name ? failure.message : undefined)
  return (
    <div class="work form-page">
      <FailureNotice title={t('changes.review.failed')} failure={failure} />
      <PageHead
        path={<BatchCrumbs project={project} batch={batch} />}
        title={t('changes.review.title')}
        about={t('changes.review.about')}
      />
      <Form action={`${path}/review`} class="panel sections-form">
        <div class="single">
          <Field
            name="title"
            label={t('changes.review.name')}
            maxlength={100}
            value={draft.title}
            fault={faultOf('title')}
          />
        </div>
        <fieldset class="checklist" id="goal">
          <legend>{t('changes.review.goal')}</legend>
          {GOALS.map(goal => (
            <label key={goal}>
              <input type="radio" name="goal" value={String(goal)} checked={draft.goal === goal} />
              <span>
                {t('changes.review.goals.name', { goal: goal / 100 })}
                <span class="hint">{t(`changes.review.goals.of_${goal}`, examplePlan(goal))}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div class="single">
          <Field
            name="note"
            kind="lines"
            label={t('changes.review.note')}
            hint={t('changes.review.note_hint')}
            maxlength={1000}
            value={draft.note}
            fault={faultOf('note')}
          />
        </div>
        <div class="actions">
          <Button look="primary">{t('changes.review.submit')}</Button>
          <ButtonLink href={path}>{t('changes.cancel')}</ButtonLink>
        </div>
      </Form>
    </div>
  )
}

const emptyDraft = (batch: BatchView): ReviewDraft => ({
  title: titleBatch(batch).slice(0, 100),
  goal: 5,
  note: '',
})

const Created = z.object({ review: z.object({ id: z.string() }) })

/** The form to ask for a review of a batch. It opens the review. */
export const reviewBatchRoute: Route = {
  path: '/p/:account/:project/changes/:batch/review',
  get: withSession(async request => {
    const project = await loadWritable(request)
    const batch = await readBatch(request, project)
    await sendForm(request, project, emptyDraft(batch), undefined)
  }),
  post: withSession(async request => {
    const project = await loadWritable(request)
    const { batch } = await readBatch(request, project)
    const draft = readDraft(request)
    const faults = findFaults(draft)
    if (faults !== undefined) return sendForm(request, project, draft, { status: 400, ...faults })
    const { title, goal, note } = draft
    const input = { project: project.name, batch, goal, title: title || undefined, note: note || undefined }
    let review: string | undefined
    const failure = await attempt(request, ['goal', 'title', 'note'], async () => {
      review = (await callTool(request, { tool: createReview, input, shape: Created })).review.id
    })
    if (failure !== undefined || review === undefined) return sendForm(request, project, draft, failure)
    redirect(request, `/p/${project.name}/review/${review}`)
  }),
}

/** @throws PageError `forbidden` for users who may not review the project. */
async function loadWritable(request: SignedInRequest): Promise<LoadedProject> {
  const project = await loadProject(request, 'changes')
  if (project.withheld === undefined) return project
  throw new PageError('forbidden', t('changes.review.may_not', { project: project.name, why: project.withheld }), {
    nextLink: { href: batchPath(project, request.params['batch'] ?? ''), text: t('changes.back') },
  })
}

function readDraft({ form }: PageRequest): ReviewDraft {
  return {
    title: (form.get('title') ?? '').trim(),
    goal: GOALS.find(one => String(one) === form.get('goal')) ?? 5,
    note: (form.get('note') ?? '').replaceAll('\r\n', '\n').trim(),
  }
}

function findFaults({ title, note }: ReviewDraft): Pick<FormFailure, 'field' | 'message'> | undefined {
  const ofTitle = title === '' ? undefined : validateLine(title)
  if (ofTitle !== undefined) return { field: 'title', message: ofTitle }
  const ofNote = note === '' ? undefined : validateLines(note)
  return ofNote === undefined ? undefined : { field: 'note', message: ofNote }
}

async function sendForm(
  request: SignedInRequest,
  project: LoadedProject,
  draft: ReviewDraft,
  failure: FormFailure | undefined,
): Promise<void> {
  const batch = await readBatch(request, project)
  if (failure !== undefined) request.noteError(request.errorCode() ?? 'invalid_input')
  sendPage(request, {
    title: `${failure === undefined ? '' : `${t('changes.error')}: `}${t('changes.review.title')} · ${project.name}`,
    status: failure?.status ?? 200,
    project: project.place,
    body: <ReviewFormPage project={project} batch={batch} draft={draft} failure={failure} />,
  })
}
