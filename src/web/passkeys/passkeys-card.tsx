import { MAX_PASSKEYS } from '../../auth/passkeys/passkeys.ts'
import { findRelyingParty } from '../../auth/passkeys/relying-party.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { PasskeyRecord } from '../../store/records/sign-in.ts'
import { ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { type Column, DataTable } from '../components/data-table.tsx'
import { Time } from '../format/time.tsx'
import { Facts } from '../forms/facts.tsx'
import { Field } from '../forms/form.tsx'
import { MAX_LINE_UNITS } from '../forms/text-validation.ts'
import { t } from '../i18n/t.ts'
import { useRequest } from '../requests/page-request.ts'
import { NEW_PASSKEY_PATH, PASSKEYS_PATH } from './paths.ts'

interface PasskeysCardProps {
  readonly passkeys: readonly Frozen<PasskeyRecord>[]
  /** Whether the user can sign in through a provider, too. */
  readonly hasProvider: boolean
}

const listColumns = (): readonly Column[] => [
  { heading: t('passkeys.columns.name') },
  { heading: t('passkeys.columns.created'), kind: 'wide' },
  { heading: t('passkeys.columns.last_used'), kind: 'wide' },
  { heading: t('passkeys.columns.actions'), kind: 'actions' },
]

/** The user's passkeys on the account page. */
export function PasskeysCard({ passkeys, hasProvider }: PasskeysCardProps) {
  const { baseUrl } = useRequest().services
  const party = findRelyingParty(baseUrl)
  const isLast = passkeys.length === 1 && !hasProvider
  return (
    <section class="card">
      <h2>{t('passkeys.title')}</h2>
      <p class="hint">{t('passkeys.intro')}</p>
      {passkeys.length > 0 && (
        <DataTable label={t('passkeys.title')} columns={listColumns()}>
          {passkeys.map(passkey => (
            <tr key={passkey.id}>
              <th scope="row">
                <bdi>{passkey.name}</bdi>
              </th>
              <td class="wide">
                <Time at={passkey.created_at} />
              </td>
              <td class="wide">
                <LastUse passkey={passkey} />
              </td>
              <td class="actions">
                <PasskeyActions passkey={passkey} isLast={isLast} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {'obstacle' in party ? (
        <p class="hint">{t(`passkeys.obstacle.${party.obstacle}`, { url: baseUrl })}</p>
      ) : (
        passkeys.length < MAX_PASSKEYS && (
          <div class="actions">
            <ButtonLink href={NEW_PASSKEY_PATH}>{t('passkeys.new.title')}</ButtonLink>
          </div>
        )
      )}
    </section>
  )
}

function LastUse({ passkey: { last_used_at } }: Pick<PasskeyActionsProps, 'passkey'>) {
  return last_used_at === undefined ? t('passkeys.never') : <Time at={last_used_at} />
}

interface PasskeyActionsProps {
  readonly passkey: Frozen<PasskeyRecord>
  /** Whether the user has no other way to sign in. */
  readonly isLast: boolean
}

function PasskeyActions({ passkey, isLast }: PasskeyActionsProps) {
  const { id, name, created_at } = passkey
  const path = `${PASSKEYS_PATH}/${id}`
  return (
    <>
      <Confirm
        id={`rename-${id}`}
        open={t('passkeys.rename.open')}
        label={t('passkeys.rename.label', { name })}
        title={t('passkeys.rename.title', { name })}
        action={`${path}/rename`}
        submit={t('common.save')}
        look="primary"
        small
      >
        <Field
          name="name"
          id={`name-${id}`}
          label={t('passkeys.new.name')}
          value={name}
          maxlength={MAX_LINE_UNITS}
          required
        />
      </Confirm>
      <Confirm
        id={`remove-${id}`}
        open={t('passkeys.remove.open')}
        label={t('passkeys.remove.label', { name })}
        title={t('passkeys.remove.title', { name })}
        action={`${path}/remove`}
        small
      >
        {/* Narrow screens have no columns for these, and passkeys may have the same name. */}
        <Facts
          of={{
            [t('passkeys.columns.created')]: <Time at={created_at} />,
            [t('passkeys.columns.last_used')]: <LastUse passkey={passkey} />,
          }}
        />
        <p>{t(isLast ? 'passkeys.remove.effect_last' : 'passkeys.remove.effect')}</p>
      </Confirm>
    </>
  )
}
