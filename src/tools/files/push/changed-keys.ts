import { z } from 'zod'
import { echo } from '../../../text/escape.ts'
import type { Loss } from './counts.ts'
import type { FilePlan, PushDestination } from './file-plan.ts'

const Keys = z.array(z.string()).optional()

/** The first 20 keys by effect on their entries, except renamed ones. Long keys are cut. */
export const ChangedKeys = z.object({ added: Keys, changed: Keys, revived: Keys, dropped: Keys })

interface ListedKeys {
  readonly keys?: z.output<typeof ChangedKeys>
  /** The first 20, as `from → to`. */
  readonly renames?: string[]
}

const MAX_KEYS = 20
const MAX_KEY_UNITS = 100

/** Lists the keys that a push changes. In a push of several files, each key follows its path. */
export function listChangedKeys(
  plans: readonly FilePlan[],
  losses: readonly Loss[],
  { replaces }: Pick<PushDestination, 'replaces'>,
): ListedKeys {
  const isOneFile = plans.length + losses.length === 1
  const lists = { added: [], changed: [], renamed: [], revived: [], dropped: [] } as Record<Effect, string[]>
  const list = (effect: Effect, path: string, names: readonly string[]): void => {
    const at = isOneFile ? '' : `${shorten(path)}: `
    const room = MAX_KEYS - lists[effect].length
    lists[effect].push(...names.slice(0, room).map(name => `${at}${name}`))
  }
  for (const { path, known, diff, absent } of plans) {
    list('added', path, toKeys(diff.added))
    list('changed', path, toKeys(diff.changed.map(toItem)))
    list('renamed', path, formatRenames(diff.renamed))
    // An entry that another branch lists is new to this one.
    const isUnused = ({ entry_id }: { entry_id: string }): boolean => known.get(entry_id)?.unused_since !== null
    list('added', path, toKeys(diff.revived.filter(one => !isUnused(one)).map(toItem)))
    list('revived', path, toKeys(diff.revived.filter(isUnused).map(toItem)))
    if (replaces) list('dropped', path, toKeys(absent))
  }
  for (const { path, absent } of losses) list('dropped', path, toKeys(absent))
  const { renamed, ...others } = lists
  const found = Object.entries(others).filter(([, names]) => names.length > 0)
  return {
    ...(found.length > 0 && { keys: Object.fromEntries(found) }),
    ...(renamed.length > 0 && { renames: renamed }),
  }
}

type Effect = 'added' | 'changed' | 'renamed' | 'revived' | 'dropped'

interface Keyed {
  readonly key: string
}

const toItem = <Item>({ item }: { readonly item: Item }): Item => item

const toKeys = (items: readonly Keyed[]): readonly string[] => items.slice(0, MAX_KEYS).map(({ key }) => shorten(key))

const formatRenames = (renamed: readonly { readonly from: string; readonly item: Keyed }[]): readonly string[] =>
  renamed.slice(0, MAX_KEYS).map(({ from, item }) => `${shorten(from)} → ${shorten(item.key)}`)

function shorten(name: string): string {
  const shown = echo(name)
  return shown.length <= MAX_KEY_UNITS ? shown : `${shown.slice(0, MAX_KEY_UNITS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
