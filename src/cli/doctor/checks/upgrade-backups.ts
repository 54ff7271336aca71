import { pluralize } from '../../../tools/pluralize.ts'
import { formatBytes } from '../../../tools/quota/limits.ts'
import type { Machine } from '../../machine.ts'
import { type Finding, works } from '../finding.ts'

/** Lists the backups that upgrades left in the data folder, and says which ones nobody needs. */
export async function checkUpgradeBackups(machine: Pick<Machine, 'archives'>): Promise<readonly Finding[]> {
  const archives = await machine.archives()
  const found = (await archives.list()).filter(({ isBeforeUpgrade }) => isBeforeUpgrade)
  const [newest] = found
  if (newest === undefined) return []
  const size = formatBytes(found.reduce((sum, { bytes }) => sum + bytes, 0))
  const rest = found.length > 1 ? ' You can delete the older ones.' : ''
  const { path, shape, version } = newest
  const message = `${pluralize(found.length, 'backup')} from before upgrades, ${size}. Newest: ${path} (shape ${shape}, dragoman ${version}).${rest}`
  return [works('upgrades', message)]
}
