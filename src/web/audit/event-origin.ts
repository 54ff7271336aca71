import type { AuditView } from '../../tools/audit/view.ts'
import { browserName } from '../format/browser-name.ts'
import { t } from '../i18n/t.ts'

/** Where an event came from. */
export const surfaceLabel = (surface: AuditView['surface']): string => t(`audit.surfaces.${surface}`)

interface EventCredential {
  /** Absent if the name includes it. */
  readonly kind?: 'token' | 'app'
  readonly name: string
}

/** The token, app, browser or program behind an event; undefined if the surface already identifies it. */
export function describeCredential({ through, surface, client }: AuditView): EventCredential | undefined {
  if (through?.kind === 'token') return { kind: 'token', name: through.name ?? through.id ?? '' }
  if (through?.kind === 'grant') return { kind: 'app', name: through.name ?? through.id ?? '' }
  if (through?.kind === 'control') return undefined
  if (surface === 'web') return { name: browserName(client) }
  return client === undefined ? undefined : { name: client }
}
