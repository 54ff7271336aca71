import type { ToolBackend } from '../../http/mcp/tool-backend.ts'
import type { Holder } from '../../operator/command.ts'
import type { LocalSurface } from '../../tools/pipeline/call.ts'
import type { Toolset } from '../../tools/pipeline/toolsets.ts'
import type { FileAccess } from '../files/file-access.ts'
import type { Io } from '../io.ts'

export interface BackendOptions {
  /** Scopes of a local process: `everyday`, `all` or a list. A remote token has its own. */
  readonly scopes: string
  readonly toolsets: readonly Toolset[]
  readonly surface: LocalSurface
  readonly kind: Extract<Holder['kind'], 'stdio' | 'command'>
  /** Access to the files of the repository. */
  readonly files: FileAccess
  /** The terminal on which the user can allow a scope that a call lacks. Without it, the call fails with the link. */
  readonly io?: Io
}

export interface OpenBackend extends ToolBackend {
  close(): Promise<void>
}
