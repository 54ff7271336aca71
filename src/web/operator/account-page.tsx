import type { ComponentChildren } from 'preact'
import type { SpendRow } from '../../operator/accounts/engines.ts'
import type { AccountRow } from '../../operator/accounts/row.ts'
import { ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { FreshSignInNotice } from '../components/fresh-sign-in-notice.tsx'
import { Notice } from '../components/notice.tsx'
import { formatCount } from '../format/numbers.ts'
import { Time } from '../format/time.tsx'
import { Facts } from '../forms/facts.tsx'
import { t } from '../i18n/t.ts'
import { OperatorFrame } from '../layout/operator-frame.tsx'
import { AccountBadges } from './accounts-table.tsx'
import { EnginesCard } from './engines-card.tsx'
import { formatLimits, LimitsCard, type LimitsCardProps } from './limits-card.tsx'
import { accountPath, CHANGE_PATH, signInLinkPath } from './paths.ts'

interface OperatorAccountPageProps extends LimitsCardProps {
  readonly row: AccountRow
  /** Handle of the operator. */
  readonly me: string
  readonly flash: string | undefined
  readonly saved: 'limits' | 'engines' | undefined
  readonly spends: readonly SpendRow[]
  /** The submitted budgets, if they were not saved yet. */
  readonly budgets: URLSearchParams | undefined
}

/** One account for an operator, with all operator actions. */
export function OperatorAccountPage(props: OperatorAccountPageProps) {
  const { row, quota, me, typed, failure, flash, saved, spends, budgets } = props
  const { account, name } = row
  const isFine = failure === undefined
  return (
    <OperatorFrame here="accounts">
      {flash !== undefined && isFine && <Notice kind="good" title={flash} />}
      {saved === 'engines' && budgets === undefined && (
        <Notice kind="good" title={t('operator.account.budgets_saved', { account })} />
      )}
      {saved === 'limits' && isFine && (
        <Notice kind="good" title={t('operator.account.limits_saved', { account, limits: formatLimits(quota) })} />
      )}
      <FreshSignInNotice before="account_change" back={accountPath(account)} />
      <section class="card">
        <div class="title">
          <h2>
            <bdi>{name}</bdi>
          </h2>
          <span class="badges">
            {name !== account && <code>{account}</code>}
            <AccountBadges row={row} me={me} />
          </span>
        </div>
        <AccountFacts row={row} />
      </section>
      <Actions row={row} me={me} />
      <LimitsCard quota={quota} typed={typed} failure={failure} />
      <EnginesCard account={account} rows={spends} typed={budgets} />
    </OperatorFrame>
  )
}

function AccountFacts({ row }: { readonly row: AccountRow }) {
  const { kind, owner, members = 0, tokens, created_at, deleted_at, person } = row
  return (
    <Facts
      of={{
        [t('operator.account.facts.type')]:
          kind === 'personal' ? t('operator.account.facts.user') : t('operator.account.facts.organization'),
        [t('operator.account.facts.owner')]: kind === 'organization' && owner,
        [t('operator.account.facts.members')]: kind === 'organization' && formatCount(members),
        [t('operator.account.facts.tokens')]: formatCount(tokens),
        [t('operator.account.facts.created')]: <Time at={created_at} />,
        [t('operator.account.facts.deleted')]: deleted_at !== undefined && <Time at={deleted_at} />,
        [t('operator.account.facts.last_sign_in')]: person !== undefined && <Time at={person.last_sign_in_at} />,
        [t('operator.account.facts.suspended')]: person?.suspended_at !== undefined && (
          <Time at={person.suspended_at} />
        ),
      }}
    />
  )
}

type ActionsProps = Pick<OperatorAccountPageProps, 'row' | 'me'>

/** Each action with one sentence about its effect. */
function Actions({ row, me }: ActionsProps) {
  const { account, person } = row
  return (
    <section class="card">
      <h2>{t('operator.account.actions.title')}</h2>
      <ul class="rows">
        {person !== undefined && person.suspended_at === undefined && (
          <li>
            <div>
              <span class="name">{t('operator.account.sign_in_link.name')}</span>
              <p class="hint">{t('operator.account.sign_in_link.hint', { account })}</p>
            </div>
            <ButtonLink href={signInLinkPath(account)} small>
              {t('operator.account.sign_in_link.create')}
            </ButtonLink>
          </li>
        )}
        <li>
          <div>
            <span class="name">{t('operator.account.access.name')}</span>
            <p class="hint">
              {row.has_access
                ? t(`operator.account.access.when_read_only.${row.kind}`, { account })
                : t('operator.account.access.granting', { account })}
            </p>
          </div>
          <AccessButton row={row} me={me} />
        </li>
        {person !== undefined && account !== me && (
          <li>
            <div>
              <span class="name">{t('operator.account.suspension.name')}</span>
              <p class="hint">
                {person.suspended_at === undefined
                  ? t('operator.account.suspension.suspending', { account })
                  : t('operator.account.suspension.resuming', { account })}
              </p>
            </div>
            <ChangeButton
              account={account}
              change={
                person.suspended_at === undefined
                  ? 'operator.account.suspension.suspend.'
                  : 'operator.account.suspension.resume.'
              }
            />
          </li>
        )}
      </ul>
    </section>
  )
}

function AccessButton({ row, me }: ActionsProps) {
  const { account, has_access, kind } = row
  if (!has_access) return <ChangeButton account={account} change="operator.account.access.grant." />
  return (
    <ChangeButton account={account} change="operator.account.access.withdraw.">
      {account === me ? (
        <Notice kind="warning" title={t('operator.account.access.withdraw.own')}>
          <p>{t('operator.account.access.withdraw.own_effect')}</p>
        </Notice>
      ) : (
        <p>{t(`operator.account.access.withdraw.effect.${kind}`, { account })}</p>
      )}
    </ChangeButton>
  )
}

/** The operator action of each button by the start of its messages, and whether it gives something back. */
const CHANGES = {
  'operator.account.access.grant.': { value: 'grant', isGood: true },
  'operator.account.access.withdraw.': { value: 'withdraw', isGood: false },
  'operator.account.suspension.suspend.': { value: 'suspend', isGood: false },
  'operator.account.suspension.resume.': { value: 'resume', isGood: true },
} as const

interface ChangeButtonProps {
  readonly account: string
  readonly change: keyof typeof CHANGES
  /** Its effect; default: the message of that name. */
  readonly children?: ComponentChildren
}

function ChangeButton({ account, change, children }: ChangeButtonProps) {
  const { value, isGood } = CHANGES[change]
  return (
    <Confirm
      action={CHANGE_PATH}
      id={change.split('.')[2] ?? ''}
      look={isGood ? 'primary' : 'danger'}
      open={t(`${change}open`)}
      label={t(`${change}label`, { account })}
      title={t(`${change}title`, { account })}
      name="change"
      value={value}
      small
    >
      {children ?? <p>{t(`${change as Exclude<typeof change, 'operator.account.access.withdraw.'>}effect`)}</p>}
      <input type="hidden" name="account" value={account} />
    </Confirm>
  )
}
