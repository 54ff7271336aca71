import type { Frozen } from '../../../store/frozen.ts'
import type { AccountRecord } from '../../../store/records/identity.ts'
import { Button } from '../../components/button.tsx'
import { ErrorDetails } from '../../components/error-details.tsx'
import { Notice } from '../../components/notice.tsx'
import { formatDay } from '../../format/day.ts'
import { FormErrorSummary } from '../../forms/error-summary.tsx'
import { Field } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { type Options, Select } from '../../forms/select.tsx'
import { IdempotencyField } from '../../forms/submit-once-field.tsx'
import type { Visit } from '../../requests/visit.ts'
import { AccessGrid } from '../access-grid.tsx'
import {
  DRAFT_LABELS,
  type DraftFaults,
  dayAfter,
  EXPIRIES,
  PRESETS,
  type PresetName,
  type TokenDraft,
} from './draft.ts'

interface NewTokenPageProps {
  readonly visit: Visit
  readonly draft: TokenDraft
  /** The accounts that can own the token: the user's own account first. */
  readonly accounts: readonly Frozen<AccountRecord>[]
  /** The preset that the URL or the clicked button selects. */
  readonly preset: PresetName | undefined
  readonly faults: DraftFaults
  /** Why the token was not created, if no single field is wrong. */
  readonly refusal: { readonly message: string; readonly fix?: string | undefined } | undefined
  /** Path of the sign-in page that returns here, if the sign-in is too old for some scopes. */
  readonly signInAgain: string | undefined
  /** Whether the draft was rejected because of such scopes. */
  readonly isStale: boolean
}

/** The form of a new account token. */
export function NewTokenPage(props: NewTokenPageProps) {
  const { visit, draft, accounts, preset, faults, refusal, signInAgain, isStale } = props
  return (
    <>
      <div class="intro">
        <h1>New account token</h1>
        <p>For scripts and CI. Tokens never exceed your own permissions.</p>
      </div>
      <Form visit={visit} action="/account/tokens/new" class="card">
        {/* Enter in a field clicks the first button of a form, which must not be a preset. */}
        <button type="submit" class="unseen" name="step" value="create" tabIndex={-1} aria-hidden="true" />
        <IdempotencyField visit={visit} />
        <FormErrorSummary title="The token was not created" faults={faults} labels={DRAFT_LABELS} />
        {refusal !== undefined && (
          <Notice kind="danger" title="The token was not created" isFirst>
            <p>{refusal.message}</p>
            {refusal.fix !== undefined && <p>{refusal.fix}</p>}
            <ErrorDetails />
          </Notice>
        )}
        {signInAgain !== undefined && <SignInAgain href={signInAgain} isStale={isStale} />}
        <Field
          name="name"
          label={DRAFT_LABELS.name}
          value={draft.name}
          fault={faults.name}
          hint="For example: CI deploy."
          required
        />
        <Field
          name="description"
          label={`${DRAFT_LABELS.description} (optional)`}
          kind="lines"
          value={draft.description}
          fault={faults.description}
        />
        <Owner accounts={accounts} chosen={draft.account} fault={faults.account} />
        <Expiration visit={visit} draft={draft} fault={faults.date} />
        <div
          class="stack"
          id="scope"
          role="group"
          aria-labelledby="scope-title"
          aria-describedby={faults.scope === undefined ? undefined : 'scope-fault'}
        >
          <h2 id="scope-title">{DRAFT_LABELS.scope}</h2>
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
        <p class="hint">You can't change permissions and expiration later.</p>
        <div class="actions">
          <Button look="primary" name="step" value="create">
            Create token
          </Button>
        </div>
      </Form>
    </>
  )
}

/** Buttons instead of links, so that the form keeps its fields. */
function Presets({ chosen }: { readonly chosen: PresetName | undefined }) {
  return (
    <div class="actions" role="group" aria-label="Presets">
      <span class="hint">Start with</span>
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
          {label}
        </button>
      ))}
    </div>
  )
}

function SignInAgain({ href, isStale }: { readonly href: string; readonly isStale: boolean }) {
  return (
    <Notice
      kind={isStale ? 'danger' : 'info'}
      title="Admin and delete permissions need a sign-in within the last 10 minutes"
      isFirst={isStale}
    >
      <p>
        <a href={href}>Sign in again</a>
        {isStale
          ? '. This form keeps your input, except for a very long description. The token was not created.'
          : ' first if this token needs one of them.'}
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
    kind === 'personal' ? `${handle} (you)` : `${handle} (organization)`,
  ])
  const isUnknown = accounts.every(({ handle }) => handle !== chosen)
  return (
    <Select
      name="account"
      label={DRAFT_LABELS.account}
      options={isUnknown ? [['', 'Choose an account'], ...options] : options}
      chosen={chosen}
      hint="A token of your own account reaches everything that you reach. A token of an organization reaches only that organization. Its administrators can revoke the token, and it stops working when you leave."
      fault={fault}
    />
  )
}

interface ExpirationProps extends Pick<NewTokenPageProps, 'visit' | 'draft'> {
  readonly fault: string | undefined
}

function Expiration({ visit, draft, fault }: ExpirationProps) {
  const now = visit.services.now()
  return (
    <fieldset class="expiration" id="expires">
      <legend>{DRAFT_LABELS.expires}</legend>
      <div class="choice">
        {EXPIRIES.map(one => (
          <label key={one}>
            <input type="radio" name="expires" value={one} checked={draft.expires === one} />
            <span>
              {one === 'never' ? 'Never' : one === 'date' ? 'Custom' : `${one} days`}{' '}
              <span class="hint">{formatExpiry(one, now)}</span>
            </span>
          </label>
        ))}
      </div>
      {/* The stylesheet hides the field unless "Custom" is chosen, but an error must be visible. */}
      <div class={fault === undefined ? 'custom-date' : undefined}>
        <Field
          name="date"
          label={DRAFT_LABELS.date}
          kind="date"
          value={draft.date}
          hint="Last day the token works, in UTC."
          fault={fault}
        />
      </div>
    </fieldset>
  )
}

function formatExpiry(expires: TokenDraft['expires'], now: Date): string {
  if (expires === 'never') return 'Anyone who finds a copy can use it until it is revoked.'
  return expires === 'date' ? 'The day that you choose' : formatDay(dayAfter(Number(expires), now))
}
