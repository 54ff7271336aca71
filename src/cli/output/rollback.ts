import { join } from 'node:path'
import type { CommandFormatter } from '../../errors.ts'
import { shellQuote } from '../../shell-commands.ts'
import type { StoreUpgrade } from '../../store/open.ts'

/** Formats the command that returns a store to its state before an upgrade, for the version in `fromVersion`. */
export function formatRollback(
  { backup, canReplace }: Pick<StoreUpgrade, 'backup' | 'canReplace'>,
  dataDir: string,
  dragoman: CommandFormatter,
): string {
  const restore = `restore ${shellQuote(backup)}`
  if (canReplace) return dragoman(`${restore} --replace`)
  const [store, newer] = [join(dataDir, 'store'), join(dataDir, 'store-newer')].map(shellQuote)
  return `mv ${store} ${newer} && ${dragoman(restore)}`
}
