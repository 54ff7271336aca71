import { createPatience } from '../backends/patience.ts'
import type { CliContext } from '../context.ts'
import { findNamedServer, parseServer } from './choose-server.ts'
import { type Credentials, openCredentials } from './credentials.ts'
import { revokeSignIn } from './oauth-server.ts'

interface LogoutOptions {
  /** Default: the server that commands here use. */
  readonly url: string | undefined
  readonly all: boolean
}

/** Revokes the sign-in of a server, or of all, and deletes its credentials; returns the exit code. */
export async function logOut(context: CliContext, { url, all }: LogoutOptions): Promise<number> {
  const { io } = context
  const machine = await context.machine()
  const file = openCredentials(machine)
  const before = await file.read()
  const named = url === undefined ? await findNamedServer(machine) : parseServer(url)
  const signedIn = listSignedIn(before)
  const wanted = named ?? before.default
  const servers = all ? signedIn : signedIn.filter(server => server === wanted)
  if (servers.length === 0) {
    io.stdout.write(wanted === undefined || all ? 'You are not signed in.\n' : `You are not signed in to ${wanted}.\n`)
    return 0
  }
  await file.update(stored => removeSignIns(stored, servers))
  const { now, pause } = machine
  for (const server of servers) {
    const patience = createPatience({ now, pause, say: line => void io.stderr.write(`${line}\n`) })
    const isRevoked = await revokeSignIn(server, before.servers[server], { now, patience })
    io.stdout.write(`Signed out of ${new URL(server).host}.\n`)
    if (!isRevoked) {
      io.stderr.write(
        `${server} did not respond: its copy of the sign-in is still valid. Revoke it at ${server}/account/apps.\n`,
      )
    }
  }
  return 0
}

const listSignedIn = ({ servers }: Credentials): readonly string[] =>
  Object.entries(servers).flatMap(([server, { sign_in }]) => (sign_in === undefined ? [] : [server]))

function removeSignIns(stored: Credentials, servers: readonly string[]): Credentials {
  const kept = Object.entries(stored.servers).map(([server, { sign_in, ...entry }]) => [
    server,
    servers.includes(server) || sign_in === undefined ? entry : { ...entry, sign_in },
  ])
  const after: Credentials = { ...stored, servers: Object.fromEntries(kept) as Credentials['servers'] }
  const { default: before, ...rest } = after
  if (before !== undefined && !servers.includes(before)) return after
  const next = listSignedIn(after).at(-1)
  return next === undefined ? rest : { ...rest, default: next }
}
