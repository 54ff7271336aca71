import type { OrganizationView } from '../../tools/organizations/view.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { Button } from '../components/button.tsx'
import { FreshSignInNotice } from '../components/fresh-sign-in-notice.tsx'
import { Notice } from '../components/notice.tsx'
import type { FormFailure } from '../forms/attempt.ts'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { Select } from '../forms/select.tsx'
import { MAX_LINE_UNITS } from '../forms/text-validation.ts'
import { VisibilityForm } from '../forms/visibility-form.tsx'
import { OrganizationFrame } from '../layout/organization-frame.tsx'
import type { Visit } from '../requests/visit.ts'

/** What a form of the settings asks for. */
export type Setting = 'name' | 'visibility' | 'owner' | 'delete'

interface OrganizationSettingsPageProps {
  readonly visit: Visit
  readonly organization: OrganizationView
  /** Who could own it next, by handle; undefined when it is not the person's to hand over. */
  readonly heirs: readonly string[] | undefined
  readonly failure: { readonly setting: Setting; readonly why: FormFailure } | undefined
  /** The form that was sent before the person had to sign in again. */
  readonly left: URLSearchParams | undefined
  /** What was done just before. */
  readonly flash: string | undefined
}

/** What administrators can change about an organization. */
export function OrganizationSettingsPage(props: OrganizationSettingsPageProps) {
  const { visit, organization, heirs, failure, flash } = props
  return (
    <OrganizationFrame visit={visit} organization={organization} here="settings">
      {failure !== undefined && (
        <FormErrorNotice {...failure.why} field={failure.why.field && fieldId(failure.setting, failure.why.field)} />
      )}
      {flash !== undefined && <Notice kind="good" title={flash} />}
      <Name {...props} />
      <Visibility {...props} />
      <FreshSignInNotice
        visit={visit}
        what={heirs === undefined ? 'Deleting needs' : 'Handing over and deleting need'}
        first="fill in the form"
        back={settingsPath(organization)}
      />
      {heirs !== undefined && <HandOver {...props} heirs={heirs} />}
      <Delete {...props} />
    </OrganizationFrame>
  )
}

const fieldId = (setting: Setting, field: string): string => `${setting}-${field}`

const settingsPath = ({ organization }: OrganizationView): string => `/o/${organization}/settings`

/** What was typed into a field of a form that is shown again. */
const typedValue = (props: OrganizationSettingsPageProps, setting: Setting, field: string): string | undefined =>
  isSubmitted(props, setting) ? ((props.left ?? props.visit.form).get(field) ?? undefined) : undefined

/** Whether the person is at this form: it was sent back, or left undone. */
const isSubmitted = ({ failure, left }: OrganizationSettingsPageProps, setting: Setting): boolean =>
  (failure?.setting ?? left?.get('setting')) === setting

const fieldFault = ({ failure }: OrganizationSettingsPageProps, setting: Setting, field: string): string | undefined =>
  failure?.setting === setting && failure.why.field === field ? failure.why.message : undefined

function Name(props: OrganizationSettingsPageProps) {
  const { visit, organization } = props
  return (
    <Form visit={visit} action={settingsPath(organization)} class="card">
      <h2>Name</h2>
      <Field
        id={fieldId('name', 'name')}
        name="name"
        label="What people read"
        value={typedValue(props, 'name', 'name') ?? organization.name}
        required
        maxlength={MAX_LINE_UNITS}
        hint={`The handle ${organization.organization} stays: projects are named by it.`}
        fault={fieldFault(props, 'name', 'name')}
      />
      <div class="actions">
        <Button name="setting" value="name">
          Rename
        </Button>
      </div>
    </Form>
  )
}

function Visibility({ visit, organization }: OrganizationSettingsPageProps) {
  const isPublic = organization.public
  return (
    <VisibilityForm visit={visit} action={settingsPath(organization)} isPublic={isPublic}>
      {isPublic
        ? 'It is public: anybody who is signed in to this service may read its projects, their texts and translations, and its voice.'
        : 'It is private: only its members see that it is there. When it is public, anybody who is signed in to this service may read its projects, their texts and translations, and its voice.'}{' '}
      Members, terms, tokens and the audit log are never public, and nobody else can change anything.
    </VisibilityForm>
  )
}

/** The select of the next owner lists no more members than this. */
export const MAX_OWNER_CANDIDATES = 200

const CANDIDATES_TRUNCATED = `The first ${MAX_OWNER_CANDIDATES} are listed; your agent reaches all by hand_over_organization.`

function HandOver(props: OrganizationSettingsPageProps & { readonly heirs: readonly string[] }) {
  const { visit, organization, heirs } = props
  return (
    <section class="card">
      <h2>Hand over</h2>
      <p>Another member becomes the owner, and alone can hand it on. You stay as an administrator.</p>
      {heirs.length === 0 ? (
        <p class="hint">There is nobody else yet: invite somebody first.</p>
      ) : (
        <details open={isSubmitted(props, 'owner')}>
          <summary>Hand over this organization</summary>
          <Form visit={visit} action={settingsPath(organization)} class="stack">
            <Select
              id={fieldId('owner', 'to')}
              name="to"
              label="New owner"
              options={[['', 'Choose a member'], ...heirs.map(handle => [handle, handle] as const)]}
              chosen={typedValue(props, 'owner', 'to')}
              required
              hint={organization.members > MAX_OWNER_CANDIDATES ? CANDIDATES_TRUNCATED : undefined}
              fault={fieldFault(props, 'owner', 'to')}
            />
            <Confirm props={props} setting="owner" />
            <div class="actions">
              <Button look="danger" name="setting" value="owner">
                Hand it over
              </Button>
            </div>
          </Form>
        </details>
      )}
    </section>
  )
}

function Delete(props: OrganizationSettingsPageProps) {
  const { visit, organization } = props
  const { organization: handle, projects, members } = organization
  return (
    <section class="card danger-zone">
      <h2>Delete</h2>
      <p>
        Its {pluralize(projects, 'project')}, its tokens and the rights of its {pluralize(members, 'member')} stop at
        once. For 30 days an administrator can bring it back as it was; then everything in it is gone for good.
      </p>
      <details open={isSubmitted(props, 'delete')}>
        <summary>Delete this organization</summary>
        <Form visit={visit} action={settingsPath(organization)} class="stack">
          <Confirm props={props} setting="delete" />
          <div class="actions">
            <Button look="danger" name="setting" value="delete">
              Delete {handle}
            </Button>
          </div>
        </Form>
      </details>
    </section>
  )
}

function Confirm({ props, setting }: { readonly props: OrganizationSettingsPageProps; readonly setting: Setting }) {
  return (
    <Field
      id={fieldId(setting, 'confirm')}
      name="confirm"
      label={`Type ${props.organization.organization} to confirm`}
      value={typedValue(props, setting, 'confirm')}
      required
      maxlength={60}
      fault={fieldFault(props, setting, 'confirm')}
    />
  )
}
