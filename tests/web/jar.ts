import { type IncomingHttpHeaders, request } from 'node:http'
import { mintSignInLink, SIGN_IN_LINK_PATH } from '../../src/auth/sign-in/sign-in-links.ts'
import { findOrCreateUser } from '../../src/auth/users/users.ts'
import type { Services } from '../../src/tools/pipeline/call.ts'

type Fields = Readonly<Record<string, string | readonly string[]>>

/** What a browser shows, or its next redirect. */
export interface Seen {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The path and query of the page itself, after every redirect within the service. */
  readonly path: string
  /** The redirect target, also of a page that redirects by itself: only outside of the service, or when redirects are not followed. */
  readonly location: string | undefined
}

interface Manner {
  /** Headers that differ from those of a user's navigation; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Default true: redirects within the service are followed, as a browser does. */
  readonly follow?: boolean
  /** Default GET. */
  readonly method?: string
}

/** A browser without JavaScript: it keeps cookies, sends what browsers send, and fills in forms of the page that it shows. */
export interface Jar {
  /** The cookies by name, for tests to look at and to change. */
  readonly cookies: Map<string, string>
  /** Opens a path, or a whole address of the service. */
  readonly get: (path: string, manner?: Manner) => Promise<Seen>
  /**
   * Sends the form of the last page whose action is `path`: its hidden fields (the CSRF token is one), and `fields` over them.
   * @throws Error when the last page has no such form, unless `fields` has a `csrf` of its own.
   */
  readonly post: (path: string, fields?: Fields, manner?: Manner) => Promise<Seen>
  /** Opens the page of a form, and sends it. */
  readonly sendForm: Jar['post']
  /** The hidden fields of the form of the last page whose action is `path`, to send them again later. */
  readonly hidden: (path: string) => Record<string, string[]>
  readonly last: () => Seen
}

export function openJar(url: string): Jar {
  const { origin, host } = new URL(url)
  const cookies = new Map<string, string>()
  let last: Seen = { status: 0, headers: {}, text: '', path: '/', location: undefined }

  const send = async (
    path: string,
    method: string,
    headers: Manner['headers'],
    body = '',
    at = origin,
  ): Promise<Seen> => {
    const cookie = at !== origin ? '' : [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const usual = {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Jar/1.0',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'sec-fetch-site': method === 'POST' ? 'same-origin' : 'none',
      ...(cookie !== '' && { cookie }),
      ...(method === 'POST' && {
        origin,
        referer: `${origin}${last.path}`,
        'content-type': 'application/x-www-form-urlencoded',
      }),
      ...headers,
    }
    const given = Object.entries(usual).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const answer = await exchange(`${at}${path}`, method, Object.fromEntries(given), body)
    for (const line of answer.headers['set-cookie'] ?? []) keep(cookies, line)
    return { ...answer, path, location: answer.headers.location ?? refreshIn(answer.text) }
  }

  const settle = async (seen: Seen, hops = 10): Promise<Seen> => {
    if (seen.location === undefined) return seen
    const target = new URL(seen.location, `${origin}${seen.path}`)
    // The service knows itself by its base URL, whichever name of the machine a test uses.
    const isOurs = target.host === host || target.host === host.replace('127.0.0.1', 'localhost')
    if (!isOurs) return seen
    if (hops === 0) throw new Error(`redirects without an end: ${seen.location}`)
    return settle(
      await send(`${target.pathname}${target.search}`, 'GET', { 'sec-fetch-site': 'same-origin' }),
      hops - 1,
    )
  }

  const visit = async (
    path: string,
    method: string,
    { headers, follow = true }: Manner,
    { body = '', at = origin } = {},
  ): Promise<Seen> => {
    const first = await send(path, method, headers, body, at)
    const seen = follow ? await settle(first) : first
    last = seen
    return seen
  }

  const pathOf = (path: string): string => {
    const { pathname, search } = new URL(path, origin)
    return `${pathname}${search}`
  }

  /** The origin of an address by another loopback name, where the browser has no cookies. */
  const originOf = (path: string): string => {
    const { href, hostname } = new URL(path, origin)
    return /^(localhost|127\.0\.0\.1)$/.test(hostname) ? new URL(href).origin : origin
  }

  const post: Jar['post'] = (path, fields = {}, manner = {}) => {
    const body = new URLSearchParams()
    const hidden = 'csrf' in fields ? {} : hiddenFields(last.text, pathOf(path))
    for (const [name, value] of Object.entries({ ...hidden, ...fields })) {
      for (const one of [value].flat()) body.append(name, one)
    }
    return visit(pathOf(path), 'POST', manner, { body: body.toString() })
  }

  return {
    cookies,
    last: () => last,
    hidden: path => hiddenFields(last.text, pathOf(path)),
    post,
    sendForm: async (path, ...rest) => {
      await visit(pathOf(path), 'GET', {})
      return post(path, ...rest)
    },
    get: (path, manner = {}) => visit(pathOf(path), manner.method ?? 'GET', manner, { at: originOf(path) }),
  }
}

/** Signs the jar's browser in as this user by their own link; an unknown user is created. */
export async function signIn(deps: { readonly services: Services }, jar: Jar, handle: string): Promise<Seen> {
  return jar.get(await loginLink(deps, handle))
}

/** Opens a new browser in which this user is signed in. */
export async function openJarOf(deps: { readonly services: Services }, handle: string): Promise<Jar> {
  const jar = openJar(deps.services.baseUrl)
  await signIn(deps, jar, handle)
  return jar
}

/** The path of a new sign-in link. */
export async function loginLink(
  { services }: { readonly services: Services },
  handle: string,
  { operator = false, confirm = false } = {},
): Promise<string> {
  return services.store.transaction(async tx => {
    const { user } = await findOrCreateUser(tx, handle, services)
    const clock = { now: services.now(), newId: services.newId }
    const { value } = await mintSignInLink(tx, { user, operator, confirm }, clock)
    return `${SIGN_IN_LINK_PATH}${value}`
  })
}

function exchange(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Pick<Seen, 'status' | 'headers' | 'text'>> {
  return new Promise((done, fail) => {
    const sent = request(url, { method, headers: { ...headers, 'content-length': Buffer.byteLength(body) } }, got => {
      let text = ''
      got.setEncoding('utf8').on('data', (part: string) => (text += part))
      got.once('error', fail)
      got.once('end', () => done({ status: got.statusCode ?? 0, headers: got.headers, text }))
    })
    sent.once('error', fail)
    sent.end(body)
  })
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/;\s*max-age=0(;|$)/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}

function hiddenFields(html: string, path: string): Record<string, string[]> {
  const form = [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].find(
    ([, attributes = '']) => attribute(attributes, 'action')?.split('?')[0] === path.split('?')[0],
  )
  if (form === undefined) throw new Error(`the last page has no form that is sent to ${path}:\n${html}`)
  const found: Record<string, string[]> = {}
  for (const [, attributes = ''] of (form[2] ?? '').matchAll(/<input\b([^>]*?)\/?>/g)) {
    if (attribute(attributes, 'type') !== 'hidden') continue
    const name = attribute(attributes, 'name') ?? ''
    found[name] = [...(found[name] ?? []), attribute(attributes, 'value') ?? '']
  }
  return found
}

/** The target of a page that redirects by itself. */
function refreshIn(html: string): string | undefined {
  const meta = [...html.matchAll(/<meta\b([^>]*)>/g)].find(
    ([, attributes = '']) => attribute(attributes, 'http-equiv') === 'refresh',
  )
  return /^0; url=(.+)$/.exec(attribute(meta?.[1] ?? '', 'content') ?? '')?.[1]
}

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]
  return value?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}
