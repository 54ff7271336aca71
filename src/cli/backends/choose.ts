import { AppError } from '../../errors.ts'
import { INLINE } from '../files/transfer.ts'
import { withFileAccess } from '../files/with-file-access.ts'
import type { Machine } from '../machine.ts'
import type { BackendOptions, OpenBackend } from './backend.ts'

/**
 * Opens the backend that runs tools: the server in DRAGOMAN_URL with DRAGOMAN_TOKEN, or else this machine's data folder.
 * @throws AppError `bad_config` when only one of the two is set.
 */
export async function chooseBackend(machine: Machine, wanted: BackendOptions): Promise<OpenBackend> {
  const { remoteUrl: url, remoteToken: token } = machine.config
  if (url !== undefined && token !== undefined) {
    const [{ createRemoteBackend }, { createTransferClient }] = await Promise.all([
      import('./remote.ts'),
      import('../files/transfer-client.ts'),
    ])
    const remote = createRemoteBackend({ url, token, toolsets: wanted.toolsets, version: machine.version })
    return withFileAccess({ ...remote, close: async () => undefined }, wanted.files, createTransferClient(url))
  }
  if (url !== undefined || token !== undefined) throw incompleteRemoteError(url)
  const { createLazyMachineBackend } = await import('./lazy-machine.ts')
  return withFileAccess(createLazyMachineBackend(machine, wanted), wanted.files, INLINE)
}

function incompleteRemoteError(url: string | undefined): AppError {
  return url === undefined
    ? new AppError('bad_config', 'DRAGOMAN_TOKEN is set, but DRAGOMAN_URL is not.', {
        fix: 'Set DRAGOMAN_URL to the server of the token, such as http://localhost:4050. To use your data folder, unset DRAGOMAN_TOKEN.',
      })
    : new AppError('bad_config', `DRAGOMAN_URL is set to ${url}, but DRAGOMAN_TOKEN is not set.`, {
        fix: 'Set DRAGOMAN_TOKEN to an account token of that server. To use your data folder, unset DRAGOMAN_URL.',
      })
}
