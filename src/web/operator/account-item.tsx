import type { AccountRow } from '../../operator/accounts/row.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { formatShare, QUOTA_RESOURCES } from '../../tools/quota/limits.ts'
import { findNearResources } from '../../tools/quota/view.ts'
import { Button } from '../components/button.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import { limitsPath } from './limits-page.tsx'

interface ItemProps {
  readonly visit: Visit
  readonly row: AccountRow
  /** Handle of the operator who looks. */
  readonly me: string
}

/** One account of the service, in the list of operators. */
export function AccountItem({ visit, row, me }: ItemProps) {
  const { account, name, kind, owner, has_access, members = 0, tokens, quota, person } = row
  const { created_at, deleted_at } = row
  const now = visit.services.now()
  return (
    <li>
      <div>
        <span class="name">
          <bdi>{name}</bdi>
          {name !== account && <code>{account}</code>}
          {account === me && <span class="badge good">You</span>}
          {person?.operator === true && <span class="badge info">Operator</span>}
          {person?.suspended_at !== undefined && <span class="badge danger">Suspended</span>}
          {!has_access && <span class="badge warning">Reads only</span>}
          {findNearResources(quota).length > 0 && <span class="badge warning">Near the limit</span>}
          {row.public && <span class="badge info">Public</span>}
          {deleted_at !== undefined && <span class="badge danger">Deleted</span>}
        </span>
        <p class="hint">
          {kind === 'personal' ? 'Person' : `Organization of ${owner}, ${pluralize(members, 'member')}`},{' '}
          {pluralize(tokens, 'token')}, here since <Time at={created_at} now={now} />
        </p>
        <p class="hint">Uses {formatUsage(quota)}</p>
        {person !== undefined && <Person person={person} now={now} />}
      </div>
      <Manage visit={visit} row={row} me={me} />
    </li>
  )
}

const formatUsage = ({ used, limits }: AccountRow['quota']): string =>
  QUOTA_RESOURCES.map(resource => formatShare(resource, used[resource], limits[resource])).join(', ')

type PersonProps = { readonly person: NonNullable<AccountRow['person']>; readonly now: Date }

function Person({ person: { suspended_at, last_sign_in_at }, now }: PersonProps) {
  if (suspended_at === undefined && last_sign_in_at === null) return null
  return (
    <p class="hint">
      {suspended_at !== undefined && (
        <>
          Suspended <Time at={suspended_at} now={now} />.{' '}
        </>
      )}
      {last_sign_in_at !== null && (
        <>
          Last signed in <Time at={last_sign_in_at} now={now} />
        </>
      )}
    </p>
  )
}

function Manage({ visit, row: { account, kind, has_access, person }, me }: ItemProps) {
  return (
    <details class="manage">
      <summary aria-label={`Manage ${account}`}>Manage</summary>
      <Form visit={visit} action="/operator/accounts" class="actions">
        <input type="hidden" name="account" value={account} />
        {has_access ? (
          <Button small look="danger" name="change" value="withdraw" label={`Withdraw access of ${account}`}>
            Withdraw access
          </Button>
        ) : (
          <Button small name="change" value="grant" label={`Grant access to ${account}`}>
            Grant access
          </Button>
        )}
        {person !== undefined && person.suspended_at !== undefined && (
          <Button small name="change" value="resume" label={`Let ${account} in again`}>
            Let {account} in again
          </Button>
        )}
        {person !== undefined && person.suspended_at === undefined && account !== me && (
          <Button small look="danger" name="change" value="suspend">
            Suspend {account}
          </Button>
        )}
      </Form>
      <p class="hint">
        <a href={limitsPath(account)}>Change the limits of {account}</a>
      </p>
      <p class="hint">
        Without access, {account} and what {kind === 'personal' ? 'they own' : 'it owns'} can only be read.
        {person !== undefined && account !== me && ` ${describeSuspension(account, person)}`}
      </p>
    </details>
  )
}

const describeSuspension = (handle: string, { suspended_at }: PersonProps['person']): string =>
  suspended_at === undefined
    ? `Suspending signs ${handle} out everywhere at once; until they are let in again, none of their tokens and apps works.`
    : 'Once they are let in again, they sign in anew, and their tokens and apps work as before.'
