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

/** The token, app, browser or program behind an event; nothing where the surface says it already. */
export function EventCredential({ event: { through, surface, client } }: { readonly event: AuditView }) {
  switch (through?.kind) {
    case 'token':
      return (
        <>
          Token <bdi>{through.name ?? through.id}</bdi>
        </>
      )
    case 'grant':
      return (
        <>
          App <bdi>{through.name ?? through.id}</bdi>
        </>
      )
    case 'control':
      return null
    case 'session':
    case 'stdio':
    case undefined:
      return <bdi>{surface === 'web' ? browserName(client) : client}</bdi>
  }
}
