import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../auth/secrets.ts'
import type { PageRequest } from '../requests/page-request.ts'

/** Name of the query parameter and the form field with the choices that a user made before signing in again. */
export const SAVED_CHOICE_PARAM = 'kept'

/** The form fields to save. `spare` fields are left out first if the URL gets too long. */
interface ChoiceFields {
  readonly fields: readonly string[]
  readonly spare: readonly string[]
}

const CONSENT_FIELDS: ChoiceFields = { fields: ['scope', 'accounts', 'account', 'own'], spare: ['account'] }
/** A longer URL is not followed after signing in. */
const MAX_PATH_LENGTH = 1500

type ChoiceOwner = Pick<PageRequest, 'browser' | 'signedIn'>

/**
 * Builds the URL of a page with the choices of its form, so that signing in again keeps them. The URL is signed, so that other users cannot choose for this
 * one. Choices that do not fit must be made again.
 */
export function savedChoicePath(
  request: ChoiceOwner & Pick<PageRequest, 'form'>,
  path: string,
  { fields, spare }: ChoiceFields = CONSENT_FIELDS,
): string {
  const chosen = [...request.form].filter(([name]) => fields.includes(name))
  const address = buildPath(request, path, chosen)
  const [first, ...others] = spare
  if (address.length <= MAX_PATH_LENGTH || first === undefined) return address
  return savedChoicePath(request, path, { fields: fields.filter(name => name !== first), spare: others })
}

/** Returns the saved choices of the same user on this page, as form fields; undefined if there are none. */
export function savedChoice(request: ChoiceOwner, path: string, kept: string | null): URLSearchParams | undefined {
  const [text = '', signature = ''] = kept?.split('.') ?? []
  if (kept === null || !constantTimeEqual(signature, signChoice(request, path, text))) return undefined
  return new URLSearchParams(Buffer.from(text, 'base64url').toString())
}

function buildPath(request: ChoiceOwner, path: string, chosen: [string, string][]): string {
  const text = Buffer.from(new URLSearchParams(chosen).toString()).toString('base64url')
  return `${path}${path.includes('?') ? '&' : '?'}${SAVED_CHOICE_PARAM}=${text}.${signChoice(request, path, text)}`
}

const signChoice = ({ browser, signedIn }: ChoiceOwner, path: string, text: string): string =>
  createHmac('sha256', browser).update(`${SAVED_CHOICE_PARAM} ${signedIn?.user.id} ${path} ${text}`).digest('base64url')
