import { Button } from '../../components/button.tsx'
import { t } from '../../i18n/t.ts'
import { REVIEW_FORM } from '../cards/review-card.tsx'
import type { CardProps } from '../string-notices.tsx'
import { EDIT_FORM } from './edit-form.tsx'
import type { DraftFinding } from './read-help.ts'

interface ActionBarProps extends CardProps {
  readonly findings: readonly DraftFinding[]
  readonly hasNext: boolean
}

/** The actions on the open translation; approving saves first. Says what was not saved and what is wrong. */
export function ActionBar({ translation, findings, hasNext }: ActionBarProps) {
  const { edit, approve, refuse, whyNotApprove } = translation.actions
  if (!edit && !approve && !refuse) return null
  return (
    <div class="se-acts">
      {edit && (
        <Button look="primary" name="action" value={hasNext ? 'save_next' : 'save'} form={EDIT_FORM}>
          {t(hasNext ? 'strings.actions.save_next' : 'strings.actions.save')}
          <Combo key2="↵" />
        </Button>
      )}
      {approve && (
        <Button name="action" value="approve" form={edit ? EDIT_FORM : REVIEW_FORM}>
          {t('strings.actions.approve')}
          <Letter name="a" />
        </Button>
      )}
      {refuse && (
        <a class="button" href="#review" data-request>
          {t('strings.actions.request')}
          <Letter name="r" />
        </a>
      )}
      <span class="se-status" role="status" data-status>
        {describeFindings(findings)}
      </span>
      {whyNotApprove !== undefined && <span class="hint se-why">{whyNotApprove}</span>}
    </div>
  )
}

const Letter = ({ name }: { readonly name: string }) => (
  <kbd aria-hidden="true" data-letter hidden>
    {name}
  </kbd>
)

const Combo = ({ key2 }: { readonly key2: string }) => (
  <kbd aria-hidden="true" data-combo hidden>
    <span data-mod>Ctrl</span>
    {key2}
  </kbd>
)

/** The number of errors and warnings in words. */
export function describeFindings(findings: readonly Pick<DraftFinding, 'level'>[]): string {
  const count = (level: DraftFinding['level']) => findings.filter(one => one.level === level).length
  const [errors, warnings] = [count('error'), count('warning')]
  if (errors > 0 && warnings > 0) return t('strings.findings.both', { errors, warnings })
  if (errors > 0) return t('strings.findings.errors', { count: errors })
  return warnings > 0 ? t('strings.findings.warnings', { count: warnings }) : ''
}
