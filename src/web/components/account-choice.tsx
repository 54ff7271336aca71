import type { AccountRecord } from '../../store/records/identity.ts'
import type { Frozen } from '../../store/store.ts'

interface AccountChoiceProps {
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly chosen: 'all' | readonly string[]
}

/** Which accounts an app reaches: all, or those that are ticked. */
export function AccountChoice({ accounts, chosen }: AccountChoiceProps) {
  return (
    <fieldset class="accounts">
      <legend>Where it may do this</legend>
      <label class="choice">
        <input type="radio" name="accounts" value="all" checked={chosen === 'all'} />
        <span>All my accounts, and those that I join later</span>
      </label>
      <label class="choice">
        <input type="radio" name="accounts" value="chosen" checked={chosen !== 'all'} />
        <span>Only these:</span>
      </label>
      <div class="nested">
        {accounts.map(({ id, handle, name, kind }) => (
          <label class="choice" key={id}>
            <input type="checkbox" name="account" value={id} checked={chosen === 'all' || chosen.includes(id)} />
            <span>
              <bdi>{name}</bdi> <code>{handle}</code>
              {kind === 'organization' && <em class="note">organization</em>}
            </span>
          </label>
        ))}
      </div>
      <p class="hint">In each of them it can do no more than your own role allows.</p>
    </fieldset>
  )
}
