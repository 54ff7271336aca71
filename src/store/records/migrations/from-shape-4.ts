import type { OldRecord } from './migration.ts'

interface Version {
  readonly src: string
  readonly source: unknown
}

/**
 * Upgrades to shape 5. An entry has its own source, apart from those of other branches; untouched translations have no record; `batches` is a log. Older
 * sources and translations stay in their records until these are written again.
 */
export function fromShape4(): Readonly<Record<string, (record: OldRecord) => unknown>> {
  const open = new Map<unknown, boolean>()
  return {
    entries: ({ versions, placeholders: _unused, ...entry }) => {
      const own = entry['src']
      const all = versions as readonly Version[]
      const others = all.filter(({ src }) => src !== own).map(({ src, source }) => ({ src, source }))
      open.set(entry['id'], entry['listed'] === true && entry['do_not_translate'] !== true)
      const source = all.find(({ src }) => src === own)?.source ?? ''
      return { ...entry, source, ...(others.length > 0 && { sources: others }) }
    },
    translations: unit => {
      const isEmpty = ['texts', 'suggestions', 'ignores'].every(
        field => (unit[field] as readonly unknown[]).length === 0,
      )
      const isUntouched = isEmpty && unit['rev'] === 0 && unit['locked'] !== true
      return isUntouched ? undefined : { ...unit, open: open.get(unit['entry_id']) === true }
    },
    target_files: ({ pulled_at: _unused, ...file }) => file,
  }
}
