import type { OfferedAccounts } from '../../auth/oauth/authorize/consent.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'

interface AccountChoiceProps {
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly offered: OfferedAccounts
}

/** Chooses the accounts that an app reaches: all, or selected ones. */
export function AccountChoice({ accounts, offered: { reach, ticked } }: AccountChoiceProps) {
  return (
    <fieldset class="checklist">
      <legend>Accounts</legend>
      <label>
        <input type="radio" name="accounts" value="all" checked={reach === 'all'} />
        <span>
          All my accounts
          <span class="hint">Including organizations that you join later.</span>
        </span>
      </label>
      <label>
        <input type="radio" name="accounts" value="chosen" checked={reach === 'chosen'} />
        <span>
          Only selected accounts
          <span class="hint">Select them below.</span>
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
