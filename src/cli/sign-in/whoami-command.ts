import { escapeInvisible } from '../../text/escape.ts'
import { findTarget, type Target } from '../backends/target.ts'
import { withToolCaller } from '../backends/tool-caller.ts'
import type { CliContext } from '../context.ts'
import { openFileAccess } from '../files/file-access.ts'
import { printJson } from '../io.ts'
import { openCredentials } from './credentials.ts'
import { Context, type ServerContext } from './server-context.ts'
import { findSignIn } from './sign-in-credential.ts'

interface WhoamiOptions {
  readonly json: boolean
  readonly quiet: boolean
}

/** Prints which user commands act as, where, and with which scopes; returns the exit code. */
export async function printWhoami(context: CliContext, { json, quiet }: WhoamiOptions): Promise<number> {
  const { io } = context
  const machine = await context.machine()
  const target = await findTarget(machine)
  const files = await openFileAccess(machine, { root: undefined, stderr: io.stderr })
  return withToolCaller(machine, { target, files }, async caller => {
    const seen = await caller.call('get_context', {}, Context)
    const signIn = target.kind === 'sign-in' ? findSignIn(await openCredentials(machine).read(), target.url) : undefined
    const facts = {
      user: seen.user.handle,
      ...('url' in target ? { server: target.url } : { data_folder: machine.config.dataDir }),
      credential: target.kind,
      ...(signIn !== undefined && { method: signIn.method, signed_in_at: signIn.signed_in_at }),
      scopes: seen.scopes,
      expires_at: seen.via.expires_at ?? signIn?.expires_at ?? null,
    }
    if (json) printJson(io, facts)
    else if (quiet) io.stdout.write(`${escapeInvisible(facts.user)}\n`)
    else io.stdout.write(`${escapeInvisible(describe(seen, target, signIn, machine.config.dataDir))}\n`)
    return 0
  })
}

function describe(
  { user, scopes, via }: ServerContext,
  target: Target,
  signIn: ReturnType<typeof findSignIn>,
  dataDir: string,
): string {
  const expiresAt = via.expires_at ?? signIn?.expires_at
  const expires = expiresAt === undefined ? 'never' : formatDate(expiresAt)
  const [credential, lifetime] =
    signIn === undefined
      ? [target.kind === 'environment' ? 'DRAGOMAN_TOKEN' : 'your operating-system user', expires]
      : [`${WAYS[signIn.method]}, ${formatDate(signIn.signed_in_at)}`, `access token ${expires}, renewed automatically`]
  return [
    user.handle,
    'url' in target ? `  server      ${target.url}` : `  data folder ${dataDir}`,
    `  credential  ${credential}`,
    `  scopes      ${scopes.join(' ')}`,
    `  expires     ${lifetime}`,
  ].join('\n')
}

const WAYS = { browser: 'sign-in by browser', device: 'sign-in by code' } as const

const formatDate = (date: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(date))
