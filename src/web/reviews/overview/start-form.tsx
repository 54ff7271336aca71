import { REVIEW_GOALS } from '../../../l10n/reviews/words.ts'
import { Notice } from '../../components/notice.tsx'
import type { FormFailure } from '../../forms/attempt.ts'
import { Field } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { Select } from '../../forms/select.tsx'
import { t } from '../../i18n/t.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import type { PageRequest } from '../../requests/page-request.ts'
import { localeOptions } from '../../strings/locale-name.ts'
import { formatGoal } from '../model/live.ts'
import { reviewsPath } from '../paths.ts'
import { examplePlan } from '../words/goals.ts'
import { SUBJECTS, type Subject } from './start.ts'

interface StartFormProps {
  readonly request: PageRequest
  readonly project: LoadedProject
  readonly failure: FormFailure | undefined
}

/** Starts a review: what it is about, and how sure it must be. The address can fill it in, as the page of a batch does. */
export function StartForm({ request, project, failure }: StartFormProps) {
  const { form, query } = request
  const sent = form.has('subject') ? form : query
  const named = SUBJECTS.find(subject => query.has(subject))
  const subject = sent.get('subject') ?? named ?? 'waiting'
  const value = form.get('value') ?? (named === undefined ? '' : (query.get(named) ?? ''))
  const fault = (name: string) => (failure?.field === name ? failure.message : undefined)
  return (
    <details
      class="panel rv-start"
      id="start"
      open={failure !== undefined || named !== undefined || query.has('start')}
    >
      <summary>{t('review.start.title')}</summary>
      <Form request={request} action={reviewsPath(project)} class="sections-form">
        {failure !== undefined && (
          <Notice kind="danger" title={t('review.start.failed')} isFirst>
            <p lang="en">{failure.message}</p>
          </Notice>
        )}
        <div class="pair">
          <Select
            name="subject"
            label={t('review.start.subject')}
            options={SUBJECTS.map((one: Subject) => [one, t(`review.start.subjects.${one}`)] as const)}
            chosen={subject}
          />
          <Field
            name="value"
            label={t('review.start.value')}
            hint={t('review.start.value_hint')}
            maxlength={200}
            value={value}
            fault={fault('value')}
          />
        </div>
        <div class="pair">
          <Select
            name="locale"
            label={t('review.start.locale')}
            options={[['', t('review.start.all_locales')], ...localeOptions(project.record.target_locales)]}
            chosen={sent.get('locale') ?? ''}
          />
          <Select
            name="goal"
            label={t('review.start.goal')}
            hint={t('review.start.goal_hint')}
            options={REVIEW_GOALS.map(goal => [
              String(goal),
              t('review.start.goal_option', { goal: formatGoal(goal), ...examplePlan(goal) }),
            ])}
            chosen={sent.get('goal') ?? '5'}
          />
        </div>
        <div class="pair">
          <Field
            name="title"
            label={t('review.start.name')}
            hint={t('review.start.name_hint')}
            maxlength={100}
            value={sent.get('title') ?? ''}
            fault={fault('title')}
          />
          <Field
            name="file"
            label={t('review.start.file')}
            hint={t('review.start.file_hint')}
            maxlength={300}
            value={sent.get('file') ?? ''}
            fault={fault('file')}
          />
        </div>
        {query.has('branch') && <input type="hidden" name="branch" value={query.get('branch') ?? ''} />}
        <div class="actions">
          <button type="submit" class="button primary">
            {t('review.start.submit')}
          </button>
        </div>
      </Form>
    </details>
  )
}
