import type { ComponentChildren } from 'preact'
import type { OrganizationView } from '../../tools/organizations/view.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { FreshSignInNotice } from '../components/fresh-sign-in-notice.tsx'
import { Notice } from '../components/notice.tsx'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Field, Form, Select } from '../forms/form.tsx'
import { fieldId, isSubmitted, type SettingForms, settingField } from '../forms/setting-forms.ts'
import { MAX_LINE_UNITS } from '../forms/text-validation.ts'
import { VisibilityForm } from '../forms/visibility-form.tsx'
import { t } from '../i18n/t.ts'
import { OrganizationFrame } from '../layout/organization-frame.tsx'

/** The setting that a form changes. */
export type Setting = 'name' | 'visibility' | 'owner' | 'delete'

interface OrganizationSettingsPageProps extends SettingForms<Setting> {
  readonly organization: OrganizationView
  /** Handles of the members who can become the owner; undefined if the user is not the owner. */
  readonly heirs: readonly string[] | undefined
  readonly flash: string | undefined
}

/** The settings that administrators can change. */
export function OrganizationSettingsPage(props: OrganizationSettingsPageProps) {
  const { organization, heirs, failure, flash } = props
  return (
    <OrganizationFrame organization={organization} here="settings">
      {failure !== undefined && (
        <FormErrorNotice
          {...failure.why}
          title={t(`organizations.settings.failures.${failure.setting}`)}
          field={failure.why.field && fieldId(failure.setting, failure.why.field)}
        />
      )}
      {flash !== undefined && <Notice kind="good" title={flash} />}
      <Name {...props} />
      <Visibility {...props} />
      <FreshSignInNotice
        before={heirs === undefined ? 'delete' : 'transfer_or_delete'}
        back={settingsPath(organization)}
      />
      <section class="card danger-zone">
        <h2>{t('organizations.settings.danger')}</h2>
        <ul class="rows">
          {heirs !== undefined && <TransferOwnership {...props} heirs={heirs} />}
          <Delete {...props} />
        </ul>
      </section>
    </OrganizationFrame>
  )
}

const settingsPath = ({ organization }: OrganizationView): string => `/o/${organization}/settings`

function Name(props: OrganizationSettingsPageProps) {
  const { organization } = props
  return (
    <Form action={settingsPath(organization)} class="card">
      <h2>{t('organizations.settings.name.title')}</h2>
      <Field
        {...settingField(props, 'name', 'name', organization.name)}
        label={t('organizations.settings.name.label')}
        required
        maxlength={MAX_LINE_UNITS}
        hint={t('organizations.settings.name.hint', { organization: organization.organization })}
      />
      <div class="actions">
        <Button name="setting" value="name">
          {t('organizations.settings.name.submit')}
        </Button>
      </div>
    </Form>
  )
}

function Visibility({ organization }: OrganizationSettingsPageProps) {
  const { organization: handle, public: isPublic } = organization
  return (
    <VisibilityForm action={settingsPath(organization)} account={handle} isPublic={isPublic} kind="organization">
      {isPublic
        ? t('organizations.settings.visibility.public', { handle })
        : t('organizations.settings.visibility.private', { handle })}
    </VisibilityForm>
  )
}

/** Maximum members in the selection of the next owner. */
export const MAX_OWNER_CANDIDATES = 200

function TransferOwnership(props: OrganizationSettingsPageProps & { readonly heirs: readonly string[] }) {
  const { organization, heirs } = props
  const { organization: handle, members } = organization
  const { value: chosen, ...to } = settingField(props, 'owner', 'to')
  return (
    <DangerRow
      title={t('organizations.settings.transfer.title')}
      consequence={
        heirs.length === 0
          ? t('organizations.settings.transfer.nobody', { handle })
          : t('organizations.settings.transfer.effect')
      }
    >
      {heirs.length === 0 ? (
        <ButtonLink href={`/o/${handle}/invitations#invite`}>{t('organizations.settings.transfer.invite')}</ButtonLink>
      ) : (
        <Confirm
          id="owner"
          open={t('organizations.settings.transfer.title')}
          title={t('organizations.settings.transfer.question', { handle })}
          action={settingsPath(organization)}
          submit={t('organizations.settings.transfer.submit', { handle })}
          name="setting"
          value="owner"
          isOpen={isSubmitted(props, 'owner')}
        >
          <Select
            {...to}
            label={t('organizations.settings.transfer.new_owner')}
            options={[['', t('organizations.settings.transfer.choose')], ...heirs.map(one => [one, one] as const)]}
            chosen={chosen}
            required
            hint={
              members > MAX_OWNER_CANDIDATES
                ? t('organizations.settings.transfer.truncated', { max: MAX_OWNER_CANDIDATES })
                : undefined
            }
          />
          <TypeHandle props={props} setting="owner" />
        </Confirm>
      )}
    </DangerRow>
  )
}

function Delete(props: OrganizationSettingsPageProps) {
  const { organization } = props
  const { organization: handle, projects, members } = organization
  return (
    <DangerRow
      title={t('organizations.settings.delete.title')}
      consequence={t('organizations.settings.delete.effect', { handle })}
    >
      <Confirm
        id="delete"
        open={t('organizations.settings.delete.title')}
        title={t('organizations.settings.delete.question', { handle })}
        action={settingsPath(organization)}
        submit={t('organizations.settings.delete.submit', { handle })}
        name="setting"
        value="delete"
        isOpen={isSubmitted(props, 'delete')}
      >
        <p>{t('organizations.settings.delete.contents', { organization: handle, projects, members })}</p>
        <TypeHandle props={props} setting="delete" />
      </Confirm>
    </DangerRow>
  )
}

interface DangerRowProps {
  readonly title: string
  readonly consequence: string
  readonly children: ComponentChildren
}

function DangerRow({ title, consequence, children }: DangerRowProps) {
  return (
    <li>
      <div>
        <h3>{title}</h3>
        <p class="hint">{consequence}</p>
      </div>
      {children}
    </li>
  )
}

function TypeHandle({ props, setting }: { readonly props: OrganizationSettingsPageProps; readonly setting: Setting }) {
  return (
    <Field
      {...settingField(props, setting, 'confirm')}
      label={t('organizations.settings.confirm', { organization: props.organization.organization })}
      required
      maxlength={60}
    />
  )
}
