import type { OfferedAccounts } from '../../auth/oauth/authorize/consent.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'

interface AccountChoiceProps {
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly offered: OfferedAccounts
}

/** Which accounts a program reaches: all, or those that are ticked. */
export function AccountChoice({ accounts, offered: { reach, ticked } }: AccountChoiceProps) {
  return (
    <fieldset class="checklist">
      <legend>Where it may do this</legend>
      <label>
        <input type="radio" name="accounts" value="all" checked={reach === 'all'} />
        <span>
          All my accounts
          <span class="hint">Also those of organizations that you join later.</span>
        </span>
      </label>
      <label>
        <input type="radio" name="accounts" value="chosen" checked={reach === 'chosen'} />
        <span>
          Only the accounts that are ticked here
          <span class="hint">Ticks count with this choice alone.</span>
        </span>
      </label>
      <div class="nested">
        {accounts.map(({ id, handle, name, kind }) => (
          <label key={id}>
            <input type="checkbox" name="account" value={id} checked={ticked.includes(id)} />
            <span>
              <bdi>{name}</bdi>
              <span class="hint">
                {kind === 'organization' ? 'Organization' : 'Personal account'} <code>{handle}</code>
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
