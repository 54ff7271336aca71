import type { ComponentChildren } from 'preact'
import type { IncompleteReason, Offer, OfferedAccounts } from '../../auth/oauth/authorize/consent.ts'
import { needsFreshSignIn } from '../../auth/policy/scope-groups.ts'
import { EVERYDAY_SCOPES } from '../../auth/policy/scopes.ts'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../store/records/authorization.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { FreshSignInNotice } from '../components/fresh-sign-in-notice.tsx'
import { Notice } from '../components/notice.tsx'
import { ScopeChoice, ScopeSentences } from '../components/scope-list.tsx'
import { formatDuration } from '../format/duration.ts'
import { AllowDenyButtons } from '../forms/answer-buttons.tsx'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Form } from '../forms/form.tsx'
import { rich, t } from '../i18n/t.ts'
import { type PageRequest, useRequest } from '../requests/page-request.ts'

interface AccountChoiceProps {
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly offered: OfferedAccounts
  /** The error of the submitted selection. */
  readonly fault: string | undefined
}

/** The ID of the first option, which an error links to. */
const ACCOUNTS_FIELD = 'accounts'

const FAULT_ID = `${ACCOUNTS_FIELD}-fault`

/** Chooses the accounts that an app reaches: all, or selected ones. */
function AccountChoice({ accounts, offered: { reach, ticked }, fault }: AccountChoiceProps) {
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

/** The errors that are shown beside the accounts. */
const isAccountProblem = (problem: IncompleteReason): boolean => problem === 'no_account' || problem === 'two_reaches'

/** What an app asks of a user. */
export interface ConsentQuestion {
  readonly client: Frozen<ClientRecord>
  readonly signedIn: SignedIn
  readonly grant: Frozen<GrantRecord> | undefined
  readonly offer: Offer
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly problem?: IncompleteReason | undefined
}

interface ConsentFormProps extends Pick<ConsentQuestion, 'offer' | 'accounts' | 'problem'> {
  /** The path that the form is sent to. */
  readonly action: string
  /** The page to return to after signing in again. */
  readonly back: string
  /** Whether a connected app asks for more permissions. */
  readonly isMore: boolean
  /** Facts to know before answering: shown above the buttons. */
  readonly about: ComponentChildren
  /** Additional fields. */
  readonly children?: ComponentChildren
}

/** The form of a consent page. Deny is the first button, so that Enter in a field doesn't allow anything. */
export function ConsentForm(props: ConsentFormProps) {
  const { action, offer, accounts, problem, about, children } = props
  const offersAll = offer.extra.length > 0 || problem === 'no_scope'
  return (
    <Form action={action} class="card">
      {isFault(problem) && (
        <FormErrorNotice
          title={t('consent.problems.title')}
          message={t(`consent.problems.${problem}`)}
          field={isAccountProblem(problem) ? ACCOUNTS_FIELD : undefined}
        />
      )}
      {problem === 'no_scope' && (
        <Notice kind="info" title={t('consent.no_scope.title')} isFirst>
          <span>{t('consent.no_scope.advice')}</span>
        </Notice>
      )}
      {children}
      {offer.granted.length > 0 && (
        <details open={offer.scopes.length === 0}>
          <summary>{t('consent.current')}</summary>
          <div class="stack">
            <ScopeSentences scopes={offer.granted} />
          </div>
        </details>
      )}
      {offer.scopes.length > 0 && <RequestedScopes {...props} />}
      <AccountChoice
        accounts={accounts}
        offered={offer.accounts}
        fault={isFault(problem) && isAccountProblem(problem) ? t(`consent.problems.${problem}`) : undefined}
      />
      {about}
      <p class="hint">{describeLifetime(useRequest())}</p>
      <AllowDenyButtons offersAll={offersAll} />
    </Form>
  )
}

/** Returns whether the user must correct something. */
export const isFault = (problem: IncompleteReason | undefined): problem is Exclude<IncompleteReason, 'no_scope'> =>
  problem !== undefined && problem !== 'no_scope'

/** The requested scopes: the preselected ones first. */
function RequestedScopes({ back, offer, isMore }: ConsentFormProps) {
  const extra = offer.scopes.filter(({ scope }) => offer.extra.includes(scope))
  const usual = offer.scopes.filter(one => !extra.includes(one))
  const needsFresh = offer.scopes.some(({ scope }) => needsFreshSignIn(scope))
  return (
    <>
      {isMore && (
        <Notice kind="warning" title={t('consent.more.title')}>
          <span>{t('consent.more.advice')}</span>
        </Notice>
      )}
      {usual.length > 0 && (
        <section class="stack">
          <h2>{isMore ? t('consent.needed') : t('consent.permissions')}</h2>
          <ScopeChoice offered={usual} collapsesReads={!isMore} />
        </section>
      )}
      {extra.length > 0 && (
        <section class="stack">
          <ExtraScopesTitle extra={extra} isAlone={usual.length === 0} />
          <ScopeChoice offered={extra} />
        </section>
      )}
      {needsFresh && <FreshSignInNotice before="scopes" back={back} />}
    </>
  )
}

interface ExtraScopesTitleProps {
  readonly extra: Offer['scopes']
  /** Whether no scope is preselected. */
  readonly isAlone: boolean
}

/** Introduces the scopes that are not preselected. A connected app can also ask for everyday ones. */
function ExtraScopesTitle({ extra, isAlone }: ExtraScopesTitleProps) {
  if (extra.some(({ scope }) => EVERYDAY_SCOPES.includes(scope)))
    return <h2>{isAlone ? t('consent.permissions') : t('consent.other_permissions')}</h2>
  return <Notice kind="warning" title={isAlone ? t('consent.sensitive') : t('consent.also_sensitive')} />
}

/** Describes when a connection expires. */
function describeLifetime({ services }: PageRequest): ComponentChildren {
  const { refresh, refreshMax } = services.auth.lifetimes
  const values = {
    idle: formatDuration(refresh),
    link: (text: ComponentChildren) => <a href="/account/apps">{text}</a>,
  }
  return refreshMax === undefined
    ? rich('consent.lifetime', values)
    : rich('consent.lifetime_max', { ...values, max: formatDuration(refreshMax) })
}

type ConsentHeadingProps = Pick<ConsentQuestion, 'client' | 'grant' | 'offer'>

/** Whether a connected app asks for more permissions. */
const asksForMore = ({ grant, offer }: ConsentHeadingProps): boolean => grant !== undefined && offer.scopes.length > 0

const titleKey = (asking: ConsentHeadingProps) => (asksForMore(asking) ? 'consent.title_more' : 'consent.title')

export const consentTitle = (asking: ConsentHeadingProps): string => t(titleKey(asking), { app: asking.client.name })

export const ConsentHeading = (asking: ConsentHeadingProps) => (
  <>{rich(titleKey(asking), { app: <bdi>{asking.client.name}</bdi> })}</>
)
