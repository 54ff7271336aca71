import { z } from 'zod'
import { belongsTo } from '../../auth/belongs.ts'
import type { SignedIn } from '../../auth/sessions.ts'
import { AppError } from '../../errors.ts'
import { listAuditEvents } from '../../tools/audit/list-audit-events.ts'
import { createOrganization } from '../../tools/organizations/create-organization.ts'
import { getOrganization } from '../../tools/organizations/get-organization.ts'
import { listOrganizations } from '../../tools/organizations/list-organizations.ts'
import { OrganizationView } from '../../tools/organizations/organization-shape.ts'
import { attempt, type FormFailure } from '../attempt.ts'
import { callTool } from '../call-tool.ts'
import { type Deleted, deletedOrganizations } from '../deleted-organizations.ts'
import { sendPage } from '../page.tsx'
import { NewOrganization } from '../pages/new-organization.tsx'
import { Organizations } from '../pages/organizations.tsx'
import { redirect } from '../redirect.ts'
import { forSignedIn } from '../require-session.ts'
import type { Route, Visit } from '../visit.ts'

const PATH = '/account/organizations'

const Listed = z.object({ organizations: z.array(OrganizationView), next_cursor: z.string().optional() })

const list: Route = {
  path: PATH,
  get: forSignedIn(async (visit, signedIn) => {
    const cursor = visit.query.get('cursor') ?? undefined
    const { organizations, next_cursor: next } = await callTool(visit, signedIn, {
      tool: listOrganizations,
      input: { cursor },
      shape: Listed,
    })
    const deleted = await deletedOrganizations(visit, signedIn)
    const told = await toldOf(visit, signedIn, deleted)
    const props = { visit, organizations, next, deleted, told }
    sendPage(visit, { title: 'Organizations', body: <Organizations {...props} /> })
  }),
}

/** What the form that led here did. The address only says which: what it claims is looked up. */
async function toldOf(visit: Visit, signedIn: SignedIn, deleted: readonly Deleted[]): Promise<string | undefined> {
  const { query } = visit
  const gone = deleted.find(({ organization }) => organization === query.get('deleted'))
  if (gone !== undefined) return `${gone.organization} is deleted. You can bring it back below.`
  const left = query.get('left') ?? ''
  return (await hasLeft(visit, signedIn, left)) ? `You are not in ${left} any more.` : undefined
}

/** Whether the person has left the organization of this handle, and has not come back. */
async function hasLeft(visit: Visit, signedIn: SignedIn, handle: string): Promise<boolean> {
  const { read } = visit.services.store
  const account = await read.accounts.by('handle', handle)
  if (account === undefined || (await belongsTo(account, signedIn.user, read))) return false
  const input = { action: 'leave_organization', target: account.handle, limit: 1 }
  const shape = z.object({ events: z.array(z.object({ target: z.string() })) })
  const { events } = await callTool(visit, signedIn, { tool: listAuditEvents, input, shape })
  return events.length > 0
}

const create: Route = {
  path: `${PATH}/new`,
  get: forSignedIn(async visit => sendForm(visit)),
  post: forSignedIn(async (visit, signedIn) => {
    const { organization, name } = typedIn(visit)
    const input = { organization, ...(name !== '' && { name }) }
    const shape = z.object({ organization: z.string() })
    let handle = organization.toLowerCase()
    const failure = await attempt(visit, ['organization', 'name'], async () => {
      const made = await callTool(visit, signedIn, { tool: createOrganization, input, shape })
      handle = made.organization
    })
    if (failure !== undefined && !(await isMadeJustNow(visit, signedIn, input)))
      return sendForm(visit, inWords(failure))
    redirect(visit, `/o/${handle}`)
  }),
}

/** What helps on the pages, where a tool tells how to call another one. */
function inWords(failure: FormFailure): FormFailure {
  if (failure.message.includes(' can still be restored')) {
    return { ...failure, fix: 'Restore it under Organizations, or choose another handle.' }
  }
  if (failure.message.includes('nobody can own more')) {
    const fix = 'Hand one over under its settings; a deleted one counts for as long as it can be restored.'
    return { ...failure, fix }
  }
  return failure
}

const typedIn = ({ form }: Visit) => ({
  organization: form.get('organization')?.trim() ?? '',
  name: form.get('name')?.trim() ?? '',
})

function sendForm(visit: Visit, failure?: FormFailure): void {
  const props = { visit, typed: typedIn(visit), failure }
  const title = failure === undefined ? 'New organization' : 'Error: New organization'
  sendPage(visit, { title, status: failure?.status ?? 200, body: <NewOrganization {...props} /> })
}

const MOMENT_MS = 60_000

/** Whether a button that was pressed twice has made it: the second press is no fault of the person's. */
async function isMadeJustNow(
  visit: Visit,
  signedIn: SignedIn,
  { organization, name = organization.toLowerCase() }: { readonly organization: string; readonly name?: string },
): Promise<boolean> {
  try {
    const input = { organization }
    const made = await callTool(visit, signedIn, { tool: getOrganization, input, shape: OrganizationView })
    const age = visit.services.now().getTime() - Date.parse(made.created_at)
    return made.owner === signedIn.user.handle && made.name === name && age < MOMENT_MS
  } catch (error) {
    // It is somebody else's, or nobody can be called that.
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input')) return false
    throw error
  }
}

/** The organizations of a person, and a new one. */
export const ORGANIZATIONS_ROUTES: readonly Route[] = [list, create]
