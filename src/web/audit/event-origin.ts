import type { AuditView } from '../../tools/audit/view.ts'
import { browserName } from '../format/browser-name.ts'

export const SURFACE_LABELS: Readonly<Record<AuditView['surface'], string>> = {
  web: 'Website',
  mcp: 'MCP',
  stdio: 'MCP (stdio)',
  rest: 'REST',
  cli: 'Command line',
  control: 'Server CLI',
  oauth: 'OAuth',
}

interface EventCredential {
  /** Absent if the name includes it. */
  readonly kind?: 'Token' | 'App'
  readonly name: string
}

/** The token, app, browser or program behind an event; undefined if the surface already identifies it. */
export function describeCredential({ through, surface, client }: AuditView): EventCredential | undefined {
  if (through?.kind === 'token') return { kind: 'Token', name: through.name ?? through.id ?? '' }
  if (through?.kind === 'grant') return { kind: 'App', name: through.name ?? through.id ?? '' }
  if (through?.kind === 'control') return undefined
  if (surface === 'web') return { name: browserName(client) }
  return client === undefined ? undefined : { name: client }
}
