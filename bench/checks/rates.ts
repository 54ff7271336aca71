import type { Level } from '../../src/l10n/checks/check.ts'
import type { Detection } from './measure-defects.ts'

/** What docs/checks.md shows of a measurement. */
export interface Rates {
  readonly seed: number
  readonly pairs: number
  /** Pairs by format. */
  readonly formats: Readonly<Record<string, number>>
  /** Pairs with findings of each check, by level. */
  readonly checks: Readonly<Record<string, Readonly<Record<Level, number>>>>
  readonly refused: number
  readonly wronglyRefused: number
  readonly defects: readonly Detection[]
}

export const RATES = 'bench/checks/rates.json'
