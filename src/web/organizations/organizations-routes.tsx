import { z } from 'zod'
import { isOwnerOrMember } from '../../auth/organizations/membership.ts'
import { AppError } from '../../errors.ts'
import { listAuditEvents } from '../../tools/audit/list-audit-events.ts'
import { createOrganization } from '../../tools/organizations/create-organization.ts'
import { getOrganization, listOrganizations } from '../../tools/organizations/read-organizations.ts'
import { OrganizationView } from '../../tools/organizations/view.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Field, Form } from '../forms/form.tsx'
import { type FormFailure, formRoute } from '../forms/form-route.ts'
import { MAX_LINE_UNITS } from '../forms/text-validation.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool, listPage, type PageRequest, type Route, type SignedInRequest } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { type DeletedOrganization, listDeletedOrganizations } from './load-organization.ts'
import { OrganizationsPage } from './organizations-page.tsx'

const PATH = '/account/organizations'

const list: Route = {
  path: PATH,
  get: withSession(async request => {
    const call = { tool: listOrganizations, list: 'organizations', item: OrganizationView }
    const { items: organizations, next } = await listPage(request, call)
    const deleted = await listDeletedOrganizations(request)
    const props = { organizations, next, deleted, flash: await findFlash(request, deleted) }
    sendPage(request, { title: t('organizations.list.title'), body: <OrganizationsPage {...props} /> })
  }),
}

/** Describes the result of the last form. The URL contains the organization only; the result is looked up. */
async function findFlash(
  request: SignedInRequest,
  deleted: readonly DeletedOrganization[],
): Promise<string | undefined> {
  const { query } = request
  const gone = deleted.find(({ organization }) => organization === query.get('deleted'))
  if (gone !== undefined) return t('organizations.list.deleted', { organization: gone.organization })
  const left = query.get('left') ?? ''
  return (await hasLeft(request, left)) ? t('organizations.list.left', { organization: left }) : undefined
}

/** Returns whether the user left this organization and has not joined it again. */
async function hasLeft(request: SignedInRequest, handle: string): Promise<boolean> {
  const { read } = request.services.store
  const account = await read.accounts.by('handle', handle)
  if (account === undefined || (await isOwnerOrMember(account, request.signedIn.user, read))) return false
  const input = { action: 'leave_organization', target: account.handle, limit: 1 }
  const shape = z.object({ events: z.array(z.object({ target: z.string() })) })
  const { events } = await callTool(request, { tool: listAuditEvents, input, shape })
  return events.length > 0
}

const create = formRoute({
  path: `${PATH}/new`,
  show: (request, refused) => {
    const failure = refused?.failure
    const title = t(failure === undefined ? 'organizations.new.title' : 'organizations.new.title_error')
    const body = <NewOrganizationPage typed={parseOrganizationForm(request)} failure={failure} />
    sendPage(request, { title, status: failure?.status ?? 200, body })
  },
  read: parseOrganizationForm,
  fields: ['organization', 'name'],
  submit: async (request, { organization, name }) => {
    const input = { organization, ...(name !== '' && { name }) }
    const shape = z.object({ organization: z.string() })
    try {
      return (await callTool(request, { tool: createOrganization, input, shape })).organization
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === 'already_exists'
      if (!isTaken || !(await wasJustCreated(request, input))) throw error
      return organization.toLowerCase()
    }
  },
  next: handle => `/o/${handle}`,
})

function parseOrganizationForm({ form }: PageRequest) {
  return { organization: form.get('organization')?.trim() ?? '', name: form.get('name')?.trim() ?? '' }
}

const JUST_CREATED_MS = 60_000

/** Returns whether an earlier click created the organization: a second click is not an error. */
async function wasJustCreated(
  request: SignedInRequest,
  { organization, name = organization.toLowerCase() }: { readonly organization: string; readonly name?: string },
): Promise<boolean> {
  try {
    const input = { organization }
    const created = await callTool(request, { tool: getOrganization, input, shape: OrganizationView })
    const age = request.services.now().getTime() - Date.parse(created.created_at)
    return created.owner === request.signedIn.user.handle && created.name === name && age < JUST_CREATED_MS
  } catch (error) {
    // It belongs to another user, or the handle is not valid.
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input')) return false
    throw error
  }
}

/** The list of organizations, and the form for a new one. */
export const ORGANIZATIONS_ROUTES: readonly Route[] = [list, create]

interface NewOrganizationPageProps {
  readonly typed: ReturnType<typeof parseOrganizationForm>
  readonly failure: FormFailure | undefined
}

function NewOrganizationPage({ typed, failure }: NewOrganizationPageProps) {
  const faultAt = (field: string) => (failure?.field === field ? failure.message : undefined)
  return (
    <>
      <div class="intro">
        <h1>{t('organizations.new.title')}</h1>
        <p>{t('organizations.new.intro')}</p>
      </div>
      {failure !== undefined && <FormErrorNotice {...failure} title={t('organizations.new.not_created')} />}
      <Form action="/account/organizations/new" class="card">
        <Field
          name="organization"
          label={t('organizations.new.handle')}
          value={typed.organization}
          required
          maxlength={60}
          hint={t('organizations.new.handle_hint')}
          fault={faultAt('organization')}
        />
        <Field
          name="name"
          label={t('organizations.new.name')}
          value={typed.name}
          maxlength={MAX_LINE_UNITS}
          hint={t('organizations.new.name_hint')}
          fault={faultAt('name')}
        />
        <div class="actions">
          <Button look="primary">{t('organizations.new.submit')}</Button>
          <ButtonLink href="/account/organizations">{t('organizations.new.cancel')}</ButtonLink>
        </div>
      </Form>
    </>
  )
}
