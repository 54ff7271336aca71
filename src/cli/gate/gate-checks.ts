import { CHECKS } from '../../l10n/checks/registry.ts'
import { COPIED_SOURCE } from './copied-source.ts'
import { PROTECTED_CHECK } from './examine-change.ts'
import type { GateFinding } from './report.ts'
import { FROZEN_CHECK } from './server/frozen.ts'
import { SETTINGS_CHECK } from './settings-change.ts'
import { FILE_CHECK } from './to-findings.ts'

/** What a finding of the gate is about, for reports that describe their rules. */
export interface GateCheck {
  readonly id: string
  readonly level: GateFinding['level']
  /** What it finds, as one sentence. */
  readonly finds: string
  readonly why: string
}

/** The checks of translations, and those that only the gate has. */
export const GATE_CHECKS: readonly GateCheck[] = [
  {
    id: FILE_CHECK,
    level: 'error',
    finds: 'A source or target file that cannot be read, or that a push refuses.',
    why: 'The application may not load it, and its translations reach no server.',
  },
  {
    id: COPIED_SOURCE,
    level: 'error',
    finds: 'A translation that a change copies from its source.',
    why: 'The string looks translated to every tool, so that nobody translates it.',
  },
  {
    id: PROTECTED_CHECK,
    level: 'warning',
    finds: 'An edited translation that is approved or locked on the server.',
    why: 'A push makes it a suggestion, and a pull replaces it.',
  },
  {
    id: SETTINGS_CHECK,
    level: 'warning',
    finds: 'A change of dragoman.json after which less is checked.',
    why: 'A broken translation passes if its locale, its file or the check is removed.',
  },
  {
    id: FROZEN_CHECK,
    level: 'error',
    finds: 'A file that a pull would change.',
    why: 'The repository does not have the newest translations.',
  },
  ...CHECKS.map(({ id, level, finds, why }) => ({
    id,
    level: level === 'error' ? level : ('warning' as const),
    finds,
    why,
  })),
]
