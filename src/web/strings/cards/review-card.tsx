import { Button } from '../../components/button.tsx'
import { Field, Form, Select } from '../../forms/form.tsx'
import { t } from '../../i18n/t.ts'
import { useRequest } from '../../requests/page-request.ts'
import { REASONS } from '../actions.ts'
import { AuthorLine } from '../author-line.tsx'
import { MessageText } from '../message-text.tsx'
import type { RequestView } from '../read-facts.ts'
import { stringPath } from '../string-frame.tsx'
import type { CardProps } from '../string-notices.tsx'

/** The ID of the form, for the button that approves without editing. */
export const REVIEW_FORM = 'review'

/** The decision about the current translation. */
export function ReviewCard({ string, translation, failure }: CardProps) {
  const request = useRequest()
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
    <Form action={stringPath(request, string, locale)} class="panel se-card" id={REVIEW_FORM}>
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

/** The reviewer's request: their words, the refused translation, beside it what answers the request, and the texts that were refused before. */
export function RequestCard({ translation }: CardProps) {
  const { locale, request: refusal, value, by, at, suggestions } = translation
  if (refusal === undefined) return null
  const { kind, refused, refusedBy, answeredAt, earlier } = refusal
  const suggestion = suggestions.find(one => one.isAnswer)
  const answer =
    answeredAt === undefined ? undefined : (suggestion ?? (value === undefined ? undefined : { value, by, at }))
  return (
    <section class="panel se-card" aria-labelledby="request-heading">
      <div class="split">
        <h2 id="request-heading">
          {t(kind === 'rejected' ? 'strings.request.rejected' : 'strings.request.requested')}
        </h2>
        <span class={`badge ${answeredAt === undefined ? 'warning' : 'info'}`}>
          {t(answeredAt === undefined ? 'strings.request.open' : 'strings.request.answered')}
        </span>
      </div>
      <Words refusal={refusal} />
      <div class="columns">
        <div class="before">
          <h3>{t('strings.request.refused')}</h3>
          <MessageText value={refused} locale={locale} after={answer?.value} />
          <AuthorLine by={refusedBy} at={undefined} />
        </div>
        {answer !== undefined && (
          <div class="after">
            <h3>{t(suggestion === undefined ? 'strings.request.new' : 'strings.request.new_suggestion')}</h3>
            <MessageText value={answer.value} locale={locale} before={refused} />
            <AuthorLine by={answer.by} at={answer.at} />
          </div>
        )}
      </div>
      {earlier.length > 0 && <h3>{t('strings.request.earlier')}</h3>}
      {earlier.map(one => (
        <div>
          <MessageText value={one.refused} locale={locale} />
          <AuthorLine by={one.refusedBy} at={undefined} />
          <Words refusal={one} />
        </div>
      ))}
    </section>
  )
}

/** What a reviewer said of a text. */
const Words = ({ refusal: { comment, by, at } }: { readonly refusal: Pick<RequestView, 'comment' | 'by' | 'at'> }) => (
  <blockquote>
    {comment !== undefined && (
      <p class="text" dir="auto">
        {comment}
      </p>
    )}
    <AuthorLine by={by} at={at} />
  </blockquote>
)
