import type { ChangedFile } from './compare.ts'
import type { FileChange } from './report.ts'

/** Counts what a change does to a source file and its translations. */
export function summarizeFile({ after, change, outcomes }: ChangedFile): FileChange {
  const { added, changed, renamed } = change
  const kept = new Set(after.source.items.flatMap(({ key, doNotTranslate }) => (doNotTranslate === true ? [key] : [])))
  const counts = { queued: new Counter(), stale: new Counter(), edited: new Counter(), removed: new Counter() }
  const open = new Set<string>()
  for (const [{ locale, path }, own] of outcomes) {
    for (const [key, outcome] of own) {
      if (kept.has(key)) continue
      const isChanged = changed.has(key)
      if (outcome === 'queued' || outcome === 'stale') {
        counts[isChanged ? 'stale' : 'queued'].add(locale)
        open.add(key)
      }
      if (outcome === 'written' && !isChanged && !added.has(key)) counts.edited.add(path)
      if (outcome === 'removed') counts.removed.add(path)
    }
  }
  return {
    path: after.source.path,
    added: [...added].filter(key => open.has(key)).length,
    changed: [...changed].filter(key => open.has(key)).length,
    queued: counts.queued.counts,
    stale: counts.stale.counts,
    renamed: [...renamed].map(([to, from]) => ({ from, to })),
    edited: counts.edited.counts,
    removed: counts.removed.counts,
  }
}

class Counter {
  readonly counts: Record<string, number> = {}

  add(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }
}
