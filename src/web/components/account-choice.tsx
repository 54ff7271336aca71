import type { AccountRecord } from '../../store/records/identity.ts'
import type { Frozen } from '../../store/store.ts'

interface AccountChoiceProps {
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly chosen: 'all' | readonly string[]
}

/** Which accounts a program reaches: all, or those that are ticked. */
export function AccountChoice({ accounts, chosen }: AccountChoiceProps) {
  return (
    <fieldset class="checklist">
      <legend>Where it may do this</legend>
      <label>
        <input type="radio" name="accounts" value="all" checked={chosen === 'all'} />
        <span>
          All my accounts
          <span class="hint">Also those of organizations that you join later.</span>
        </span>
      </label>
      <label>
        <input type="radio" name="accounts" value="chosen" checked={chosen !== 'all'} />
        <span>Only the accounts that are ticked here</span>
      </label>
      <div class="nested">
        {accounts.map(({ id, handle, name, kind }) => (
          <label key={id}>
            <input type="checkbox" name="account" value={id} checked={chosen === 'all' || chosen.includes(id)} />
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
