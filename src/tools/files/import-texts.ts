import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Finding } from '../../l10n/checks/check.ts'
import { inspectText } from '../../l10n/checks/check-text.ts'
import type { TargetEntry } from '../../l10n/formats/format.ts'
import { sameMessage } from '../../l10n/message.ts'
import type { Origin } from '../../store/records/localization.ts'
import type { Batch } from '../translations/batch.ts'
import { unitOf } from '../translations/branch-view.ts'
import { type Checker, sourceOf } from '../translations/checker.ts'
import { exportedText } from '../translations/exported.ts'
import { recordUnit, withSuggestion, withText } from '../translations/record-text.ts'
import { type Entry, shownText, type Unit } from '../translations/unit.ts'
import type { ImportFile } from './import-file.ts'
import { type Incoming, type Merged, mergeImport } from './merge-import.ts'

export interface ImportCounts {
  imported: number
  unchanged: number
  /** Changed here since the last import, and not in the file. */
  kept: number
  /** Changed on both sides; the file's text is a suggestion. */
  conflicts: number
  /** Approved or locked; the file's text is a suggestion. */
  suggested: number
  /** One text where the source has plural forms, or the other way round. */
  refused: number
  /** Listed, and without a text in the file. */
  missing: number
}

/** What one file brought. */
export interface FileReport {
  readonly counts: ImportCounts
  /** Keys that the branch does not list. */
  readonly unknown: readonly string[]
  readonly findings: readonly (Finding & { readonly key: string })[]
  /** Whether any unit changed, or would have. */
  readonly changed: boolean
}

interface ImportTo {
  readonly batch: Batch
  readonly checker: Checker
  readonly dryRun: boolean
}

/** Texts after which other work runs: merging and checking so many takes a few milliseconds. */
const TURN = 20

/** Merges the texts of one file into the units of its locale, and keeps what changed. */
export async function importTexts(file: ImportFile, to: ImportTo): Promise<FileReport> {
  const { held } = file.place.source
  const theirs = new Map(file.entries.map(entry => [entry.key, entry]))
  const counts = { imported: 0, unchanged: 0, kept: 0, conflicts: 0, suggested: 0, refused: 0, missing: 0 }
  const findings: (Finding & { key: string })[] = []
  let changed = false
  for (const [at, { key, entry_id, src }] of held.items.entries()) {
    if (at % TURN === TURN - 1) await nextTurn()
    const text = theirs.get(key)
    theirs.delete(key)
    if (text === undefined) {
      counts.missing += 1
      continue
    }
    const entry = await to.batch.tx.entries.get(entry_id)
    if (entry === undefined) throw new Error(`a branch lists the entry ${entry_id}, which is gone`)
    const taken = await takeIn(text, entry, src, file, to)
    counts[taken.count] += 1
    findings.push(...taken.findings.map(finding => ({ ...finding, key })))
    if (taken.before === taken.after) continue
    changed = true
    if (!to.dryRun) await recordUnit(taken.before, taken.after, to.batch)
  }
  return { counts, unknown: [...theirs.keys()], findings, changed }
}

interface Taken {
  readonly count: keyof ImportCounts
  readonly before: Unit
  readonly after: Unit
  readonly findings: readonly Finding[]
}

async function takeIn(text: TargetEntry, entry: Entry, src: string, file: ImportFile, to: ImportTo): Promise<Taken> {
  const { batch } = to
  const unit = await unitOf(entry, file.place.locale, batch.tx)
  const as = (count: keyof ImportCounts, after = unit, findings: readonly Finding[] = []): Taken => ({
    count,
    before: unit,
    after,
    findings,
  })
  const source = sourceOf(entry, src)
  const origin: Origin = { ...batch.origin, kind: 'import' }
  const merged = await mergeWithPulled({ unit, src, theirs: text, base: file.base.get(text.key) }, batch)
  if (merged.kind === 'unchanged' || merged.kind === 'kept') return as(merged.kind)
  if (typeof source !== typeof text.value) return as('refused', unit, [misshapen(source)])
  switch (merged.kind) {
    case 'conflict':
    case 'suggested': {
      const count = merged.kind === 'conflict' ? 'conflicts' : 'suggested'
      return as(count, withSuggestion(unit, { value: text.value, src, origin }, batch))
    }
    case 'restated': {
      const { findings } = shownText(unit, src).text ?? { findings: [] }
      const { state, origin: theirOrigin } = merged
      const restated = { src, value: text.value, state, origin: theirOrigin, findings: [...findings] }
      return as('imported', withText(unit, entry, restated, batch.at))
    }
    case 'imported': {
      const rules = { ...(await to.checker.rulesFor(entry, file.place.locale)), categories: file.categories }
      const found = asPublished(inspectText({ ...rules, source, target: text.value }), batch)
      const imported = { src, value: text.value, state: merged.state, origin, findings: [...found] }
      return as('imported', withText(unit, entry, imported, batch.at), found)
    }
  }
}

/** A file that has what a pull gave is no news, also where the text here went on since and is in review. */
async function mergeWithPulled(incoming: Incoming, { project, tx }: Batch): Promise<Merged> {
  const merged = mergeImport(incoming)
  const { unit, src, theirs } = incoming
  if (merged.kind === 'unchanged' || merged.kind === 'kept' || unit.texts.length === 0) return merged
  const pulled = await exportedText(unit, src, project.settings.export, tx)
  const isPulled = pulled !== undefined && merged.kind !== 'restated' && sameMessage(pulled.value, theirs.value)
  return isPulled ? { kind: 'unchanged' } : merged
}

/** A published text that lacks a plural form works, by the form that stands in for it; what is wrong beside that is an error. */
function asPublished(findings: readonly Finding[], { project }: Batch): readonly Finding[] {
  const errors = findings.filter(({ level }) => level === 'error')
  const isForms = errors.every(({ id }) => id === 'plural_forms')
  if (!isForms || Object.hasOwn(project.settings.levels, 'plural_forms')) return findings
  return findings.map(finding => (finding.id === 'plural_forms' ? { ...finding, level: 'warning' } : finding))
}

const misshapen = (source: unknown): Finding =>
  typeof source === 'string'
    ? { id: 'plural_forms', level: 'error', message: 'The source is one text, and the file has plural forms.' }
    : { id: 'plural_forms', level: 'error', message: 'The source has plural forms, and the file has one text.' }
