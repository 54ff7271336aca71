import type { OfferedScope } from '../../auth/oauth/authorize/consent.ts'
import { approvalPath } from '../../auth/oauth/grants/approval-link.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { ErrorDetails } from '../components/error-details.tsx'
import { Notice } from '../components/notice.tsx'
import { ScopeChoice } from '../components/scope-list.tsx'
import { AllowDenyButtons } from '../forms/answer-buttons.tsx'
import { Form } from '../forms/form.tsx'
import { listFormat } from '../i18n/formats.ts'
import { rich, t } from '../i18n/t.ts'
import type { App } from './load-app.ts'

export interface AppScopesPageProps {
  readonly app: App
  readonly offered: readonly OfferedScope[]
  readonly unknown: readonly string[]
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly ticked: readonly string[]
  readonly nothingTicked: boolean
  /** Whether the user came from the page of the app. */
  readonly isOwnWish: boolean
}

/** The field that stores `isOwnWish`. */
export const OWN_REQUEST_FIELD = 'own'

/** Asks the user of a grant to allow more permissions for its app. */
export function AppScopesPage(props: AppScopesPageProps) {
  const {
    app: { view },
    offered,
    unknown,
    accounts,
    ticked,
    nothingTicked,
    isOwnWish,
  } = props
  const wanted = offered.filter(({ isWanted }) => isWanted)
  const others = offered.filter(({ isWanted }) => !isWanted)
  const path = `/account/apps/${view.id}`
  const name = <bdi>{view.client_name}</bdi>
  const isEmpty = offered.length + accounts.length === 0
  const add = offered.map(({ scope }) => scope)
  return (
    <>
      <h1>{rich('apps.add.title', { app: name })}</h1>
      {unknown.length > 0 && (
        <Notice kind="warning" title={t('apps.add.unknown')}>
          <p>{listFormat().format(unknown)}</p>
        </Notice>
      )}
      {nothingTicked && (
        <Notice kind="danger" title={t('apps.add.nothing')} isFirst>
          <span>{t('apps.add.nothing_advice')}</span>
          <ErrorDetails />
        </Notice>
      )}
      {isEmpty ? (
        <section class="card">
          <p>{t('apps.add.empty')}</p>
        </section>
      ) : (
        <Form action={approvalPath(view.id, add)} class="card">
          {isOwnWish && <input type="hidden" name={OWN_REQUEST_FIELD} value="1" />}
          {wanted.length > 0 && (
            <section class="stack">
              <h2>{t('apps.add.needed')}</h2>
              <ScopeChoice offered={wanted} />
            </section>
          )}
          {others.length > 0 && (
            <section class="stack">
              {isOwnWish ? (
                <h2>{t('apps.add.permissions')}</h2>
              ) : (
                <Notice kind="warning" title={t('apps.add.not_asked')}>
                  <span>{t('apps.add.not_asked_advice')}</span>
                </Notice>
              )}
              <ScopeChoice offered={others} />
            </section>
          )}
          {accounts.length > 0 && (
            <fieldset class="checklist">
              <legend>{t('apps.add.accounts')}</legend>
              {accounts.map(({ id, handle, name: title, kind }) => (
                <label key={id}>
                  <input type="checkbox" name="account" value={id} checked={ticked.includes(id)} />
                  <span>
                    <bdi>{title}</bdi> <code>{handle}</code>
                    {kind === 'organization' && <span class="hint">{t('apps.add.organization')}</span>}
                  </span>
                </label>
              ))}
            </fieldset>
          )}
          <p class="hint">{t('apps.add.applies')}</p>
          <AllowDenyButtons />
        </Form>
      )}
      <p>
        <a href={path}>{rich('apps.add.current', { app: name })}</a>
      </p>
    </>
  )
}
