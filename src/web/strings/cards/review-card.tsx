import { Button } from '../../components/button.tsx'
import { Field } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { Select } from '../../forms/select.tsx'
import { REASONS } from '../actions.ts'
import { stringPath } from '../string-frame.tsx'
import type { CardProps } from './card-props.ts'

const REASON_OPTIONS = [['', 'No reason selected'], ...REASONS.map(reason => [reason, reason] as const)] as const

/** The decision about the current translation. */
export function ReviewCard({ visit, string, translation, failure }: CardProps) {
  const { locale, rev, stale, value, actions } = translation
  const { approve, whyNotApprove, refuse } = actions
  if (value === undefined || (!approve && !refuse && whyNotApprove === undefined)) return null
  const failed =
    failure !== undefined && ['approve', 'request_changes', 'reject'].includes(failure.action) ? failure : undefined
  const typed = (name: string) => (failed === undefined ? undefined : (visit.form.get(name) ?? ''))
  return (
    <Form visit={visit} action={stringPath(visit, string, locale)} class="card">
      <h2>Review</h2>
      {rev !== undefined && <input type="hidden" name="rev" value={rev} />}
      {stale !== undefined && <input type="hidden" name="stale" value="true" />}
      {whyNotApprove !== undefined && <p class="hint">{whyNotApprove}</p>}
      {refuse && (
        <Select name="reason" label="Reason (optional)" options={REASON_OPTIONS} chosen={typed('reason') ?? ''} />
      )}
      <Field
        name="comment"
        label="Comment"
        kind="lines"
        hint={
          refuse
            ? 'Needed to request changes. For example: “Konto” means account; use “Benutzerkonto”.'
            : 'Optional. Other users and agents can read it.'
        }
        maxlength={1000}
        value={typed('comment')}
        fault={failed?.field === 'comment' ? failed.message : undefined}
      />
      <div class="actions">
        {approve && (
          <Button look="primary" name="action" value="approve">
            Approve
          </Button>
        )}
        {refuse && (
          <>
            <Button name="action" value="request_changes">
              Request changes
            </Button>
            <Button look="danger" name="action" value="reject">
              Reject
            </Button>
          </>
        )}
      </div>
      {refuse && (
        <p class="hint">
          Requested changes are work for agents, with your comment. Rejecting also restores the previous translation.
        </p>
      )}
    </Form>
  )
}
