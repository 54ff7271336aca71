import type { Finding } from '../../l10n/checks/check.ts'
import type { TargetEntry } from '../../l10n/formats/format.ts'
import { sameMessage } from '../../l10n/message.ts'
import { Pace } from '../../pace.ts'
import { shown } from '../../shown.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Origin, ProjectRecord } from '../../store/records/localization.ts'
import type { CheckRequest, Computed } from '../../workers/computed.ts'
import type { Reading } from '../call.ts'
import type { Batch } from '../translations/batch.ts'
import type { BranchView } from '../translations/branch-view.ts'
import { type Checker } from '../translations/checker.ts'
import { recordUnit, withSuggestion, withText } from '../translations/record-text.ts'
import { sourceOf } from '../translations/sources.ts'
import { type Entry, shownText, type Unit } from '../translations/unit.ts'
import { wasHere } from './earlier-texts.ts'
import type { ImportFile } from './import-file.ts'
import { type Merged, mergeImport } from './merge-import.ts'
import { type Listed, readBack } from './read-back.ts'

export interface ImportCounts {
  imported: number
  unchanged: number
  /** Changed here since the last import, and not in the file; or the file is older than the text here. */
  kept: number
  /** Changed on both sides, or a person's; the file's text is a suggestion. */
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
  readonly view: BranchView
  readonly computed: Computed
  readonly dryRun: boolean
}

/** A text of the file, and what it is for. */
interface Found extends Listed {
  readonly theirs: TargetEntry
  readonly entry: Entry
}

/** A text of the file, and what becomes of it. */
interface Judged extends Found {
  readonly merged: Merged
}

/** Whose import it is. */
interface Importer {
  readonly project: Frozen<ProjectRecord>
  readonly kind: Origin['kind']
  readonly view: BranchView
}

/** Checks the texts of one file that go in, before the transaction in which `importTexts` writes them. */
export async function checkImport(
  file: ImportFile,
  checker: Checker,
  importer: Importer,
  reading: Reading,
): Promise<void> {
  const pace = reading.computed.pace()
  const questions: CheckRequest[] = []
  for (const one of await judgeTexts(file, importer, reading)) {
    if (pace.isDue) await pace.rest()
    if (isChecked(one)) questions.push(await questionOf(one, file, checker))
  }
  await reading.computed.checkAll(questions)
}

/** Merges the texts of one file into the units of its locale, and keeps what changed. */
export async function importTexts(file: ImportFile, to: ImportTo): Promise<FileReport> {
  const { tx, project, origin } = to.batch
  const found = await judgeTexts(
    file,
    { project, kind: origin.kind, view: to.view },
    { read: tx, computed: to.computed },
  )
  const { held } = file.place.source
  const missing = held.items.length - found.length
  const counts = { imported: 0, unchanged: 0, kept: 0, conflicts: 0, suggested: 0, refused: 0, missing }
  const findings: (Finding & { key: string })[] = []
  let changed = false
  const pace = to.computed.pace()
  for (const one of found) {
    if (pace.isDue) await pace.rest()
    const { key } = one
    const taken = await takeIn(one, file, to)
    counts[taken.count] += 1
    findings.push(...taken.findings.map(finding => ({ ...finding, key })))
    if (taken.before === taken.after) continue
    changed = true
    if (!to.dryRun) await recordUnit(taken.before, taken.after, to.batch)
  }
  const listed = new Set(held.items.map(({ key }) => key))
  const unknown = file.entries.map(({ key }) => key).filter(key => !listed.has(key))
  return { counts, unknown: [...new Set(unknown)], findings, changed }
}

/** What becomes of each text of the file that the branch lists. */
async function judgeTexts(
  file: ImportFile,
  { project, kind, view }: Importer,
  reading: Reading,
): Promise<readonly Judged[]> {
  const { read, computed } = reading
  const found = await findUnits(file, view)
  const others = found.filter(one => one.unit.texts.length > 0 && !isSame(one))
  const written = await readBack(file, others, project, reading)
  const mayReplacePeople = kind === 'human' || project.settings.agents_replace
  const judged: Judged[] = []
  const pace = computed.pace()
  for (const one of found) {
    if (pace.isDue) await pace.rest()
    const { unit, src, theirs } = one
    const merged = await mergeImport({
      unit,
      src,
      theirs,
      base: file.base.get(theirs.key),
      written: written.get(one.key),
      wasHere: () => wasHere(unit, src, theirs.value, read),
      mayReplacePeople,
    })
    judged.push({ ...one, merged })
  }
  return judged
}

/** Whether the checks are asked: of what goes in, and has the shape of its source. */
const isChecked = ({ merged, entry, src, theirs }: Judged): boolean =>
  merged.kind === 'imported' && typeof sourceOf(entry, src) === typeof theirs.value

const questionOf = async (
  { theirs, entry, src }: Found,
  { place, categories }: ImportFile,
  checker: Checker,
): Promise<CheckRequest> => ({
  ...(await checker.rulesFor(entry, place.locale)),
  categories,
  source: sourceOf(entry, src),
  target: theirs.value,
  asIs: true,
  name: shown(entry.key),
})

/** What the branch lists and the file has a text for, in the order of the source. */
async function findUnits({ place, entries }: ImportFile, view: BranchView): Promise<readonly Found[]> {
  const texts = new Map(entries.map(entry => [entry.key, entry]))
  const found: Found[] = []
  const pace = new Pace()
  for (const { key, entry_id, src } of place.source.held.items) {
    if (pace.isDue) await pace.rest()
    const theirs = texts.get(key)
    if (theirs === undefined) continue
    const entry = await view.entry(entry_id, src)
    found.push({ key, theirs, entry, unit: await view.unit(entry, place.locale, src), src })
  }
  return found
}

/** Whether the file has the very text that is shown here. */
function isSame({ theirs, unit, src }: Found): boolean {
  const { text } = shownText(unit, src)
  return text !== undefined && sameMessage(text.value, theirs.value)
}

interface Taken {
  readonly count: keyof ImportCounts
  readonly before: Unit
  readonly after: Unit
  readonly findings: readonly Finding[]
}

async function takeIn(one: Judged, file: ImportFile, to: ImportTo): Promise<Taken> {
  const { batch } = to
  const { theirs: text, entry, unit, src, merged } = one
  const as = (count: keyof ImportCounts, after = unit, findings: readonly Finding[] = []): Taken => ({
    count,
    before: unit,
    after,
    findings,
  })
  const source = sourceOf(entry, src)
  const origin: Origin = { ...batch.origin, kind: 'import' }
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
      const checked = await to.computed.check(await questionOf(one, file, to.checker))
      const found = asPublished(checked.findings, batch)
      const imported = { src, value: text.value, state: merged.state, origin, findings: [...found] }
      return as('imported', withText(unit, entry, imported, batch.at), found)
    }
  }
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
