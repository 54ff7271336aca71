import { hashSecret } from '../../src/auth/secrets.ts'
import { compoundKey } from '../../src/store/records/define.ts'
import { formsOf } from '../clients/forms.ts'
import { authorizePath, type Connecting, VERIFIER } from './authorize-steps.ts'
import type { Seen } from './jar.ts'
import { useFreshTestApp, useJar } from './scene.ts'

export const MINUTE = 60_000

type Differs = NonNullable<Parameters<typeof authorizePath>[1]>
type Fields = Readonly<Record<string, string | readonly string[]>>

/** Opens a testApp for each test, and a browser in which this user is signed in, or nobody. */
export function useConsent(handle?: string) {
  const testApp = useFreshTestApp()
  const jar = useJar(testApp, handle)
  const read = () => testApp.services.store.read
  const idOf = async (name: string) => (await read().users.by('handle', name))?.id ?? ''
  return {
    testApp,
    jar,
    /** Requests as this client, and follows to the page. */
    ask: (client: Connecting, differs: Differs = {}) => jar.get(authorizePath(client, differs)),
    /** Presses Allow with these checkboxes selected. */
    allow: (page: Seen, scope: readonly string[], more: Fields = {}) =>
      jar.post(page.path.split('?')[0] ?? '', { answer: 'allow', accounts: 'all', scope, ...more }),
    /** The answer of the token endpoint to a client that exchanges its code. */
    exchange: async ({ location = '' }: Seen, client: Connecting) => {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code: new URL(location).searchParams.get('code') ?? '',
        code_verifier: VERIFIER,
        client_id: client.id,
        redirect_uri: client.redirect_uris[0] ?? '',
      })
      const response = await fetch(`${testApp.url}/oauth/token`, { method: 'POST', body })
      return { status: response.status, body: (await response.json()) as Readonly<Record<string, string>> }
    },
    /** The code in the answer to the client. */
    codeOf: async ({ location = '' }: Seen) =>
      read().codes.by('hash', hashSecret(new URL(location).searchParams.get('code') ?? '')),
    codes: () => read().codes.count('all', ''),
    grantOf: async (name: string, client: Connecting) =>
      read().grants.by('pair', compoundKey(await idOf(name), client.id)),
    /** Newest first. */
    events: async (name: string) => (await read().audit.page('user', await idOf(name), { limit: 100 })).items,
  }
}

/** The checkboxes of a page by their state. */
export function boxes({ text }: Seen): { readonly ticked: readonly string[]; readonly open: readonly string[] } {
  const all = formsOf(text, 'http://localhost').flatMap(({ fields }) => fields)
  const values = (checked: boolean) =>
    all.filter(one => one.name === 'scope' && one.checked === checked).map(({ value }) => value)
  return { ticked: values(true), open: values(false) }
}

/** The selected checkboxes and radio buttons of a page, in order. */
export const ticks = ({ text }: Seen): readonly string[] =>
  formsOf(text, 'http://localhost')
    .flatMap(({ fields }) => fields)
    .filter(one => one.checked)
    .map(({ value }) => value)
