import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../auth/secrets.ts'
import type { Visit } from '../requests/visit.ts'

/** The parameter, and the field, with what a person had chosen on a page before they had to sign in again. */
export const SAVED_CHOICE_PARAM = 'kept'

/** What of a form is kept, and what of that is left out first when an address cannot hold all of it. */
interface ChoiceFields {
  readonly fields: readonly string[]
  readonly spare: readonly string[]
}

const CONSENT_FIELDS: ChoiceFields = { fields: ['scope', 'accounts', 'account', 'own'], spare: ['account'] }
/** An address that is longer is not followed after signing in. */
const MAX_PATH_LENGTH = 1500

type ChoiceOwner = Pick<Visit, 'browser' | 'signedIn'>

/**
 * The address of a page with what its form says, so that signing in again changes no tick. Nobody else can write one: what is ticked there would be theirs to say.
 * What does not fit has to be chosen again.
 */
export function savedChoicePath(
  visit: ChoiceOwner & Pick<Visit, 'form'>,
  path: string,
  { fields, spare }: ChoiceFields = CONSENT_FIELDS,
): string {
  const chosen = [...visit.form].filter(([name]) => fields.includes(name))
  const address = buildPath(visit, path, chosen)
  const [first, ...others] = spare
  if (address.length <= MAX_PATH_LENGTH || first === undefined) return address
  return savedChoicePath(visit, path, { fields: fields.filter(name => name !== first), spare: others })
}

/** What the same person had chosen on this page, as a form of it says it; undefined = nothing is kept. */
export function savedChoice(visit: ChoiceOwner, path: string, kept: string | null): URLSearchParams | undefined {
  const [text = '', signature = ''] = kept?.split('.') ?? []
  if (kept === null || !constantTimeEqual(signature, signChoice(visit, path, text))) return undefined
  return new URLSearchParams(Buffer.from(text, 'base64url').toString())
}

function buildPath(visit: ChoiceOwner, path: string, chosen: [string, string][]): string {
  const text = Buffer.from(new URLSearchParams(chosen).toString()).toString('base64url')
  return `${path}${path.includes('?') ? '&' : '?'}${SAVED_CHOICE_PARAM}=${text}.${signChoice(visit, path, text)}`
}

const signChoice = ({ browser, signedIn }: ChoiceOwner, path: string, text: string): string =>
  createHmac('sha256', browser).update(`${SAVED_CHOICE_PARAM} ${signedIn?.user.id} ${path} ${text}`).digest('base64url')
