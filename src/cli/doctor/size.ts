import type { CommandFormatter } from '../../errors.ts'
import { findOutgrown, formatSize, type SizeStatus } from '../../operator/size.ts'
import { type Finding, warning, works } from './finding.ts'

/** Checks whether the embedded store is still large enough. */
export function checkSize(size: SizeStatus, command: CommandFormatter): Finding {
  const figures = `Embedded store: ${formatSize(size)}.`
  const signs = findOutgrown(size)
  if (signs.length === 0) return works('size', figures)
  const move = command('move --to postgres://…')
  const fix = `Move to PostgreSQL: ${move}, then set DRAGOMAN_STORE_URL (docs/scaling.md). More memory helps for some time (docs/operating.md).`
  return warning('size', `${figures} It is too small: ${signs.join(', ')}.`, fix)
}
