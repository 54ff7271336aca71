import { z } from 'zod'
import { isHandle } from '../../auth/users/handles.ts'
import { recover } from '../../errors.ts'
import { listOrganizationAuditEvents } from '../../tools/audit/list-audit-events.ts'
import { leaveOrganization, removeMember } from '../../tools/members/end-membership.ts'
import { listMembers, MemberView } from '../../tools/members/list-members.ts'
import { findMember } from '../../tools/members/membership.ts'
import { updateMember } from '../../tools/members/update-member.ts'
import type { OrganizationView } from '../../tools/organizations/view.ts'
import { t } from '../i18n/t.ts'
import { isAdmin } from '../layout/organization-frame.tsx'
import { sendPage } from '../layout/send-page.tsx'
import { loadOrganization } from '../organizations/load-organization.ts'
import { listingWithFlash } from '../requests/flash.ts'
import { callTool, listPage, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { MembersPage } from './members-page.tsx'

/** Keeps a page with its forms below 50 kB. */
const ROWS = 15

const list: Route = {
  path: '/o/:organization/members',
  get: withSession(async request => {
    const organization = await loadOrganization(request)
    const input = { organization: organization.organization, limit: ROWS }
    const call = { tool: listMembers, list: 'members', item: MemberView, input }
    const { items: members, next } = await listPage(request, call)
    const flash = await findFlash(request, organization)
    const props = { organization, members, next, me: request.signedIn.user.handle, flash }
    sendPage(request, {
      title: t('members.list.title', { organization: organization.name }),
      body: <MembersPage {...props} />,
    })
  }),
  post: withSession(async request => {
    const { organization = '' } = request.params
    const user = request.form.get('user') ?? ''
    const change = request.form.get('change') ?? ''
    const changed = await (change === 'remove' ? remove(request, user) : setRole(request, user, change))
    redirect(request, listingWithFlash(request, `/o/${organization}/members`, { changed }))
  }),
}

/** Changes the role of a member. Returns the handle. */
async function setRole(request: SignedInRequest, user: string, role: string): Promise<string> {
  const input = { organization: request.params['organization'], user, role }
  return (await callTool(request, { tool: updateMember, input, shape: MemberView })).user
}

/** Removes a member. Returns the handle, even if an earlier click or another administrator has already removed them. */
async function remove(request: SignedInRequest, user: string): Promise<string> {
  const input = { organization: request.params['organization'], user }
  const call = { tool: removeMember, input, shape: z.object({ user: z.string() }) }
  const removed = await callTool(request, call).catch(recover(undefined, 'not_found'))
  if (removed !== undefined) return removed.user
  await loadOrganization(request)
  return user.toLowerCase()
}

/** Describes the result of the last change. The URL contains the member only; the result is looked up. */
async function findFlash(request: SignedInRequest, organization: OrganizationView): Promise<string | undefined> {
  const handle = request.query.get('changed') ?? ''
  const { read } = request.services.store
  const account = await read.accounts.by('handle', organization.organization)
  if (!isHandle(handle) || account === undefined) return undefined
  const found = await findMember(handle, account, read).catch(recover(undefined, 'not_found'))
  if (found !== undefined) {
    return t(`members.change_role.done.${found.member.role === 'admin' ? 'admin' : 'member'}`, { user: handle })
  }
  const wasRemoved = isAdmin(organization) && (await wasEverRemoved(request, organization, handle))
  return wasRemoved ? t('members.remove.done', { user: handle }) : undefined
}

/** Returns whether an administrator has ever removed a member with this handle. Only administrators may call it. */
async function wasEverRemoved(
  request: SignedInRequest,
  { organization }: OrganizationView,
  target: string,
): Promise<boolean> {
  const input = { organization, action: 'remove_member', target, limit: 1 }
  const shape = z.object({ events: z.array(z.object({ target: z.string() })) })
  const { events } = await callTool(request, { tool: listOrganizationAuditEvents, input, shape })
  return events.length > 0
}

const leave: Route = {
  path: '/o/:organization/leave',
  post: withSession(async request => {
    const { organization = '' } = request.params
    const call = { tool: leaveOrganization, input: { organization }, shape: z.object({}) }
    // Not found: already removed by an earlier click, or by another administrator.
    await callTool(request, call).catch(recover(undefined, 'not_found'))
    redirect(request, `/account/organizations?${new URLSearchParams({ left: organization })}`)
  }),
}

/** The members page, and leaving an organization. */
export const MEMBER_ROUTES: readonly Route[] = [list, leave]
