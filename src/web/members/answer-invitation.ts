import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import { answerInvitation } from '../../tools/invitations/answer-invitation.ts'
import { callTool } from '../requests/call-tool.ts'
import type { PageRequest } from '../requests/page-request.ts'

interface InvitationAnswer {
  readonly id: string
  /** The argument of the tool: the ID of the invitation, or its secret. */
  readonly invitation: string
  readonly accept: boolean
}

/**
 * Answers an invitation and returns the path to show next. A second click leads to the same path as the first.
 * @throws AppError with the codes of the tool.
 */
export async function submitInvitationAnswer(
  request: PageRequest,
  signedIn: SignedIn,
  { id, invitation, accept }: InvitationAnswer,
): Promise<{ readonly to: string }> {
  try {
    const input = { invitation, accept }
    await callTool(request, signedIn, { tool: answerInvitation, input, shape: z.object({}) })
  } catch (error) {
    const to =
      error instanceof AppError && error.code === 'gone' ? await findAnsweredPath(request, signedIn, id) : undefined
    if (to === undefined) throw error
    return { to }
  }
  return { to: (await findAnsweredPath(request, signedIn, id)) ?? '/' }
}

/** Returns the path to show after this user answered an invitation; undefined if they have not answered it. */
export async function findAnsweredPath(
  { services: { store } }: PageRequest,
  { user }: SignedIn,
  id: string,
): Promise<string | undefined> {
  const found = await store.read.invitations.get(id)
  if (found?.ended?.user_id !== user.id || found.ended.as === 'revoked') return undefined
  if (found.ended.as === 'declined') return `/account/invitations?${new URLSearchParams({ declined: id })}`
  const account = await store.read.accounts.get(found.account_id)
  return account === undefined ? undefined : `/o/${account.handle}`
}
