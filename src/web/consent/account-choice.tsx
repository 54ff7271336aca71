import type { OfferedAccounts } from '../../auth/oauth/authorize/consent.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { t } from '../i18n/t.ts'

interface AccountChoiceProps {
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly offered: OfferedAccounts
  /** The error of the submitted selection. */
  readonly fault: string | undefined
}

/** The ID of the first option, which an error links to. */
export const ACCOUNTS_FIELD = 'accounts'

const FAULT_ID = `${ACCOUNTS_FIELD}-fault`

/** Chooses the accounts that an app reaches: all, or selected ones. */
export function AccountChoice({ accounts, offered: { reach, ticked }, fault }: AccountChoiceProps) {
  return (
    <fieldset class="checklist accounts" aria-describedby={fault === undefined ? undefined : FAULT_ID}>
      <legend>{t('consent.accounts.title')}</legend>
      {fault !== undefined && (
        <p class="fault" id={FAULT_ID}>
          {fault}
        </p>
      )}
      <label>
        <input type="radio" id={ACCOUNTS_FIELD} name="accounts" value="all" checked={reach === 'all'} />
        <span>
          {t('consent.accounts.all')}
          <span class="hint">{t('consent.accounts.all_hint')}</span>
        </span>
      </label>
      <label>
        <input type="radio" name="accounts" value="chosen" checked={reach === 'chosen'} />
        <span>{t('consent.accounts.chosen')}</span>
      </label>
      <div class="nested">
        {accounts.map(({ id, handle, name, kind }) => (
          <label key={id}>
            <input type="checkbox" name="account" value={id} checked={ticked.includes(id)} />
            <span>
              <bdi>{name}</bdi>
              <span class="hint">
                {t(kind === 'organization' ? 'consent.accounts.organization' : 'consent.accounts.personal')}{' '}
                <code>{handle}</code>
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
