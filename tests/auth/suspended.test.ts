import { expect, it } from 'vitest'
import { answerDevice, findDeviceRequest } from '../../src/auth/oauth/device/answer-device.ts'
import { ALL_SCOPES } from '../../src/auth/policy/scopes.ts'
import { admit } from '../../src/auth/sign-in/admit.ts'
import { resolveLocalPrincipal } from '../../src/cli/backends/local-principal.ts'
import { AppError } from '../../src/errors.ts'
import { allTests } from '../harness/each-test.ts'
import { modernRequest, readAnswer } from '../http/rpc.ts'
import { authorizePath, keepClient } from '../web/authorize-steps.ts'
import { type Jar, loginLink, openJar, signIn } from '../web/jar.ts'
import {
  basic,
  createExchange,
  firstTokens,
  makeAccountToken,
  makeClient,
  makeCode,
  type OAuthAnswer,
  postForm,
  refreshOf,
} from './oauth/authorized.ts'
import { usePat } from './suspended-scene.ts'

const scene = usePat()
const { suspendPat, resumePat } = scene
const client = allTests(() => makeClient(scene.testApp.services))

/** Tries a credential, and returns the outcome in a word. */
type Probe = () => Promise<string>

const rest =
  (token: string): Probe =>
  async () => {
    const headers = { authorization: `Bearer ${token}` }
    const { status, body } = await readAnswer<{ code?: string; detail?: string }>(
      await fetch(`${scene.testApp.url}/api/context`, { headers }),
    )
    return status === 200 ? 'works' : `${status} ${body.code}: ${body.detail}`
  }

const mcp =
  (token: string): Probe =>
  async () => {
    const sent = modernRequest('tools/call', { name: 'get_context', arguments: {} }, token)
    const response = await fetch(`${scene.testApp.url}/mcp`, sent)
    const challenge = response.headers.get('www-authenticate') ?? ''
    const { status, body } = await readAnswer(response)
    if (status === 200) return body.result?.isError === true ? 'an error' : 'works'
    return `${status} ${/error="(\w+)"/.exec(challenge)?.[1]}: ${/error_description="([^"]*)"/.exec(challenge)?.[1]}`
  }

/** One-time secrets are tried one after the other. */
function inTurn<T>(things: readonly T[], probe: (thing: T) => Promise<string>): Probe {
  const left = [...things]
  return async () => {
    const next = left.shift()
    if (next === undefined) throw new Error('nothing is left to try')
    return probe(next)
  }
}

const thrice = async <T>(make: () => Promise<T>): Promise<readonly T[]> => [await make(), await make(), await make()]

const wordOf = ({ status, body }: OAuthAnswer): string =>
  status === 200 ? 'works' : `${status} ${String(body['error'])}: ${String(body['error_description'])}`

const tokens = () => firstTokens(scene.testApp, client, { handle: scene.pat, scopes: ALL_SCOPES })
const post = (path: string, fields: Readonly<Record<string, string>>) => postForm(scene.testApp, path, fields)

async function introspected(token: string): Promise<string> {
  const headers = basic(client.id, client.secret)
  const { body } = await postForm(scene.testApp, '/oauth/introspect', { token }, headers)
  return body['active'] === true ? 'works' : JSON.stringify(body)
}

async function allowedDevice(): Promise<string> {
  const { body } = await post('/oauth/device_authorization', { client_id: client.id })
  const { grantId, userId } = await makeCode(scene.testApp.services, { client, handle: scene.pat })
  const { store, now } = scene.testApp.services
  await store.transaction(async tx => {
    const device = await findDeviceRequest(String(body['user_code']), tx, now())
    if (device === undefined) throw new Error('no device')
    await answerDevice(tx, device, { allowed: true, userId, grantId }, now())
  })
  return String(body['device_code'])
}

async function signedIn(): Promise<Jar> {
  const jar = openJar(scene.testApp.services.baseUrl)
  await signIn(scene.testApp, jar, scene.pat)
  return jar
}

async function uploadPath(): Promise<string> {
  const principal = (await scene.testApp.world.bearer((await scene.testApp.token(scene.pat, ALL_SCOPES)).token))
    .principal
  const aim = { purpose: 'source', project: `${scene.pat}/app`, branch: 'main', path: 'en.json' }
  const [path = ''] = await scene.testApp.services.links.issue([{ kind: 'put', ...aim, principal }])
  return path
}

const come = (login: string) => {
  const { store, now, newId, auth } = scene.testApp.services
  const identity = {
    provider: 'github',
    issuer: 'https://github.com',
    subject: login,
    login,
    groups: [],
    domains: [],
  } as const
  const terms = { ...auth, newAccounts: 'open', operators: [] } as const
  return store.transaction(tx => admit(tx, identity, terms, { now: now(), newId }))
}

const TOLD = 'An operator suspended the user of this credential.'
const NO_TOKEN = `401 invalid_token: ${TOLD}`
const NO_GRANT = `400 invalid_grant: ${TOLD}`

interface Kind {
  readonly what: string
  readonly make: () => Promise<Probe>
  /** The error while the user is suspended. */
  readonly meanwhile: string
  /** Default: it works as before. */
  readonly afterwards?: string
}

const KINDS: readonly Kind[] = [
  {
    what: 'an account token over REST',
    make: async () => rest((await scene.testApp.token(scene.pat, ALL_SCOPES)).token),
    meanwhile: NO_TOKEN,
  },
  {
    what: 'an account token over MCP',
    make: async () => mcp((await scene.testApp.token(scene.pat, ALL_SCOPES)).token),
    meanwhile: NO_TOKEN,
  },
  {
    what: 'a token on an organization',
    make: async () => {
      const handle = `of-${scene.pat}`
      await scene.testApp.world.organization(handle, { [scene.pat]: 'admin' })
      const caller = await scene.testApp.world.user(scene.pat)
      const made = await caller.call<{ token: string }>('create_token', {
        name: 'ci',
        scopes: ['account:read'],
        account: handle,
      })
      return rest(made.token)
    },
    meanwhile: NO_TOKEN,
  },
  {
    what: 'a token that an app made',
    make: async () => rest(await makeAccountToken(scene.testApp, (await tokens()).access_token)),
    meanwhile: NO_TOKEN,
  },
  { what: 'an access token over REST', make: async () => rest((await tokens()).access_token), meanwhile: NO_TOKEN },
  { what: 'an access token over MCP', make: async () => mcp((await tokens()).access_token), meanwhile: NO_TOKEN },
  {
    what: 'an access token at introspection',
    make: async () => {
      const { access_token } = await tokens()
      return () => introspected(access_token)
    },
    meanwhile: '{"active":false}',
  },
  {
    what: 'a refresh token at introspection',
    make: async () => {
      const { refresh_token } = await tokens()
      return () => introspected(refresh_token)
    },
    meanwhile: '{"active":false}',
  },
  {
    what: 'a refresh token',
    make: async () =>
      inTurn(await thrice(tokens), async ({ refresh_token }) =>
        wordOf(await post('/oauth/token', refreshOf(client, refresh_token))),
      ),
    meanwhile: NO_GRANT,
  },
  {
    what: 'an authorization code',
    make: async () =>
      inTurn(await thrice(() => makeCode(scene.testApp.services, { client, handle: scene.pat })), async ({ code }) =>
        wordOf(await post('/oauth/token', createExchange(client, code))),
      ),
    meanwhile: NO_GRANT,
  },
  {
    what: 'a device code that was allowed',
    make: async () =>
      inTurn(await thrice(allowedDevice), async device_code =>
        wordOf(
          await post('/oauth/token', {
            grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
            device_code,
            client_id: client.id,
          }),
        ),
      ),
    meanwhile: NO_GRANT,
  },
  {
    what: 'a session',
    make: async () => {
      const jar = await signedIn()
      return async () => {
        const { status, location } = await jar.get('/account', { follow: false })
        return status === 200 ? 'works' : `${status} ${location}`
      }
    },
    meanwhile: '302 /login?next=%2Faccount',
    afterwards: '302 /login?next=%2Faccount',
  },
  {
    what: 'a consent that is remembered',
    make: async () => {
      const jar = await signedIn()
      const app = await keepClient(scene.testApp.services)
      await jar.get(authorizePath(app))
      await jar.post(jar.last().path, { answer: 'allow', accounts: 'all', scope: 'project:read' })
      return async () => {
        const path = authorizePath(app, { prompt: 'none', scope: 'project:read' })
        const { location, text } = await jar.get(path, { follow: false })
        return location?.includes('code=') === true ? 'works' : (/<code>([a-z_]+)<\/code>/.exec(text)?.[1] ?? text)
      }
    },
    meanwhile: 'login_required',
    afterwards: 'login_required',
  },
  {
    what: 'a sign-in link',
    make: async () => {
      // Its page asks first, so that opening it does not use it.
      const link = await loginLink(scene.testApp, scene.pat, { confirm: true })
      return async () => {
        const { status, text } = await openJar(scene.testApp.services.baseUrl).get(link)
        return status === 200 ? 'works' : `${status} ${/<h1>([^<]*)/.exec(text)?.[1]}`
      }
    },
    meanwhile: '403 This user is suspended',
    afterwards: '410 This link has expired',
  },
  {
    what: 'an identity at a provider',
    make: async () => {
      const login = scene.pat
      const first = await come(login)
      if (!('user' in first)) throw new Error('they were to come')
      scene.pat = first.user.handle
      return async () => {
        const admitted = await come(login)
        return 'refusal' in admitted ? admitted.refusal : 'works'
      }
    },
    meanwhile: 'suspended',
  },
  {
    what: 'an address for an upload',
    make: async () =>
      inTurn(await thrice(uploadPath), async path => {
        const { status, body } = await readAnswer<{ detail?: string }>(
          await fetch(`${scene.testApp.url}${path}`, { method: 'PUT', body: '{}' }),
        )
        return status === 201 ? 'works' : `${status} ${body.detail}`
      }),
    meanwhile: `410 This transfer link no longer works: ${TOLD}`,
  },
  {
    what: 'a process of the machine',
    make: async () => () =>
      resolveLocalPrincipal(scene.pat, ALL_SCOPES, scene.testApp.services).then(
        () => 'works',
        (error: unknown) =>
          (error instanceof AppError ? `${error.code}: ${error.message.split(' at ')[0]}` : 'a bug').replace(
            scene.pat,
            'pat',
          ),
      ),
    meanwhile: 'forbidden: pat was suspended',
  },
]

it.each(KINDS.map(kind => [kind.what, kind] as const))('after a suspension %s is rejected', async (_what, kind) => {
  const probe = await kind.make()
  expect(await probe()).toBe('works')
  await suspendPat()
  expect(await probe()).toBe(kind.meanwhile)
  await resumePat()
  expect(await probe()).toBe(kind.afterwards ?? 'works')
})
