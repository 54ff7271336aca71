import { AppError } from '../../errors.ts'

/** The credential of a remote server. */
export interface RemoteCredential {
  /** Returns a token that has not expired. @throws AppError `invalid_token`, `unavailable`. */
  get(): Promise<string>
  /**
   * Returns a newer token after the server rejected one; undefined if there is none.
   * @throws AppError `invalid_token`, `unavailable`.
   */
  refresh(rejected: string): Promise<string | undefined>
  /** The setting that names the server, for errors: `DRAGOMAN_URL`. */
  readonly setting?: string
  /** Creates the error for a server that rejects the credential. The server's own fix wins. */
  rejectedError(why: string, fix: string | undefined): AppError
}

/** The fixed token of DRAGOMAN_TOKEN. */
export const createTokenCredential = (url: string, token: string): RemoteCredential => ({
  setting: 'DRAGOMAN_URL',
  get: async () => token,
  refresh: async () => undefined,
  rejectedError: (why, fix = NEW_TOKEN_FIX) =>
    new AppError('invalid_token', `${url} rejected DRAGOMAN_TOKEN: ${why}`, { fix }),
})

const NEW_TOKEN_FIX = 'Create a token at /account/tokens on that server, and set DRAGOMAN_TOKEN to it.'
