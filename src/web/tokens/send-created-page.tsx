import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { PriorSubmission } from '../forms/submit-once.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import type { PageRequest } from '../requests/page-request.ts'
import { TokenAlreadyCreatedPage } from './token-already-created-page.tsx'
import { type CreatedToken, TokenCreatedPage } from './token-created-page.tsx'

/** The part of the output of `create_token` that the page reads. */
export const CreatedTokenShape = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  scopes: z.array(z.string()),
  expires_at: z.string().nullable(),
  token: z.string(),
})

/** Sends the page with the value of a new token, the only page that has it. `isRegenerated`: the value replaces another one. */
export function sendCreatedPage(request: PageRequest, created: CreatedToken, { isRegenerated = false } = {}): void {
  const title = isRegenerated ? t('tokens.created.regenerated') : t('tokens.created.title')
  sendPage(request, { title, body: <TokenCreatedPage {...{ request, created, title, isRegenerated }} /> })
}

/** Responds to a form that already created its token. */
export async function sendAlreadyCreatedPage(
  request: PageRequest,
  { user }: SignedIn,
  { id }: PriorSubmission,
): Promise<void> {
  const token = await request.services.store.read.tokens.get(id ?? '')
  const created = token?.user_id === user.id && token.revoked_at === null ? token : undefined
  sendPage(request, {
    title: t('tokens.already_created.title'),
    body: <TokenAlreadyCreatedPage request={request} created={created} />,
  })
}
