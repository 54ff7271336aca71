import { Button } from '../../components/button.tsx'
import { Field } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { Select } from '../../forms/select.tsx'
import { t } from '../../i18n/t.ts'
import { REASONS } from '../actions.ts'
import { stringPath } from '../string-frame.tsx'
import type { CardProps } from './card-props.ts'

/** The ID of the form, for the button that approves without editing. */
export const REVIEW_FORM = 'review'

/** The decision about the current translation. */
export function ReviewCard({ request, string, translation, failure }: CardProps) {
  const { locale, rev, stale, value, actions } = translation
  const { approve, whyNotApprove, refuse } = actions
  if (value === undefined || (!approve && !refuse && whyNotApprove === undefined)) return null
  const failed =
    failure !== undefined && ['approve', 'request_changes', 'reject'].includes(failure.action) ? failure : undefined
  const typed = (name: string) => (failed === undefined ? undefined : (request.form.get(name) ?? ''))
  const options = [
    ['', t('strings.review.no_reason')] as const,
    ...REASONS.map(reason => [reason, t(`strings.review.reasons.${reason}`)] as const),
  ]
  return (
    <Form request={request} action={stringPath(request, string, locale)} class="panel se-card" id={REVIEW_FORM}>
      <h2>{t('strings.review.title')}</h2>
      {rev !== undefined && <input type="hidden" name="rev" value={rev} />}
      {stale !== undefined && <input type="hidden" name="stale" value="true" />}
      {whyNotApprove !== undefined && <p class="hint">{whyNotApprove}</p>}
      {refuse && (
        <Select name="reason" label={t('strings.review.reason')} options={options} chosen={typed('reason') ?? ''} />
      )}
      <Field
        name="comment"
        label={t('strings.review.comment')}
        kind="lines"
        hint={t(refuse ? 'strings.review.comment_hint' : 'strings.review.comment_optional')}
        maxlength={1000}
        value={typed('comment')}
        fault={failed?.field === 'comment' ? failed.message : undefined}
      />
      <div class="actions">
        {refuse && (
          <>
            <Button name="action" value="request_changes">
              {t('strings.review.request')}
            </Button>
            <Button look="danger" name="action" value="reject">
              {t('strings.review.reject')}
            </Button>
          </>
        )}
      </div>
      {refuse && <p class="hint">{t('strings.review.consequence')}</p>}
    </Form>
  )
}
