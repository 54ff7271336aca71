import { hashSecret } from '../../src/auth/secrets.ts'
import type { Frozen } from '../../src/store/frozen.ts'
import type { AuthorizationCodeRecord, GrantRecord } from '../../src/store/records/authorization.ts'
import { compoundKey } from '../../src/store/records/define.ts'
import type { AuditRecord } from '../../src/store/records/identity.ts'
import { formsOf } from '../clients/forms.ts'
import type { TestApp } from '../http/test-app.ts'
import { authorizePath, type Connecting } from './authorize-steps.ts'
import type { Jar, Seen } from './jar.ts'
import { useFreshTestApp, useJar } from './scene.ts'

export const MINUTE = 60_000

type Differs = NonNullable<Parameters<typeof authorizePath>[1]>
type Fields = Readonly<Record<string, string | readonly string[]>>

/** A user's browser on the consent page, and the records of the store. */
interface Asking {
  readonly jar: Jar
  /** Requests as this client, and follows to the page. */
  readonly ask: (client: Connecting, differs?: Differs) => Promise<Seen>
  /** Presses Allow with these checkboxes selected. */
  readonly allow: (page: Seen, scope: readonly string[], more?: Fields) => Promise<Seen>
  /** The code in the answer to the client. */
  readonly codeOf: (seen: Seen) => Promise<Frozen<AuthorizationCodeRecord> | undefined>
  readonly codes: () => Promise<number>
  readonly grantOf: (handle: string, client: Connecting) => Promise<Frozen<GrantRecord> | undefined>
  /** Newest first. */
  readonly events: (handle: string) => Promise<readonly Frozen<AuditRecord>[]>
}

/** Opens a testApp for each test, and a browser in which this user is signed in, or nobody. */
export function useConsent(handle?: string): Asking & { readonly testApp: TestApp } {
  const testApp = useFreshTestApp()
  const jar = useJar(testApp, handle)
  const read = () => testApp.services.store.read
  const idOf = async (name: string) => (await read().users.by('handle', name))?.id ?? ''
  return {
    testApp,
    jar,
    ask: (client, differs = {}) => jar.get(authorizePath(client, differs)),
    allow: (page, scope, more = {}) =>
      jar.post(page.path.split('?')[0] ?? '', { answer: 'allow', accounts: 'all', scope, ...more }),
    codeOf: async ({ location = '' }) =>
      read().codes.by('hash', hashSecret(new URL(location).searchParams.get('code') ?? '')),
    codes: () => read().codes.count('all', ''),
    grantOf: async (name, client) => read().grants.by('pair', compoundKey(await idOf(name), client.id)),
    events: async name => (await read().audit.page('user', await idOf(name), { limit: 100 })).items,
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
