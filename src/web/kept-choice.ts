import { createHmac } from 'node:crypto'
import { isSame } from '../auth/secrets.ts'
import type { Visit } from './visit.ts'

/** The parameter, and the field, with what a person had chosen on a page before they had to sign in again. */
export const KEPT = 'kept'

/** What of a form is kept, and what of that is left out first when an address cannot hold all of it. */
interface Keeping {
  readonly fields: readonly string[]
  readonly spare: readonly string[]
}

const CONSENT: Keeping = { fields: ['scope', 'accounts', 'account', 'own'], spare: ['account'] }
/** An address that is longer is not followed after signing in. */
const MOST = 1500

type Person = Pick<Visit, 'browser' | 'signedIn'>

/**
 * The address of a page with what its form says, so that signing in again changes no tick. Nobody else can write one: what is ticked there would be theirs to say.
 * What does not fit has to be chosen again.
 */
export function keepChoice(
  visit: Person & Pick<Visit, 'form'>,
  path: string,
  { fields, spare }: Keeping = CONSENT,
): string {
  const chosen = [...visit.form].filter(([name]) => fields.includes(name))
  const address = addressOf(visit, path, chosen)
  const [first, ...others] = spare
  if (address.length <= MOST || first === undefined) return address
  return keepChoice(visit, path, { fields: fields.filter(name => name !== first), spare: others })
}

/** What the same person had chosen on this page, as a form of it says it; undefined = nothing is kept. */
export function keptChoice(visit: Person, path: string, kept: string | null): URLSearchParams | undefined {
  const [text = '', signature = ''] = kept?.split('.') ?? []
  if (kept === null || !isSame(signature, signatureOf(visit, path, text))) return undefined
  return new URLSearchParams(Buffer.from(text, 'base64url').toString())
}

function addressOf(visit: Person, path: string, chosen: [string, string][]): string {
  const text = Buffer.from(new URLSearchParams(chosen).toString()).toString('base64url')
  return `${path}${path.includes('?') ? '&' : '?'}${KEPT}=${text}.${signatureOf(visit, path, text)}`
}

const signatureOf = ({ browser, signedIn }: Person, path: string, text: string): string =>
  createHmac('sha256', browser).update(`${KEPT} ${signedIn?.user.id} ${path} ${text}`).digest('base64url')
