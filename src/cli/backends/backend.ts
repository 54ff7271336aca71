import type { ToolBackend } from '../../http/mcp/tool-backend.ts'
import type { Holder } from '../../operator/command.ts'
import type { Surface } from '../../tools/pipeline/call.ts'
import type { Toolset } from '../../tools/pipeline/tool.ts'
import type { FileAccess } from '../files/file-access.ts'

export interface BackendOptions {
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
