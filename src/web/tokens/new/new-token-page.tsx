import type { Frozen } from '../../../store/frozen.ts'
import type { AccountRecord } from '../../../store/records/identity.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { formatDay } from '../../format/day.ts'
import { FormErrorNotice } from '../../forms/error-notice.tsx'
import { FormErrorSummary } from '../../forms/error-summary.tsx'
import { Field, Form, IdempotencyField, type Options, Select } from '../../forms/form.tsx'
import type { FormFailure } from '../../forms/form-route.ts'
import { rich, t } from '../../i18n/t.ts'
import { useRequest } from '../../requests/page-request.ts'
import { AccessGrid } from '../access-grid.tsx'
import {
  type DraftFaults,
  dayAfter,
  EXPIRIES,
  listDraftLabels,
  PRESETS,
  type PresetName,
  type TokenDraft,
} from './draft.ts'

interface NewTokenPageProps {
  readonly draft: TokenDraft
  /** The accounts that can own the token: the user's own account first. */
  readonly accounts: readonly Frozen<AccountRecord>[]
  /** The preset that the URL or the clicked button selects. */
  readonly preset: PresetName | undefined
  readonly faults: DraftFaults
  /** Why the token was not created, if no single field is wrong. */
  readonly refusal: DraftRefusal | undefined
  /** Path of the sign-in page that returns here, if the sign-in is too old for some scopes. */
  readonly signInAgain: string | undefined
  /** Whether the draft was rejected because of such scopes. */
  readonly isStale: boolean
}

export type DraftRefusal = Pick<FormFailure, 'message' | 'fix' | 'isFromTool'>

/** The form of a new account token. */
export function NewTokenPage(props: NewTokenPageProps) {
  const { draft, accounts, preset, faults, refusal, signInAgain, isStale } = props
  const labels = listDraftLabels()
  return (
    <>
      <div class="intro">
        <h1>{t('tokens.new.title')}</h1>
        <p>{t('tokens.new.intro')}</p>
      </div>
      <Form action="/account/tokens/new" class="card">
        {/* Enter in a field clicks the first button of a form, which must not be a preset. */}
        <button type="submit" class="unseen" name="step" value="create" tabIndex={-1} aria-hidden="true" />
        <IdempotencyField />
        <FormErrorSummary title={t('tokens.new.not_created')} faults={faults} labels={labels} />
        {refusal !== undefined && <FormErrorNotice {...refusal} title={t('tokens.new.not_created')} />}
        {signInAgain !== undefined && <SignInAgain href={signInAgain} isStale={isStale} />}
        <Field
          name="name"
          label={labels.name}
          value={draft.name}
          fault={faults.name}
          hint={t('tokens.new.name_hint')}
          required
        />
        <Field
          name="description"
          label={t('forms.optional', { label: labels.description })}
          kind="lines"
          value={draft.description}
          fault={faults.description}
        />
        <Owner accounts={accounts} chosen={draft.account} fault={faults.account} />
        <Expiration draft={draft} fault={faults.date} />
        <div
          class="stack"
          id="scope"
          role="group"
          aria-labelledby="scope-title"
          aria-describedby={faults.scope === undefined ? undefined : 'scope-fault'}
        >
          <h2 id="scope-title">{labels.scope}</h2>
          {faults.scope !== undefined && (
            <div class="field">
              <span class="fault" id="scope-fault">
                {faults.scope}
              </span>
            </div>
          )}
          <Presets chosen={preset} />
          <AccessGrid scopes={draft.scopes} />
        </div>
        <p class="hint">{t('tokens.new.fixed')}</p>
        <div class="actions">
          <Button look="primary" name="step" value="create">
            {t('tokens.create')}
          </Button>
        </div>
      </Form>
    </>
  )
}

/** Buttons instead of links, so that the form keeps its fields. */
function Presets({ chosen }: { readonly chosen: PresetName | undefined }) {
  return (
    <div class="actions" role="group" aria-label={t('tokens.new.presets')}>
      <span class="hint">{t('tokens.new.start_with')}</span>
      {Object.entries(PRESETS).map(([name, { label }]) => (
        <button
          key={name}
          type="submit"
          class="button small"
          name="preset"
          value={name}
          formNoValidate
          aria-pressed={chosen === name ? 'true' : 'false'}
        >
          {t(label)}
        </button>
      ))}
    </div>
  )
}

function SignInAgain({ href, isStale }: { readonly href: string; readonly isStale: boolean }) {
  return (
    <Notice kind={isStale ? 'danger' : 'info'} title={t('tokens.new.fresh.title')} isFirst={isStale}>
      <p>
        {rich(isStale ? 'tokens.new.fresh.stale' : 'tokens.new.fresh.first', {
          link: text => <a href={href}>{text}</a>,
        })}
      </p>
    </Notice>
  )
}

interface OwnerProps extends Pick<NewTokenPageProps, 'accounts'> {
  readonly chosen: string
  readonly fault: string | undefined
}

function Owner({ accounts, chosen, fault }: OwnerProps) {
  const options: Options = accounts.map(({ handle, kind }) => [
    handle,
    t(kind === 'personal' ? 'tokens.new.owner.you' : 'tokens.new.owner.organization', { account: handle }),
  ])
  const isUnknown = accounts.every(({ handle }) => handle !== chosen)
  return (
    <Select
      name="account"
      label={listDraftLabels().account}
      options={isUnknown ? [['', t('tokens.new.owner.choose')], ...options] : options}
      chosen={chosen}
      hint={t('tokens.new.owner.hint')}
      fault={fault}
    />
  )
}

function Expiration({ draft, fault }: Pick<NewTokenPageProps, 'draft'> & { readonly fault: string | undefined }) {
  const now = useRequest().services.now()
  const labels = listDraftLabels()
  return (
    <fieldset class="expiration" id="expires">
      <legend>{labels.expires}</legend>
      <div class="choice">
        {EXPIRIES.map(one => (
          <label key={one}>
            <input type="radio" name="expires" value={one} checked={draft.expires === one} />
            <span>
              {nameExpiry(one)} <span class="hint">{formatExpiry(one, now)}</span>
            </span>
          </label>
        ))}
      </div>
      {/* The stylesheet hides the field unless "Custom" is chosen, but an error must be visible. */}
      <div class={fault === undefined ? 'custom-date' : undefined}>
        <Field
          name="date"
          label={labels.date}
          kind="date"
          value={draft.date}
          hint={t('tokens.new.expires.date_hint')}
          fault={fault}
        />
      </div>
    </fieldset>
  )
}

function nameExpiry(expires: TokenDraft['expires']): string {
  if (expires === 'never') return t('tokens.new.expires.never')
  return expires === 'date' ? t('tokens.new.expires.custom') : t('tokens.new.expires.days', { count: Number(expires) })
}

function formatExpiry(expires: TokenDraft['expires'], now: Date): string {
  if (expires === 'never') return t('tokens.new.expires.never_hint')
  return expires === 'date' ? t('tokens.new.expires.custom_hint') : formatDay(dayAfter(Number(expires), now))
}
