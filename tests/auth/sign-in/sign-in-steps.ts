import type { Services } from '../../../src/tools/pipeline/call.ts'
import { type Jar, openJar, type Seen } from '../../web/jar.ts'

interface Server {
  readonly services: Services
}

/** Sends the form of the sign-in page that leads to a provider, and gives what the browser is shown. */
export async function start(jar: Jar, provider: string, fields: Readonly<Record<string, string>> = {}): Promise<Seen> {
  await jar.get('/login?again=1')
  return jar.post(`/login/${provider}`, fields, { follow: false })
}

/** The redirect target of a page. */
export function onward({ status, location, text }: Seen): string {
  if (status !== 200 || location === undefined) throw new Error(`not sent on, but ${status}: ${text}`)
  return location
}

/** Walks through a provider, with its cookies, until it sends the browser back: the address of ours. */
export async function through(location: string, base: string): Promise<string> {
  const { status, text, location: back } = await openJar(location).get(location)
  if (back?.startsWith(base) !== true) throw new Error(`the provider stopped at ${status}: ${text}`)
  return back
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
  const location = onward(await start(jar, provider, fields))
  return comeBack(jar, await through(location, server.services.baseUrl))
}
