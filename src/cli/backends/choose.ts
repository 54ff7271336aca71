import type { ToolBackend } from '../../http/mcp/tool-backend.ts'
import { INLINE } from '../files/transfer.ts'
import type { Machine } from '../machine.ts'
import type { BackendOptions, OpenBackend } from './backend.ts'
import { createTokenCredential, type RemoteCredential } from './credential.ts'
import { withPatience } from './patient-backend.ts'
import type { Target } from './target.ts'

/** Opens the backend of a target: a server with a token or a sign-in, or this machine's data folder (see `findTarget`). @throws AppError `invalid_token` when the user is not signed in to it. */
export async function openTarget(machine: Machine, target: Target, wanted: BackendOptions): Promise<OpenBackend> {
  switch (target.kind) {
    case 'environment':
      return openRemote(machine, target.url, createTokenCredential(target.url, target.token), wanted)
    case 'sign-in': {
      const [{ createSignInCredential }, { openCredentials }] = await Promise.all([
        import('../sign-in/sign-in-credential.ts'),
        import('../sign-in/credentials.ts'),
      ])
      const { url: server } = target
      const credential = createSignInCredential({ machine, file: openCredentials(machine), server })
      const remote = await openRemote(machine, server, credential, wanted)
      if (wanted.io === undefined) return remote
      const { withApproval } = await import('../sign-in/with-approval.ts')
      return withApproval(remote, { io: wanted.io, server, browser: machine.config.browser })
    }
    case 'signed-out': {
      const { signedOutError } = await import('../sign-in/sign-in-credential.ts')
      throw signedOutError(target.url)
    }
    case 'data-folder': {
      const { createLazyMachineBackend } = await import('./lazy-machine.ts')
      const backend = createLazyMachineBackend(machine, wanted)
      return withPatience(machine, backend, { files: wanted.files, carrier: () => INLINE })
    }
  }
}

interface RemoteOptions extends Pick<BackendOptions, 'toolsets' | 'surface' | 'files'> {
  /** Checks each call before it is sent. Default: nothing. */
  readonly guard?: (backend: ToolBackend) => ToolBackend
}

/** Opens the backend of a server. */
export async function openRemote(
  machine: Machine,
  url: string,
  credential: RemoteCredential,
  { toolsets, surface, files, guard = backend => backend }: RemoteOptions,
): Promise<OpenBackend> {
  const [{ createRemoteBackend }, { createTransferClient }] = await Promise.all([
    import('./remote.ts'),
    import('../files/transfer-client.ts'),
  ])
  const { version, command, now } = machine
  const remote = guard(createRemoteBackend({ url, credential, toolsets, surface, version, command, now }))
  const backend = { ...remote, close: async () => undefined }
  return withPatience(machine, backend, { files, carrier: patience => createTransferClient(url, { now, patience }) })
}
