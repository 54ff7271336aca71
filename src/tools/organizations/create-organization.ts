import { z } from 'zod'
import { isPastRestoration, releaseHandle, restorableUntil } from '../../auth/deletion.ts'
import { findRoles } from '../../auth/policy/authorize.ts'
import { findReservedLookalike, parseHandle } from '../../auth/users/handles.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { getLookalikeKey, isLookalike } from '../../store/records/lookalikes.ts'
import { assertMayOwnMore } from '../authority/ownership.ts'
import type { WriteContext } from '../pipeline/call.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { Line } from '../schemas/fields.ts'
import { OrganizationView, toOrganizationView } from './view.ts'

type ClaimContext = Pick<WriteContext, 'tx' | 'principal' | 'services'>

/**
 * Returns the handle for a new organization: free, and not confusable with another one. Deleted organizations that can no longer be restored release their
 * handles.
 * @throws AppError `invalid_input`, `already_exists`.
 */
async function claimHandle(name: string, { tx, principal, services }: ClaimContext): Promise<string> {
  const handle = parseHandle(name)
  const word = findReservedLookalike(handle)
  if (word !== undefined) {
    throw new AppError('invalid_input', `Handle ${handle} looks like ${word}, which is reserved.`, {
      fix: CHOOSE_ANOTHER_HANDLE,
    })
  }
  const machine = services.auth.machineHandle
  if (handle === machine || (await tx.users.by('handle', handle)) !== undefined) throw handleTakenError(handle)
  const candidates = await tx.accounts.list('look', getLookalikeKey(handle))
  for (const account of candidates.filter(one => isLookalike(handle, one.handle))) {
    if (isPastRestoration(account, services.now())) await releaseHandle(tx, account)
    else if (account.handle !== handle) throw similarHandleError(handle, account.handle)
    else
      throw (await mayRestore(account, { tx, principal })) ? restorableHandleError(account) : handleTakenError(handle)
  }
  if (isLookalike(handle, machine)) throw similarHandleError(handle, machine)
  return handle
}

/** Returns whether the caller may restore the organization. Other callers learn only that the handle is taken. */
async function mayRestore(
  account: Frozen<AccountRecord>,
  { tx, principal }: Pick<ClaimContext, 'tx' | 'principal'>,
): Promise<boolean> {
  if (account.deleted_at === undefined) return false
  const target = { kind: 'account', account, name: account.handle, evenDeleted: true } as const
  return (await findRoles(principal, target, tx)).has('organization_admin')
}

function restorableHandleError({ handle, deleted_at = '' }: Frozen<AccountRecord>): AppError {
  return new AppError('already_exists', `${handle} was deleted on ${deleted_at} and can still be restored.`, {
    fix: `Restore it with restore_organization, wait until ${restorableUntil(deleted_at)}, or choose another handle.`,
    pageFix: 'Restore it under Organizations, or choose another handle.',
  })
}

const handleTakenError = (handle: string): AppError =>
  new AppError('already_exists', `Handle ${handle} is taken.`, { fix: CHOOSE_ANOTHER_HANDLE })

const similarHandleError = (handle: string, other: string): AppError =>
  new AppError('already_exists', `Handle ${handle} looks like ${other}, which is taken.`, {
    fix: CHOOSE_ANOTHER_HANDLE,
  })

const CHOOSE_ANOTHER_HANDLE = 'Choose another handle.'

/** Creates an organization that the caller owns. */
export const createOrganization = writeTool({
  name: 'create_organization',
  title: 'Create organization',
  pastTense: 'Created organization',
  description:
    'Create an organization: an account with members who share its projects. You own it. Its handle never changes. Next: invite_member, create_project.',
  scope: 'organization:write',
  toolset: 'organizations',
  hints: { destructive: false, idempotent: false },
  grows: true,
  rest: [{ method: 'POST', path: '/api/organizations', status: 201 }],
  input: z.object({
    organization: z
      .string()
      .min(1)
      .max(60)
      .describe('Handle, such as acme: 2 to 39 lowercase letters, digits and single hyphens'),
    name: Line.optional().describe('Display name; default: the handle'),
  }),
  output: OrganizationView.extend({ next: z.string() }),
  structured: true,
  resource: async ({ organization }) => ({
    target: { kind: 'new_organization', name: organization.toLowerCase() } as const,
  }),
  handler: async ({ organization, name }, { tx, read, principal, services, audit }) => {
    const now = services.now()
    const { user } = principal
    const handle = await claimHandle(organization, { tx, principal, services })
    await assertMayOwnMore(user, read, services)
    const created_at = now.toISOString()
    const account: Frozen<AccountRecord> = {
      id: services.newId(),
      handle,
      name: name ?? handle,
      kind: 'organization',
      owner_id: user.id,
      has_access: true,
      public: false,
      created_at,
    }
    await tx.accounts.insert(account)
    await tx.memberships.insert({
      id: services.newId(),
      account_id: account.id,
      user_id: user.id,
      role: 'admin',
      created_at,
    })
    audit(handle, { name: account.name }, undefined, account)
    return {
      ...(await toOrganizationView(account, principal, tx)),
      next: `Invite members with invite_member, organization ${handle}. Create a project with create_project, such as ${handle}/app.`,
    }
  },
})
