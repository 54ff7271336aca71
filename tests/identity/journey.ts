import { findSession } from '../../src/auth/sessions.ts'
import type { Services } from '../../src/tools/call.ts'
import { CSRF_FIELD, csrfToken } from '../../src/web/csrf.ts'
import type { Jar, Seen } from '../web/jar.ts'

interface Server {
  readonly services: Services
}

/** The token that a form of this browser would carry, whatever page it was on. */
export async function csrfOf({ services }: Server, jar: Jar, path: string): Promise<string> {
  if (!jar.cookies.has('dragoman_browser')) await jar.get('/login')
  const browser = jar.cookies.get('dragoman_browser') ?? ''
  const session = jar.cookies.get('dragoman_session')
  const signedIn = session === undefined ? undefined : await findSession(session, services.store.read, services.now())
  return csrfToken({ browser, signedIn }, path)
}

/** Sends the form that leads to a provider, and gives what the browser is shown. */
export async function start(
  server: Server,
  jar: Jar,
  provider: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Seen> {
  const path = `/login/${provider}`
  return jar.post(path, { ...fields, [CSRF_FIELD]: await csrfOf(server, jar, path) }, { follow: false })
}

/** Where a page sends the browser on to. */
export function onward({ status, headers, text }: Seen): string {
  const [, location] = /^0; url=(.+)$/.exec(String(headers['refresh'])) ?? []
  if (status !== 200 || location === undefined) throw new Error(`not sent on, but ${status}: ${text}`)
  return location
}

/** Walks through a provider, with its cookies, until it sends the browser back: the address of ours. */
export async function through(location: string, base: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = location
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const target = response.headers.get('location')
    if (target === null) throw new Error(`the provider stopped at ${response.status}: ${await response.text()}`)
    next = new URL(target, next).href
    if (next.startsWith(base)) return next
  }
  throw new Error('the provider redirects without an end')
}

/** Comes back from a provider. */
export const comeBack = (jar: Jar, address: string): Promise<Seen> =>
  jar.get(address, { follow: false, headers: { 'sec-fetch-site': 'cross-site' } })

/** The whole way: the form, the provider, and back. */
export async function walk(
  server: Server,
  jar: Jar,
  provider: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Seen> {
  const location = onward(await start(server, jar, provider, fields))
  return comeBack(jar, await through(location, server.services.baseUrl))
}
