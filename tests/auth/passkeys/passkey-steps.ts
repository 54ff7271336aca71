import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { InvitationView } from '../../../src/tools/invitations/view.ts'
import type { Services } from '../../../src/tools/pipeline/call.ts'
import type { TestApp } from '../../http/test-app.ts'
import { type Jar, openJar, type Seen } from '../../web/jar.ts'
import type { Authenticator, Lie } from './software-authenticator.ts'

/** What the script of a page gets: a challenge, or where to go instead, or why not. */
interface Challenge {
  readonly create?: PublicKeyCredentialCreationOptionsJSON
  readonly get?: PublicKeyCredentialRequestOptionsJSON
  readonly location?: string
  readonly status?: number
  readonly detail?: string
}

const SCRIPT = { accept: 'application/json', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }

/** The form of the last page that has a button for passkeys and is sent to `action`, as the script reads it. */
export function readPasskeyForm({ text }: Seen, action: string): Record<string, string> {
  const form = [...text.matchAll(/<form method="post" action="([^"]*)".*?<\/form>/gs)].find(
    ([html, path]) => path === action && html.includes('data-passkey'),
  )
  if (form === undefined) throw new Error(`the page has no passkey form that is sent to ${action}:\n${text}`)
  const fields = [...form[0].matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]))
}

/** Asks for a challenge, as the script does. */
export async function askChallenge(jar: Jar, action: string, fields: Record<string, string>): Promise<Challenge> {
  const { text } = await jar.post(action, fields, { headers: SCRIPT })
  return JSON.parse(text) as Challenge
}

interface Walk {
  readonly jar: Jar
  readonly action: string
  readonly authenticator: Authenticator
  readonly fields?: Record<string, string>
  readonly lie?: Lie
}

/** Presses the passkey button of the last page, and returns the answer to the form that the script then sends. */
export async function pressPasskey({ jar, action, authenticator, fields = {}, lie = {} }: Walk): Promise<Seen> {
  const form = { ...readPasskeyForm(jar.last(), action), ...fields }
  const challenge = await askChallenge(jar, action, form)
  return jar.post(action, { ...form, credential: answer(challenge, authenticator, lie) }, { follow: false })
}

/** The answer of a browser with this authenticator. */
export function answer(challenge: Challenge, authenticator: Authenticator, lie: Lie = {}): string {
  const { create, get } = challenge
  if (create !== undefined) return authenticator.create(create, lie)
  if (get !== undefined) return authenticator.get(get, lie)
  throw new Error(`no challenge: ${JSON.stringify(challenge)}`)
}

/** Opens the sign-in page in a browser and signs in with a passkey. */
export async function signInWithPasskey(
  { services }: { readonly services: Pick<Services, 'baseUrl'> },
  authenticator: Authenticator,
  { jar = openJar(services.baseUrl), lie = {}, next }: { jar?: Jar; lie?: Lie; next?: string } = {},
): Promise<{ jar: Jar; seen: Seen }> {
  await jar.get(next === undefined ? '/login' : `/login?${new URLSearchParams({ next })}`)
  return { jar, seen: await pressPasskey({ jar, action: '/login/passkey', authenticator, lie }) }
}

/** Creates a passkey for the user who is signed in to this jar within the last ten minutes. */
export async function addPasskey(jar: Jar, authenticator: Authenticator, name = 'Laptop'): Promise<Seen> {
  await jar.get('/account/passkeys/new')
  return pressPasskey({ jar, action: '/account/passkeys', authenticator, fields: { name } })
}

/** Opens a new invitation of bea's organization acme in a new browser. */
export async function openInvitation({ world, services }: TestApp, args: object = {}): Promise<Jar> {
  const bea = await world.user('bea')
  const { url } = await bea.call<InvitationView & { url: string }>('invite_member', { organization: 'acme', ...args })
  const jar = openJar(services.baseUrl)
  await jar.get(new URL(url).pathname)
  return jar
}
