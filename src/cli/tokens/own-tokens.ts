import { z } from 'zod'
import { parseExpiration, parseScopeList } from '../../operator/tokens/options.ts'
import { TokenView } from '../../tools/tokens/view.ts'
import { findSignInTarget, type Target } from '../backends/target.ts'
import { callPages, type ToolCaller, withToolCaller } from '../backends/tool-caller.ts'
import type { CliContext } from '../context.ts'
import { openFileAccess } from '../files/file-access.ts'
import type { Machine } from '../machine.ts'
import type { NewToken } from '../output/operator-results.ts'
import { findNamedServer } from '../sign-in/choose-server.ts'
import { openCredentials } from '../sign-in/credentials.ts'

/** The user's own tokens at the server that they are signed in to. */
export interface OwnTokens {
  create(input: NewTokenInput): Promise<NewToken>
  list(): Promise<readonly TokenView[]>
  revoke(id: string): Promise<{ readonly revoked: number }>
}

interface NewTokenInput {
  readonly name: string
  readonly description: string | undefined
  /** `--scopes` */
  readonly scopes: string
  /** `--expires-in` */
  readonly expiresIn: string | undefined
}

/**
 * Finds the user's own tokens. Undefined without any sign-in, and when the named server runs on this machine's data folder: then operator commands manage
 * them there. DRAGOMAN_TOKEN is not used, because a token rarely may create others.
 * @throws AppError `invalid_token` when the user is signed in, but not to the named server.
 */
export async function findOwnTokens(context: CliContext): Promise<OwnTokens | undefined> {
  const machine = await context.machine()
  const target = await findTokenTarget(machine)
  if (target.kind === 'data-folder') return undefined
  const files = await openFileAccess(machine, { root: undefined, stderr: context.io.stderr })
  const withCaller = <T>(work: (caller: ToolCaller) => Promise<T>): Promise<T> =>
    withToolCaller(machine, { target, files, io: context.io }, work)
  return {
    create: input => withCaller(caller => createToken(caller, input, machine.now(), target)),
    list: () => withCaller(listTokens),
    revoke: id => withCaller(caller => caller.call('revoke_token', { id }, z.object({ revoked: z.number() }))),
  }
}

async function findTokenTarget(machine: Machine): Promise<Target> {
  const target = await findSignInTarget(machine, await findNamedServer(machine))
  if (target.kind !== 'signed-out') return target
  const { default: lastServer } = await openCredentials(machine).read()
  return lastServer === undefined ? { kind: 'data-folder' } : target
}

async function createToken(
  caller: ToolCaller,
  { name, description, scopes, expiresIn }: NewTokenInput,
  now: Date,
  target: Target,
): Promise<NewToken> {
  const input = { name, scopes: parseScopeList(scopes), description, expires_at: parseExpiration(expiresIn, now) }
  const created = await caller.call('create_token', input, TokenView.extend({ token: z.string() }))
  return { ...created, ...('url' in target && { server: target.url }) }
}

const TokenPage = z.object({ tokens: z.array(TokenView), next_cursor: z.string().optional() })

async function listTokens(caller: ToolCaller): Promise<readonly TokenView[]> {
  const all: TokenView[] = []
  for await (const { tokens } of callPages(caller, 'list_tokens', {}, TokenPage)) all.push(...tokens)
  return all
}
