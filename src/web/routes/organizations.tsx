import { z } from 'zod'
import { isHandle } from '../../auth/handles.ts'
import type { SignedIn } from '../../auth/sessions.ts'
import { createOrganization } from '../../tools/organizations/create-organization.ts'
import { getOrganization } from '../../tools/organizations/get-organization.ts'
import { listOrganizations } from '../../tools/organizations/list-organizations.ts'
import { OrganizationView } from '../../tools/organizations/organization-shape.ts'
import { attempt, type FormFailure } from '../attempt.ts'
import { callTool } from '../call-tool.ts'
import { type Deleted, deletedOrganizations } from '../deleted-organizations.ts'
import { redirect, sendPage } from '../page.tsx'
import { NewOrganization } from '../pages/new-organization.tsx'
import { Organizations } from '../pages/organizations.tsx'
import { requireSession } from '../require-session.ts'
import type { Route, Visit } from '../visit.ts'

const PATH = '/account/organizations'

const Listed = z.object({ organizations: z.array(OrganizationView), next_cursor: z.string().optional() })

const list: Route = {
  path: PATH,
  get: async visit => {
    const signedIn = requireSession(visit)
    if (signedIn === undefined) return
    const cursor = visit.query.get('cursor') ?? undefined
    const { organizations, next_cursor: next } = await callTool(visit, signedIn, {
      tool: listOrganizations,
      input: { cursor },
      shape: Listed,
    })
    const deleted = await deletedOrganizations(visit, signedIn)
    const told = toldOf(visit, deleted)
    const props = { visit, organizations, next, deleted, told }
    sendPage(visit, { title: 'Organizations', body: <Organizations {...props} /> })
  },
}

/** What the form that led here did. The address alone is not believed where it could be wrong. */
function toldOf({ query }: Visit, deleted: readonly Deleted[]): string | undefined {
  const gone = deleted.find(({ organization }) => organization === query.get('deleted'))
  if (gone !== undefined) return `${gone.organization} is deleted. You can bring it back below.`
  const left = query.get('left') ?? ''
  return isHandle(left) ? `You are not in ${left} any more.` : undefined
}

const create: Route = {
  path: `${PATH}/new`,
  get: async visit => {
    if (requireSession(visit) !== undefined) sendForm(visit)
  },
  post: async visit => {
    const signedIn = requireSession(visit)
    if (signedIn === undefined) return
    const { organization, name } = typedIn(visit)
    const input = { organization, ...(name !== '' && { name }) }
    const shape = z.object({ organization: z.string() })
    let handle = organization.toLowerCase()
    const failure = await attempt(['organization', 'name'], async () => {
      const made = await callTool(visit, signedIn, { tool: createOrganization, input, shape })
      handle = made.organization
    })
    if (failure !== undefined && !(await isMadeJustNow(visit, signedIn, input))) return sendForm(visit, failure)
    redirect(visit, `/o/${handle}`)
  },
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
  } catch {
    return false
  }
}

/** The organizations of a person, and a new one. */
export const ORGANIZATIONS_ROUTES: readonly Route[] = [list, create]
