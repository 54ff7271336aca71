import type { AuthorizationServer, TokenEndpointResponse } from 'oauth4webapi'
import { escapeInvisible } from '../../text/escape.ts'
import { createTokenCredential } from '../backends/credential.ts'
import type { Patience } from '../backends/patience.ts'
import { createRemoteBackend } from '../backends/remote.ts'
import type { Machine } from '../machine.ts'
import { type CredentialsFile, type SignIn, withServer } from './credentials.ts'
import {
  discoverServer,
  type FlowRequest,
  isKnownClient,
  type RequestContext,
  registerClient,
  revokeSignIn,
  type SignInFlow,
  type SignInPrompt,
} from './oauth-server.ts'
import { toStoredTokens, toUnavailable } from './refresh-tokens.ts'
import { parseContext, type ServerContext } from './server-context.ts'

export interface SignInRequest {
  readonly server: string
  readonly method: SignIn['method']
  readonly scope?: string | undefined
  /** Aborts the wait for the user. */
  readonly signal: AbortSignal
  /** Waits while the server is busy. Without it, the sign-in fails then. */
  readonly patience?: Patience | undefined
}

/** A started sign-in: what to show to the user, and its end. */
export interface StartedSignIn {
  readonly prompt: SignInPrompt
  /** Resolves when the credentials are stored. @throws AppError */
  readonly done: Promise<SignIn>
}

interface SignInDeps {
  readonly machine: Machine
  readonly file: CredentialsFile
}

/** Starts a sign-in at a server: registers the command line there if needed, and asks for the user's consent. @throws AppError. */
export async function startSignIn({ machine, file }: SignInDeps, request: SignInRequest): Promise<StartedSignIn> {
  const { server, signal, patience } = request
  const { now, pause } = machine
  const context = { signal, now, patience }
  // Fails before the user signs in, not after.
  const known = (await file.read()).servers[server]?.client_id
  const found = await discoverServer(server, context)
  try {
    const clientId = await findClient({ file, found, server, known }, context)
    const { prompt, tokens } = await startFlow({ ...request, ...context, pause, scope: request.scope, found, clientId })
    const store = async (): Promise<SignIn> =>
      storeSignIn({ machine, file }, { server, clientId, method: request.method, answer: await tokens }, context)
    const done = store()
    // The caller may await it only later.
    done.catch(() => undefined)
    return { prompt, done }
  } catch (error) {
    throw toUnavailable(server, error)
  }
}

async function startFlow(request: SignInRequest & FlowRequest): Promise<SignInFlow> {
  if (request.method === 'device') {
    const { startDeviceSignIn } = await import('./device-sign-in.ts')
    return startDeviceSignIn(request)
  }
  const { startBrowserSignIn } = await import('./browser-sign-in.ts')
  return startBrowserSignIn(request)
}

interface ClientRequest {
  readonly file: CredentialsFile
  readonly found: AuthorizationServer
  readonly server: string
  readonly known: string | undefined
}

/** Returns the client ID of this user at a server. Registers again when the server has forgotten it. */
async function findClient({ file, found, server, known }: ClientRequest, context: RequestContext): Promise<string> {
  if (known !== undefined && (await isKnownClient(found, known, context))) return known
  const clientId = await registerClient(found, context)
  await file.update(all => withServer(all, server, { client_id: clientId }))
  return clientId
}

interface NewSignIn {
  readonly server: string
  readonly clientId: string
  readonly method: SignIn['method']
  readonly answer: TokenEndpointResponse
}

async function storeSignIn(
  { machine, file }: SignInDeps,
  created: NewSignIn,
  context: RequestContext,
): Promise<SignIn> {
  const { server, clientId, method, answer } = created
  const now = machine.now()
  const tokens = toStoredTokens(answer, now, server)
  const { patience, signal } = context
  const read = (): Promise<ServerContext> => readContext(machine, server, tokens.access_token)
  const { user } = await (patience === undefined ? read() : patience.run(read, signal))
  const signIn = { user: escapeInvisible(user.handle), method, signed_in_at: now.toISOString(), ...tokens }
  const before = await file.read()
  await file.update(all => ({
    ...withServer(all, server, { client_id: clientId, sign_in: signIn }),
    default: server,
  }))
  // Nobody can use the tokens of the earlier sign-in any more.
  await revokeSignIn(server, before.servers[server], context)
  return signIn
}

async function readContext(machine: Machine, url: string, token: string): Promise<ServerContext> {
  const { version, now } = machine
  const credential = createTokenCredential(url, token)
  const backend = createRemoteBackend({ url, credential, toolsets: [], surface: 'cli', version, now })
  const result = await backend.call('get_context', {}, { client: `dragoman-cli ${version}` })
  return parseContext(result, url)
}
