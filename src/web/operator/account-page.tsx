import type { SpendRow } from '../../operator/accounts/engines.ts'
import type { Quota } from '../../operator/accounts/quota.ts'
import type { AccountRow } from '../../operator/accounts/row.ts'
import { ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { FreshSignInNotice } from '../components/fresh-sign-in-notice.tsx'
import { Notice } from '../components/notice.tsx'
import { formatCount } from '../format/count.ts'
import { Time } from '../format/time.tsx'
import type { FormFailure } from '../forms/attempt.ts'
import { OperatorFrame } from '../layout/operator-frame.tsx'
import type { Visit } from '../requests/visit.ts'
import { AccountBadges } from './account-badges.tsx'
import { EnginesCard } from './engines-card.tsx'
import { formatLimits, LimitsCard, type LimitsInput } from './limits-card.tsx'
import { accountPath, CHANGE_PATH, signInLinkPath } from './paths.ts'

interface OperatorAccountPageProps {
  readonly visit: Visit
  readonly row: AccountRow
  readonly quota: Quota
  /** Handle of the operator. */
  readonly me: string
  /** The values in the fields of the limits. */
  readonly typed: LimitsInput
  readonly failure: FormFailure | undefined
  /** The result of the last action. */
  readonly flash: string | undefined
  /** What was just saved. */
  readonly saved: 'limits' | 'engines' | undefined
  readonly spends: readonly SpendRow[]
  /** The submitted budgets, if they were not saved yet. */
  readonly budgets: URLSearchParams | undefined
}

/** One account for an operator, with all operator actions. */
export function OperatorAccountPage({
  visit,
  row,
  quota,
  me,
  typed,
  failure,
  flash,
  saved,
  spends,
  budgets,
}: OperatorAccountPageProps) {
  const { account, name } = row
  const isFine = failure === undefined
  return (
    <OperatorFrame visit={visit} here="accounts">
      {flash !== undefined && isFine && <Notice kind="good" title={flash} />}
      {saved === 'engines' && budgets === undefined && <Notice kind="good" title={`Budgets of ${account} saved.`} />}
      {saved === 'limits' && isFine && <Notice kind="good" title={`Limits of ${account}: ${formatLimits(quota)}.`} />}
      <FreshSignInNotice visit={visit} before="account_change" back={accountPath(account)} />
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
        <AccountFacts row={row} now={visit.services.now()} />
      </section>
      <Actions visit={visit} row={row} me={me} />
      <LimitsCard visit={visit} quota={quota} typed={typed} failure={failure} />
      <EnginesCard visit={visit} account={account} rows={spends} typed={budgets} />
    </OperatorFrame>
  )
}

function AccountFacts({ row, now }: { readonly row: AccountRow; readonly now: Date }) {
  const { kind, owner, members = 0, tokens, created_at, deleted_at, person } = row
  return (
    <dl class="facts">
      <dt>Type</dt>
      <dd>{kind === 'personal' ? 'User' : 'Organization'}</dd>
      {kind === 'organization' && (
        <>
          <dt>Owner</dt>
          <dd>{owner}</dd>
          <dt>Members</dt>
          <dd>{formatCount(members)}</dd>
        </>
      )}
      <dt>Tokens</dt>
      <dd>{formatCount(tokens)}</dd>
      <dt>Created</dt>
      <dd>
        <Time at={created_at} now={now} />
      </dd>
      {deleted_at !== undefined && (
        <>
          <dt>Deleted</dt>
          <dd>
            <Time at={deleted_at} now={now} />
          </dd>
        </>
      )}
      {person !== undefined && (
        <>
          <dt>Last sign-in</dt>
          <dd>
            <Time at={person.last_sign_in_at} now={now} />
          </dd>
        </>
      )}
      {person?.suspended_at !== undefined && (
        <>
          <dt>Suspended</dt>
          <dd>
            <Time at={person.suspended_at} now={now} />
          </dd>
        </>
      )}
    </dl>
  )
}

type ActionsProps = Pick<OperatorAccountPageProps, 'visit' | 'row' | 'me'>

/** Each action with one sentence about its effect. */
function Actions({ visit, row, me }: ActionsProps) {
  const { account, person } = row
  return (
    <section class="card">
      <h2>Actions</h2>
      <ul class="rows">
        {person !== undefined && person.suspended_at === undefined && (
          <li>
            <div>
              <span class="name">Sign-in link</span>
              <p class="hint">A one-time link signs {account} in without a provider.</p>
            </div>
            <ButtonLink href={signInLinkPath(account)} small>
              Create sign-in link
            </ButtonLink>
          </li>
        )}
        <li>
          <div>
            <span class="name">Access</span>
            <p class="hint">
              {row.has_access
                ? `When read-only, ${withoutAccess(row)}`
                : `${account} is read-only. Grant access to allow writing again.`}
            </p>
          </div>
          <AccessButton visit={visit} row={row} me={me} />
        </li>
        {person !== undefined && account !== me && (
          <li>
            <div>
              <span class="name">Suspension</span>
              <p class="hint">
                {person.suspended_at === undefined
                  ? `Suspending signs ${account} out everywhere and blocks all their tokens and apps.`
                  : `${account} can sign in again once you resume them. Their tokens and apps work again, too.`}
              </p>
            </div>
            <SuspensionButton visit={visit} account={account} isSuspended={person.suspended_at !== undefined} />
          </li>
        )}
      </ul>
    </section>
  )
}

/** Describes the abilities of an account without access, as a whole sentence or as the end of one. */
const withoutAccess = ({ account, kind }: AccountRow): string =>
  kind === 'personal'
    ? `${account} can read but not change anything, including in organizations.`
    : `${account} and its projects can be read but not changed.`

function AccessButton({ visit, row, me }: ActionsProps) {
  const { account, has_access } = row
  const asked = { visit, action: CHANGE_PATH, name: 'change', small: true } as const
  return has_access ? (
    <Confirm
      {...asked}
      id="access"
      open="Make read-only"
      label={`Make read-only: ${account}`}
      title={`Make ${account} read-only?`}
      value="withdraw"
    >
      {account === me ? (
        <Notice kind="warning" title="This is your own account">
          <p>
            You will lose write access to your projects and to all your organizations. You stay an operator and can
            grant access again.
          </p>
        </Notice>
      ) : (
        <p>{withoutAccess(row)} You can grant access again at any time.</p>
      )}
      <input type="hidden" name="account" value={account} />
    </Confirm>
  ) : (
    <Confirm
      {...asked}
      id="access"
      look="primary"
      open="Grant access"
      label={`Grant access to ${account}`}
      title={`Grant access to ${account}?`}
      value="grant"
    >
      <p>Writing works again at once.</p>
      <input type="hidden" name="account" value={account} />
    </Confirm>
  )
}

function SuspensionButton({
  visit,
  account,
  isSuspended,
}: Pick<ActionsProps, 'visit'> & { readonly account: string; readonly isSuspended: boolean }) {
  const asked = { visit, action: CHANGE_PATH, name: 'change', small: true } as const
  return isSuspended ? (
    <Confirm
      {...asked}
      id="suspension"
      look="primary"
      open="Resume"
      label={`Resume ${account}`}
      title={`Resume ${account}?`}
      value="resume"
    >
      <p>They sign in again themselves: their earlier sessions stay signed out.</p>
      <input type="hidden" name="account" value={account} />
    </Confirm>
  ) : (
    <Confirm
      {...asked}
      id="suspension"
      open="Suspend"
      label={`Suspend ${account}`}
      title={`Suspend ${account}?`}
      value="suspend"
    >
      <p>You can resume them at any time.</p>
      <input type="hidden" name="account" value={account} />
    </Confirm>
  )
}
