import { Button, ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { Field } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { t } from '../../i18n/t.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import type { PageRequest } from '../../requests/page-request.ts'
import { examplePlan } from '../../reviews/words/goals.ts'
import { batchPath, changesPath } from '../paths.ts'
import type { BatchView } from '../view.ts'
import { titleBatch } from '../words.tsx'

export const GOALS = [5, 2, 1] as const

/** The fields of the form. */
export interface ReviewDraft {
  readonly title: string
  readonly goal: (typeof GOALS)[number]
  readonly note: string
}

export interface ReviewFormProps {
  readonly request: PageRequest
  readonly project: LoadedProject
  readonly batch: BatchView
  readonly draft: ReviewDraft
  readonly failure: ReviewFailure | undefined
}

export interface ReviewFailure {
  readonly status: number
  readonly field: string | undefined
  readonly message: string
  readonly fix?: string | undefined
}

/** The form to ask for a review of a batch. */
export function ReviewFormPage({ request, project, batch, draft, failure }: ReviewFormProps) {
  const path = batchPath(project, batch.batch)
  const faultOf = (name: string) => (failure?.field === name ? failure.message : undefined)
  return (
    <div class="work form-page">
      {failure !== undefined && (
        <Notice kind="danger" title={t('changes.review.failed')} isFirst>
          <p lang="en">
            {failure.field === undefined ? failure.message : <a href={`#${failure.field}`}>{failure.message}</a>}
          </p>
          {failure.fix !== undefined && <p lang="en">{failure.fix}</p>}
        </Notice>
      )}
      <div class="head">
        <div>
          <nav class="meta" aria-label={t('changes.path')}>
            <a href={changesPath(project)}>{t('changes.title')}</a>
            <span aria-hidden="true">/</span>
            <a href={path}>
              <code>{batch.batch}</code>
            </a>
          </nav>
          <h1>{t('changes.review.title')}</h1>
          <p class="meta">{t('changes.review.about')}</p>
        </div>
      </div>
      <Form request={request} action={`${path}/review`} class="panel sections-form">
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

/** The form as it opens. */
export const emptyDraft = (batch: BatchView): ReviewDraft => ({
  title: titleBatch(batch).slice(0, 100),
  goal: 5,
  note: '',
})
