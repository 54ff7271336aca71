import { counted } from '../../tools/counted.ts'
import type { OrganizationView } from '../../tools/organizations/organization-shape.ts'
import type { FormFailure } from '../attempt.ts'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { Form } from '../components/form.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { FreshSignIn } from '../components/fresh-sign-in.tsx'
import { Notice } from '../components/notice.tsx'
import { OrganizationFrame } from '../components/organization-frame.tsx'
import { Select } from '../components/select.tsx'
import { VisibilityForm } from '../components/visibility-form.tsx'
import { LINE_ROOM } from '../text-fault.ts'
import type { Visit } from '../visit.ts'

/** What a form of the settings asks for. */
export type Setting = 'name' | 'visibility' | 'owner' | 'delete'

interface SettingsProps {
  readonly visit: Visit
  readonly organization: OrganizationView
  /** Who could own it next, by handle; undefined when it is not the person's to hand over. */
  readonly heirs: readonly string[] | undefined
  readonly failure: { readonly setting: Setting; readonly why: FormFailure } | undefined
  /** The form that was sent before the person had to sign in again. */
  readonly left: URLSearchParams | undefined
  /** What was done just before. */
  readonly told: string | undefined
}

/** What administrators can change about an organization. */
export function OrganizationSettings(props: SettingsProps) {
  const { visit, organization, heirs, failure, told } = props
  return (
    <OrganizationFrame visit={visit} organization={organization} here="settings">
      {failure !== undefined && (
        <FormFault {...failure.why} field={failure.why.field && idOf(failure.setting, failure.why.field)} />
      )}
      {told !== undefined && <Notice kind="good" title={told} />}
      <Name {...props} />
      <Visibility {...props} />
      <FreshSignIn
        visit={visit}
        what={heirs === undefined ? 'Deleting needs' : 'Handing over and deleting need'}
        first="fill in the form"
        back={pathOf(organization)}
      />
      {heirs !== undefined && <HandOver {...props} heirs={heirs} />}
      <Delete {...props} />
    </OrganizationFrame>
  )
}

const idOf = (setting: Setting, field: string): string => `${setting}-${field}`

const pathOf = ({ organization }: OrganizationView): string => `/o/${organization}/settings`

/** What was typed into a field of a form that is shown again. */
const typedIn = (props: SettingsProps, setting: Setting, field: string): string | undefined =>
  isAt(props, setting) ? ((props.left ?? props.visit.form).get(field) ?? undefined) : undefined

/** Whether the person is at this form: it was sent back, or left undone. */
const isAt = ({ failure, left }: SettingsProps, setting: Setting): boolean =>
  (failure?.setting ?? left?.get('setting')) === setting

const faultAt = ({ failure }: SettingsProps, setting: Setting, field: string): string | undefined =>
  failure?.setting === setting && failure.why.field === field ? failure.why.message : undefined

function Name(props: SettingsProps) {
  const { visit, organization } = props
  return (
    <Form visit={visit} action={pathOf(organization)} class="card">
      <h2>Name</h2>
      <Field
        id={idOf('name', 'name')}
        name="name"
        label="What people read"
        value={typedIn(props, 'name', 'name') ?? organization.name}
        required
        maxlength={LINE_ROOM}
        hint={`The handle ${organization.organization} stays: projects are named by it.`}
        fault={faultAt(props, 'name', 'name')}
      />
      <div class="actions">
        <Button name="setting" value="name">
          Rename
        </Button>
      </div>
    </Form>
  )
}

function Visibility({ visit, organization }: SettingsProps) {
  const isPublic = organization.public
  return (
    <VisibilityForm visit={visit} action={pathOf(organization)} isPublic={isPublic}>
      {isPublic
        ? 'It is public: anybody who is signed in to this service may read its projects, their texts and translations, and its voice.'
        : 'It is private: only its members see that it is there. When it is public, anybody who is signed in to this service may read its projects, their texts and translations, and its voice.'}{' '}
      Members, terms, tokens and the audit log are never public, and nobody else can change anything.
    </VisibilityForm>
  )
}

/** The select of the next owner lists no more members than this. */
export const MOST_HEIRS = 200

const NOT_ALL_HEIRS = `The first ${MOST_HEIRS} are listed; your agent reaches all by hand_over_organization.`

function HandOver(props: SettingsProps & { readonly heirs: readonly string[] }) {
  const { visit, organization, heirs } = props
  return (
    <section class="card">
      <h2>Hand over</h2>
      <p>Another member becomes the owner, and alone can hand it on. You stay as an administrator.</p>
      {heirs.length === 0 ? (
        <p class="hint">There is nobody else yet: invite somebody first.</p>
      ) : (
        <details open={isAt(props, 'owner')}>
          <summary>Hand over this organization</summary>
          <Form visit={visit} action={pathOf(organization)} class="stack">
            <Select
              id={idOf('owner', 'to')}
              name="to"
              label="New owner"
              options={[['', 'Choose a member'], ...heirs.map(handle => [handle, handle] as const)]}
              chosen={typedIn(props, 'owner', 'to')}
              required
              hint={organization.members > MOST_HEIRS ? NOT_ALL_HEIRS : undefined}
              fault={faultAt(props, 'owner', 'to')}
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

function Delete(props: SettingsProps) {
  const { visit, organization } = props
  const { organization: handle, projects, members } = organization
  return (
    <section class="card danger-zone">
      <h2>Delete</h2>
      <p>
        Its {counted(projects, 'project')}, its tokens and the rights of its {counted(members, 'member')} stop at once.
        For 30 days an administrator can bring it back as it was; then everything in it is gone for good.
      </p>
      <details open={isAt(props, 'delete')}>
        <summary>Delete this organization</summary>
        <Form visit={visit} action={pathOf(organization)} class="stack">
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

function Confirm({ props, setting }: { readonly props: SettingsProps; readonly setting: Setting }) {
  return (
    <Field
      id={idOf(setting, 'confirm')}
      name="confirm"
      label={`Type ${props.organization.organization} to confirm`}
      value={typedIn(props, setting, 'confirm')}
      required
      maxlength={60}
      fault={faultAt(props, setting, 'confirm')}
    />
  )
}
