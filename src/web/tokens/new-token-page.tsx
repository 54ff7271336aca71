import { ALL_SCOPES } from '../../auth/policy/scopes.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { ScopeChoice } from '../components/scope-list.tsx'
import { formatDay } from '../format/day.ts'
import { FormErrorSummary } from '../forms/error-summary.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { type Options, Select } from '../forms/select.tsx'
import type { Visit } from '../requests/visit.ts'
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
  /** Where it may be made: the person's own account first. */
  readonly accounts: readonly Frozen<AccountRecord>[]
  /** The preset that the address names, or whose button was pressed. */
  readonly preset: PresetName | undefined
  readonly faults: DraftFaults
  /** Why it was not made after all. */
  readonly refusal: { readonly message: string; readonly fix?: string | undefined } | undefined
  /** Where to sign in again and come back to what is filled in: for a sign-in that is too old for some scopes. */
  readonly signInAgain: string | undefined
  /** Whether the draft has such scopes, and was sent back for them. */
  readonly isStale: boolean
}

/** Asks what a new account token is for, what it may do, and how long. */
export function NewTokenPage(props: NewTokenPageProps) {
  const { visit, draft, accounts, preset, faults, refusal, signInAgain, isStale } = props
  return (
    <>
      <div class="intro">
        <h1>New account token</h1>
        <p>For scripts and CI. A token never exceeds your own permissions.</p>
      </div>
      <Form visit={visit} action="/account/tokens/new" class="card">
        {/* Enter in a field presses the first button of a form, which shall be no preset. */}
        <button type="submit" class="unseen" name="step" value="review" tabIndex={-1} aria-hidden="true" />
        <FormErrorSummary title="The token was not created" faults={faults} labels={DRAFT_LABELS} />
        {refusal !== undefined && (
          <Notice kind="danger" title="The token was not created" isFirst>
            <p>{refusal.message}</p>
            {refusal.fix !== undefined && <p>{refusal.fix}</p>}
          </Notice>
        )}
        {signInAgain !== undefined && <SignInAgain href={signInAgain} isStale={isStale} />}
        <Presets chosen={preset} />
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
          <ScopeChoice
            offered={ALL_SCOPES.map(scope => ({
              scope,
              isTicked: draft.scopes.includes(scope),
              isWanted: false,
              wasDenied: false,
            }))}
          />
        </div>
        <Expiration visit={visit} draft={draft} fault={faults.date} />
        <p class="hint">
          A token works until the end of its last day, in UTC. Scopes and expiration can't change later. Name and
          description can.
        </p>
        <div class="actions">
          <Button look="primary" name="step" value="review">
            Review
          </Button>
        </div>
      </Form>
    </>
  )
}

/** Buttons, so that what is filled in stays. */
function Presets({ chosen }: { readonly chosen: PresetName | undefined }) {
  return (
    <div class="actions" role="group" aria-label="Presets of scopes">
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
      title="Manage and Delete need a sign-in of the last ten minutes"
      isFirst={isStale}
    >
      <p>
        <a href={href}>Sign in again</a>
        {isStale
          ? ' and come back to what is filled in here; only a very long description has to be typed again. The token was not created.'
          : ' before you fill this in, if you want to tick something there.'}
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
      hint="On your own account it reaches what you reach. On an organization it reaches that alone, its administrators can revoke it, and it stops when you leave."
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
    <>
      <fieldset class="checklist" id="expires">
        <legend>{DRAFT_LABELS.expires}</legend>
        {EXPIRIES.map(one => (
          <label key={one}>
            <input type="radio" name="expires" value={one} checked={draft.expires === one} />
            <span>
              {formatExpiry(one, now)}
              {one === 'never' && <span class="hint">Anyone who finds a copy can use it until it is revoked.</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        name="date"
        label={`${DRAFT_LABELS.date} (optional)`}
        kind="date"
        value={draft.date}
        hint="Leave blank for a token that never expires."
        fault={fault}
      />
    </>
  )
}

function formatExpiry(expires: TokenDraft['expires'], now: Date): string {
  if (expires === 'never') return 'Never'
  return expires === 'date' ? 'Custom date' : `${expires} days (${formatDay(dayAfter(Number(expires), now))})`
}
