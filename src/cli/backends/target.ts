import { isLoopback } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { Machine } from '../machine.ts'
import { findNamedServer } from '../sign-in/choose-server.ts'
import { openCredentials } from '../sign-in/credentials.ts'
import { findSignIn } from '../sign-in/sign-in-credential.ts'

/** Where a command runs its tools. */
export type Target =
  | { readonly kind: 'environment'; readonly url: string; readonly token: string }
  | { readonly kind: 'sign-in'; readonly url: string }
  | { readonly kind: 'signed-out'; readonly url: string }
  | { readonly kind: 'data-folder' }

/**
 * Decides where a command runs: the server and the token of the environment, then the named server or that of the repository, then the last sign-in, then
 * this machine's data folder.
 * The token of the environment goes to the server of the environment only, because a pull request could change `dragoman.json`.
 * @throws AppError `bad_config` when the environment has only one of the two.
 */
export async function findTarget(machine: Machine, server?: string): Promise<Target> {
  const { remoteUrl: url, remoteToken: token } = machine.config
  if (url !== undefined && token !== undefined) return { kind: 'environment', url, token }
  if (token !== undefined) throw missingUrlError()
  if (url !== undefined) {
    const target = await findSignInTarget(machine, url)
    if (target.kind === 'signed-out') throw missingTokenError(url)
    return target
  }
  return findSignInTarget(machine, server ?? (await findNamedServer(machine)))
}

/** Decides where a command runs that uses no token of the environment. */
export async function findSignInTarget(machine: Machine, server: string | undefined): Promise<Target> {
  if (server === undefined && machine.config.isDataDirGiven) return { kind: 'data-folder' }
  const credentials = await openCredentials(machine).read()
  const url = server ?? credentials.default
  if (url === undefined) return { kind: 'data-folder' }
  if (findSignIn(credentials, url) !== undefined) return { kind: 'sign-in', url }
  // The default stays when its server ended the sign-in, so that commands do not change over to the data folder by themselves.
  return (await isOwnServer(machine, url)) ? { kind: 'data-folder' } : { kind: 'signed-out', url }
}

/** Whether the server of this machine's data folder runs with a base URL. */
async function isOwnServer(machine: Machine, server: string): Promise<boolean> {
  const { findRunningServerUrl } = await import('../control/running-servers.ts')
  const url = await findRunningServerUrl(machine)
  return url !== undefined && toComparable(url) === toComparable(server)
}

/** All names of this machine are equal. */
function toComparable(address: string): string {
  const { protocol, hostname, port, origin } = new URL(address)
  return isLoopback(hostname) ? `${protocol}//localhost:${port}` : origin
}

const missingUrlError = (): AppError =>
  new AppError('bad_config', 'DRAGOMAN_TOKEN is set, but DRAGOMAN_URL is not.', {
    fix: 'Set DRAGOMAN_URL to the server of the token, such as http://localhost:4050. To use your data folder, unset DRAGOMAN_TOKEN.',
  })

const missingTokenError = (url: string): AppError =>
  new AppError('bad_config', `DRAGOMAN_URL is set to ${url}, but DRAGOMAN_TOKEN is not set.`, {
    fix: dragoman =>
      `Run ${dragoman('login')}, or set DRAGOMAN_TOKEN to an account token of that server. To use your data folder, unset DRAGOMAN_URL.`,
  })
