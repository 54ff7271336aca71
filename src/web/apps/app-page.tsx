import { approvalPath } from '../../auth/oauth/grants/approval-link.ts'
import { ALL_SCOPES, isScope, type Scope } from '../../auth/policy/scopes.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { Notice } from '../components/notice.tsx'
import { formatCount } from '../format/numbers.ts'
import { scopeSentence } from '../format/scope-sentence.ts'
import { Time } from '../format/time.tsx'
import { Facts } from '../forms/facts.tsx'
import { Form } from '../forms/form.tsx'
import { listFormat } from '../i18n/formats.ts'
import { rich, t } from '../i18n/t.ts'
import { type App, describeRedirectPlaces } from './load-app.ts'
import { AppSignIns, LastUse, RevokeConsequence } from './sign-ins.tsx'

interface AppPageProps {
  readonly app: App
  /** All active sign-ins of the app, newest first. */
  readonly signIns: readonly App[]
  readonly added: readonly Scope[]
  readonly reached: readonly string[]
  readonly removed: Scope | undefined
  readonly isAddable: boolean
}

/** One connected app: its facts, permissions and sign-ins, with buttons to revoke them. */
export function AppPage({ app: { view, grant }, signIns, added, reached, removed, isAddable }: AppPageProps) {
  const { id, client_name, client_id, accounts, scopes, sessions, created_at, last_used_at } = view
  const path = `/account/apps/${id}`
  const missing = ALL_SCOPES.filter(scope => !scopes.includes(scope))
  return (
    <>
      <h1>
        <bdi>{client_name}</bdi>
      </h1>
      {added.length + reached.length > 0 && (
        <Notice kind="good" title={t('apps.app.added')}>
          <ul>
            {added.map(scope => (
              <li key={scope}>
                {scopeSentence(scope)} <code>{scope}</code>
              </li>
            ))}
            {reached.map(handle => (
              <li key={handle}>{rich('apps.app.added_account', { account: <code>{handle}</code> })}</li>
            ))}
          </ul>
          <p>{t('apps.app.added_advice')}</p>
        </Notice>
      )}
      {removed !== undefined && (
        <Notice kind="good" title={t('apps.app.removed')}>
          <p>
            {scopeSentence(removed)} <code>{removed}</code>
          </p>
        </Notice>
      )}
      <section class="card">
        <Facts
          of={{
            [t('apps.app.client_id')]: <code>{client_id}</code>,
            [t('apps.app.redirects')]: describeRedirectPlaces(grant),
            [t('apps.app.connected')]: <Time at={created_at} />,
            [t('apps.app.last_used')]: <LastUse grant={grant} at={last_used_at} />,
            [t('apps.app.devices')]: formatCount(sessions),
            [t('apps.app.accounts')]:
              accounts === 'all'
                ? t('apps.app.all_accounts')
                : listFormat().format(accounts) || t('apps.app.no_accounts'),
          }}
        />
        <p class="hint">{t('apps.app.name_hint')}</p>
      </section>
      <section class="card">
        <div class="split">
          <h2>{t('apps.app.permissions')}</h2>
          {isAddable && <ButtonLink href={approvalPath(id, missing)}>{t('apps.app.add')}</ButtonLink>}
        </div>
        {scopes.length === 0 && <p>{t('apps.app.no_permissions')}</p>}
        <ul class="rows">
          {scopes.map(scope => (
            <li key={scope}>
              <div>
                <span>
                  {isScope(scope) && scopeSentence(scope)} <code>{scope}</code>
                </span>
              </div>
              <Form action={`${path}/scopes`}>
                <input type="hidden" name="scope" value={scope} />
                <Button small name="answer" value="remove" label={t('apps.app.remove_label', { scope })}>
                  {t('apps.app.remove')}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
        <p class="hint">{t('apps.app.remove_hint')}</p>
      </section>
      {signIns.length > 1 && (
        <section class="card">
          <h2>{t('apps.app.sign_ins')}</h2>
          <p>{rich('apps.app.sign_ins_intro', { time: <Time at={created_at} /> })}</p>
          <AppSignIns signIns={signIns} />
        </section>
      )}
      <section class="card danger-zone">
        <h2>{t('apps.app.danger')}</h2>
        <RevokeConsequence count={signIns.length} />
        <div class="actions">
          <Confirm
            id={id}
            open={t('apps.revoke.app')}
            title={t('apps.revoke.title', { app: client_name })}
            action={`${path}/revoke`}
          >
            <RevokeConsequence count={signIns.length} />
          </Confirm>
        </div>
      </section>
    </>
  )
}
