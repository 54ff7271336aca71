import { toCustomerNetwork } from '../../auth/oauth/clients/limit.ts'
import type { BrowserAnswer } from '../../auth/passkeys/browser-answer.ts'
import { consumeChallenge, createChallenge } from '../../auth/passkeys/challenges.ts'
import type { PasskeyFault } from '../../auth/passkeys/passkey-fault.ts'
import { findRelyingParty, type RelyingParty } from '../../auth/passkeys/relying-party.ts'
import type { PasskeyChallengeRecord } from '../../store/records/sign-in.ts'
import { t } from '../i18n/t.ts'
import { type NextLink, sendErrorPage } from '../layout/error-page.tsx'
import { PageError } from '../layout/page-error.ts'
import { wantsJson } from '../requests/accept.ts'
import type { PageRequest } from '../requests/page-request.ts'

export const MALFORMED_ANSWER: PasskeyFault = { why: 'unverified', detail: 'the answer is malformed' }

/** The status and the messages of each fault. */
const FAULTS = {
  unknown_challenge: [400, 'used'],
  other_browser: [400, 'used'],
  expired: [400, 'used'],
  other_session: [400, 'used'],
  unverified: [400, 'unverified'],
  unknown_passkey: [403, 'unknown_passkey'],
  other_user: [403, 'other_user'],
  cloned: [403, 'cloned'],
  suspended: [403, 'suspended'],
  not_allowed: [403, 'not_allowed'],
} as const satisfies Record<PasskeyFault['why'], readonly [number, string]>

/** Sends the page of a refused passkey. The log has the details. */
export function sendPasskeyFault(request: PageRequest, fault: PasskeyFault, nextLink: NextLink): void {
  const { services, requestId } = request
  services.log.warn({ request_id: requestId, ...fault }, 'a passkey was refused')
  const [status, name] = FAULTS[fault.why]
  const [message, fix] = [t(`passkeys.faults.${name}.message`), t(`passkeys.faults.${name}.fix`)]
  sendErrorPage(request, { status, message, fix, isStep: true, nextLink })
}

type Purpose = PasskeyChallengeRecord['purpose']

/** The form field with the answer of the browser. */
export const CREDENTIAL_FIELD = 'credential'

/** The step of a passkey form: the script asks for a `challenge`, then submits the `answer`. Without a script, a browser sends `neither`. */
export function getStep({ form, incoming }: PageRequest): 'answer' | 'challenge' | 'neither' {
  if (form.has(CREDENTIAL_FIELD)) return 'answer'
  return wantsJson(incoming) ? 'challenge' : 'neither'
}

/**
 * Returns the relying party.
 * @throws PageError if browsers refuse passkeys for the base URL.
 */
export function requireParty({ services: { baseUrl } }: PageRequest): RelyingParty {
  const party = findRelyingParty(baseUrl)
  if ('id' in party) return party
  throw new PageError('invalid_input', t('passkeys.obstacle.unavailable'), {
    fix: t(`passkeys.obstacle.${party.obstacle}`, { url: baseUrl }),
  })
}

interface ChallengeRequest {
  readonly purpose: Purpose
  readonly userId?: string
  readonly handle?: string
}

/** Creates a challenge for this browser and session. */
export function issueChallenge(request: PageRequest, { purpose, userId, handle }: ChallengeRequest): Promise<string> {
  const { services, signedIn, browser, address } = request
  const { now, newId } = services
  const challenge = {
    purpose,
    ...(userId !== undefined && { user_id: userId }),
    ...(handle !== undefined && { handle }),
    ...(signedIn !== undefined && { session_id: signedIn.session.id }),
  }
  const network = signedIn === undefined ? toCustomerNetwork(address) : undefined
  return services.store.transaction(tx => createChallenge(tx, challenge, { browser, network, now: now(), newId }))
}

/** Uses up the challenge of an answer, whether the answer proves something or not. */
export function takeChallenge(
  request: PageRequest,
  { challenge: value }: BrowserAnswer<unknown>,
  purposes: readonly Purpose[],
): ReturnType<typeof consumeChallenge> {
  const { services, browser, signedIn } = request
  const presented = { value, browser, sessionId: signedIn?.session.id, purposes }
  return services.store.transaction(tx => consumeChallenge(tx, presented, services.now()))
}
