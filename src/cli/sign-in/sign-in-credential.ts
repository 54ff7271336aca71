import { AppError } from '../../errors.ts'
import type { RemoteCredential } from '../backends/credential.ts'
import type { Machine } from '../machine.ts'
import { type CredentialsFile, type SignIn, withServer } from './credentials.ts'

/** A token that expires within this time is refreshed before it is used. */
const EARLY_MS = 20_000

interface SignInCredentialOptions {
  readonly machine: Pick<Machine, 'now'>
  readonly file: CredentialsFile
  readonly server: string
}

/**
 * Creates the credential of `dragoman login` for a server. It refreshes the access token before it expires and after the server rejected it; processes
 * that share the file refresh one after another, and use what the first one got.
 */
export function createSignInCredential({ machine, file, server }: SignInCredentialOptions): RemoteCredential {
  let running: Promise<SignIn> | undefined
  const isFresh = ({ expires_at }: SignIn, margin = EARLY_MS): boolean =>
    Date.parse(expires_at) - machine.now().getTime() > margin
  /** Concurrent calls share one refresh. */
  const renew = (used: string): Promise<SignIn> => {
    running ??= refreshStored(
      { machine, file, server },
      saved => saved.access_token === used || !isFresh(saved),
    ).finally(() => (running = undefined))
    return running
  }
  return {
    get: async () => {
      const saved = findSignIn(await file.read(), server) ?? throwSignedOut(server)
      if (isFresh(saved)) return saved.access_token
      try {
        return (await renew(saved.access_token)).access_token
      } catch (error) {
        const isUsable = isFresh(saved, 0) && error instanceof AppError && error.code === 'unavailable'
        if (isUsable) return saved.access_token
        throw error
      }
    },
    refresh: async rejected => (await renew(rejected)).access_token,
    rejectedError: (why, fix) =>
      new AppError('invalid_token', `${server} rejected your sign-in: ${why}`, {
        fix: fix ?? (dragoman => `Run ${dragoman(`login ${server}`)}.`),
      }),
  }
}

/** Refreshes the tokens of a server, unless another process did meanwhile. */
async function refreshStored(
  { machine, file, server }: SignInCredentialOptions,
  isNeeded: (saved: SignIn) => boolean,
): Promise<SignIn> {
  let ended: AppError | undefined
  const after = await file.update(async all => {
    const entry = all.servers[server]
    const saved = entry?.sign_in
    if (saved === undefined || entry?.client_id === undefined || !isNeeded(saved)) return all
    const { refreshTokens } = await import('./refresh-tokens.ts')
    const outcome = await refreshTokens({ server, clientId: entry.client_id, saved, now: machine.now })
    if ('sign_in' in outcome) return withServer(all, server, { ...entry, sign_in: outcome.sign_in })
    ended = outcome.ended
    return withServer(all, server, outcome.isClientKnown ? { client_id: entry.client_id } : {})
  })
  if (ended !== undefined) throw ended
  return findSignIn(after, server) ?? throwSignedOut(server)
}

/** The sign-in of a server, if the user is signed in. */
export const findSignIn = (
  { servers }: Awaited<ReturnType<CredentialsFile['read']>>,
  server: string,
): SignIn | undefined => servers[server]?.sign_in

/** The error of a command that needs a sign-in. */
export const signedOutError = (server: string): AppError =>
  new AppError('invalid_token', `You are not signed in to ${server}.`, {
    fix: dragoman => `Run ${dragoman(`login ${server}`)}.`,
  })

function throwSignedOut(server: string): never {
  throw signedOutError(server)
}
