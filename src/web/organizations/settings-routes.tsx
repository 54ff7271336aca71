import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { listMembers, MemberView } from '../../tools/members/list-members.ts'
import { deleteOrganization } from '../../tools/organizations/delete-organization.ts'
import {
  handOverOrganization,
  setOrganizationVisibility,
  updateOrganization,
} from '../../tools/organizations/update-organization.ts'
import type { OrganizationView } from '../../tools/organizations/view.ts'
import type { Tool } from '../../tools/pipeline/tool.ts'
import { type FormFailure, formRoute, type RefusedForm } from '../forms/form-route.ts'
import { t } from '../i18n/t.ts'
import { isAdmin } from '../layout/organization-frame.tsx'
import { sendPage } from '../layout/send-page.tsx'
import { callTool, type PageRequest, type SignedInRequest } from '../requests/page-request.ts'
import { pendingAction, type SensitiveAction } from '../sessions/pending-action.ts'
import { listDeletedOrganizations, loadOrganization } from './load-organization.ts'
import { MAX_OWNER_CANDIDATES, OrganizationSettingsPage, type Setting } from './settings-page.tsx'

interface SettingChange {
  readonly tool: Tool
  readonly fields: readonly [string, ...string[]]
  /** The arguments of the tool, except for the organization. */
  readonly input: (form: URLSearchParams) => object
  /** Its button, if it needs a sign-in within the last ten minutes. */
  readonly dangerous?: (organization: string) => SensitiveAction
  /** The message after the change. Gets the changed organization. */
  readonly flash: (organization: OrganizationView) => string
}

const SETTING_CHANGES: Readonly<Record<Setting, SettingChange>> = {
  name: {
    tool: updateOrganization,
    fields: ['name'],
    input: form => ({ name: form.get('name') ?? '' }),
    flash: ({ name }) => t('organizations.settings.done.name', { name }),
  },
  visibility: {
    tool: setOrganizationVisibility,
    fields: ['public'],
    input: form => ({ public: form.get('public') === 'yes' }),
    flash: one =>
      t(`organizations.settings.done.${one.public ? 'public' : 'private'}`, { organization: one.organization }),
  },
  owner: {
    tool: handOverOrganization,
    fields: ['to', 'confirm'],
    input: form => ({ to: form.get('to') ?? '', confirm: form.get('confirm')?.trim() ?? '' }),
    dangerous: organization => ({
      button: t('organizations.settings.transfer.button', { organization }),
      fields: ['setting', 'to'],
    }),
    flash: ({ organization, owner }) => t('organizations.settings.done.owner', { owner, organization }),
  },
  delete: {
    tool: deleteOrganization,
    fields: ['confirm'],
    input: form => ({ confirm: form.get('confirm')?.trim() ?? '' }),
    dangerous: organization => ({
      button: t('organizations.settings.delete.button', { organization }),
      fields: ['setting'],
    }),
    flash: ({ organization }) => t('organizations.settings.done.delete', { organization }),
  },
}

const isSetting = (name: string | null): name is Setting => name !== null && Object.hasOwn(SETTING_CHANGES, name)

/** Renames, publishes, transfers and deletes an organization; for its administrators. */
export const organizationSettingsRoute = formRoute({
  path: '/o/:organization/settings',
  show: sendSettingsPage,
  sensitive: request => SETTING_CHANGES[readSetting(request)].dangerous?.(request.params['organization'] ?? ''),
  read: readSetting,
  fields: setting => SETTING_CHANGES[setting].fields,
  submit: async (request, setting) => {
    const { tool, input } = SETTING_CHANGES[setting]
    try {
      const { organization } = request.params
      await callTool(request, { tool, input: { organization, ...input(request.form) }, shape: z.object({}) })
    } catch (error) {
      // After an earlier click, a former owner is rejected, and a deleted organization is not found.
      const mayBeDone = error instanceof AppError && (error.code === 'forbidden' || error.code === 'not_found')
      if (!mayBeDone || !(await isDone(setting, request))) throw error
    }
  },
  next: (_, { sent, request: { params } }) => {
    const { organization = '' } = params
    if (sent === 'delete') return `/account/organizations?${new URLSearchParams({ deleted: organization })}`
    return `/o/${organization}/settings?done=${sent}`
  },
})

function readSetting({ form }: PageRequest): Setting {
  const setting = form.get('setting')
  if (isSetting(setting)) return setting
  throw new AppError('invalid_input', t('organizations.settings.no_setting'), {
    fix: t('organizations.settings.no_setting_fix'),
  })
}

/** Adapts the error to the page, where the handle is typed into a field. */
function toPageFailure(why: FormFailure, organization: string): FormFailure {
  if (why.field !== 'confirm') return why
  const { status, field } = why
  return { status, field, message: t('organizations.settings.wrong_handle', { organization }) }
}

/** Returns whether an earlier click made the change. */
async function isDone(setting: Setting, request: SignedInRequest): Promise<boolean> {
  const { organization } = request.params
  if (setting === 'owner') {
    const { owner } = await loadOrganization(request)
    return owner === request.form.get('to')
  }
  const deleted = setting === 'delete' ? await listDeletedOrganizations(request) : []
  return deleted.some(one => one.organization === organization)
}

async function sendSettingsPage(request: SignedInRequest, refused?: RefusedForm<Setting>): Promise<void> {
  const organization = await loadOrganization(request)
  if (!isAdmin(organization)) {
    throw new AppError(
      'forbidden',
      t('organizations.settings.admins_only', { organization: organization.organization }),
      {
        fix: t('organizations.errors.ask_owner', { owner: organization.owner }),
      },
    )
  }
  const failure = refused && {
    setting: refused.sent,
    why: toPageFailure(refused.failure, request.params['organization'] ?? ''),
  }
  const done = request.query.get('done')
  const flash = isSetting(done) && done !== 'delete' ? SETTING_CHANGES[done].flash(organization) : undefined
  const heirs =
    organization.owner === request.signedIn.user.handle ? await listOwnerCandidates(request, organization) : undefined
  const left = failure === undefined ? pendingAction(request)?.form : undefined
  const props = { request, organization, heirs, failure, left, flash }
  const title = t(failure === undefined ? 'organizations.settings.page' : 'organizations.settings.page_error', {
    organization: organization.name,
  })
  sendPage(request, { title, status: failure?.why.status ?? 200, body: <OrganizationSettingsPage {...props} /> })
}

async function listOwnerCandidates(
  request: SignedInRequest,
  { organization, owner }: OrganizationView,
): Promise<readonly string[]> {
  const { members } = await callTool(request, {
    tool: listMembers,
    input: { organization, limit: MAX_OWNER_CANDIDATES },
    shape: z.object({ members: z.array(MemberView) }),
  })
  return members.map(({ user }) => user).filter(user => user !== owner)
}
