import { AppError } from '../../errors.ts'
import type { ToolBackend } from '../../http/mcp/tool-server.ts'
import type { Holder } from '../../operator/command.ts'
import type { Surface } from '../../tools/call.ts'
import type { Toolset } from '../../tools/tool.ts'
import { INLINE } from '../files/carrier.ts'
import type { FileAccess } from '../files/file-access.ts'
import { withFiles } from '../files/with-files.ts'
import type { Machine } from '../machine.ts'

export interface Wanted {
  /** `everyday`, `all` or a list; how much a local process may do. A remote token has its own scopes. */
  readonly scopes: string
  readonly toolsets: readonly Toolset[]
  readonly surface: Extract<Surface, 'stdio' | 'cli'>
  readonly kind: Extract<Holder['kind'], 'stdio' | 'command'>
  /** How the process reads and writes files itself. */
  readonly files: FileAccess
}

export interface OpenBackend extends ToolBackend {
  close(): Promise<void>
}

/**
 * Where tools run: at the server that DRAGOMAN_URL and DRAGOMAN_TOKEN name, else on this machine's data folder.
 * @throws AppError `bad_config` when only one of the two is set.
 */
export async function chooseBackend(machine: Machine, wanted: Wanted): Promise<OpenBackend> {
  const { remoteUrl: url, remoteToken: token } = machine.config
  if (url !== undefined && token !== undefined) {
    const [{ createRemoteBackend }, { carryByAddress }] = await Promise.all([
      import('./remote.ts'),
      import('../files/by-address.ts'),
    ])
    const remote = createRemoteBackend({ url, token, toolsets: wanted.toolsets, version: machine.version })
    return withFiles({ ...remote, close: async () => undefined }, wanted.files, carryByAddress(url))
  }
  if (url !== undefined || token !== undefined) throw halfRemote(url)
  const { createMachineBackend } = await import('./on-machine.ts')
  return withFiles(createMachineBackend(machine, wanted), wanted.files, INLINE)
}

function halfRemote(url: string | undefined): AppError {
  return url === undefined
    ? new AppError('bad_config', 'DRAGOMAN_TOKEN is set, and DRAGOMAN_URL is not.', {
        fix: 'Set DRAGOMAN_URL to the server that the token is of, such as http://localhost:4050; or unset DRAGOMAN_TOKEN to work on this machine.',
      })
    : new AppError('bad_config', `DRAGOMAN_URL is ${url}, and DRAGOMAN_TOKEN is not set.`, {
        fix: 'Set DRAGOMAN_TOKEN to an account token of that server; or unset DRAGOMAN_URL to work on this machine.',
      })
}
