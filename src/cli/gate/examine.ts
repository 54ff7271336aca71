import type { Finding } from '../../l10n/checks/check.ts'
import { checkUnits, listUnits, type Unit } from './check-file.ts'
import { isOpen } from './compare.ts'
import { Neighbours } from './neighbours.ts'
import type { ProjectRules } from './project-rules.ts'
import type { RepositoryStrings } from './read-repository.ts'
import { comparePlaces, type GateFinding, type GateReport } from './report.ts'
import type { StoredTexts } from './server/stored-texts.ts'
import type { SourceStrings, TargetStrings } from './strings.ts'
import { type FoundInEntry, toFileFinding, toFindings } from './to-findings.ts'

/** Decides which units of a file are checked, and adds findings that no check makes. */
export interface Selection {
  readonly isChecked: (file: TargetStrings, unit: Unit) => boolean
  /** Whether faults of the file itself count. */
  readonly isReported: (path: string) => boolean
  /** The findings of a unit that replace or follow those of its checks. */
  readonly amend: (file: TargetStrings, unit: Unit, findings: readonly Finding[]) => readonly Finding[]
  /** Whose ignored findings are left out; absent without a server. */
  readonly stored?: StoredTexts | undefined
}

/** Everything is checked. */
export const ALL: Selection = { isChecked: () => true, isReported: () => true, amend: (_, __, findings) => findings }

/** The finished translations of a project, and those of each locale that checks compare with each other. */
export interface Listed {
  readonly units: ReadonlyMap<TargetStrings, readonly Unit[]>
  readonly neighbours: ReadonlyMap<string, Neighbours>
}

export function listProject({ files }: RepositoryStrings): Listed {
  const units = new Map<TargetStrings, readonly Unit[]>()
  const neighbours = new Map<string, Neighbours>()
  for (const { targets } of files) {
    for (const file of targets) {
      const own = listUnits(file)
      units.set(file, own)
      const known = neighbours.get(file.locale) ?? new Neighbours()
      neighbours.set(file.locale, known)
      for (const { pair } of own) known.add(pair)
    }
  }
  return { units, neighbours }
}

/** Checks the translations of a repository, those of one source file at a time, so that each source string is parsed once. */
export function examine(
  repository: RepositoryStrings,
  { units, neighbours }: Listed,
  rules: ProjectRules,
  selection = ALL,
): Pick<GateReport, 'findings' | 'strings'> {
  const findings: GateFinding[] = repository.faults.filter(({ path }) => selection.isReported(path))
  let strings = 0
  for (const { source, targets } of repository.files) {
    const tasks = targets.flatMap(file => {
      const near = neighbours.get(file.locale) ?? new Neighbours()
      const chosen = (units.get(file) ?? []).filter(unit => selection.isChecked(file, unit))
      return chosen.map(unit => ({ unit, file, neighbours: near }))
    })
    const results = checkUnits(source, tasks, rules)
    strings += tasks.length
    const found = new Map<TargetStrings, FoundInEntry[]>(targets.map(file => [file, []]))
    for (const [at, { file, unit }] of tasks.entries())
      found.get(file)?.push({ entry: unit.entry, findings: listOpen(file, unit, results[at] ?? [], selection) })
    for (const [file, own] of found) {
      if (file.fault !== undefined && selection.isReported(file.path))
        findings.push(toFileFinding(file.path, file.fault, file.locale))
      findings.push(...toFindings(file, own))
    }
  }
  return { findings: findings.toSorted(comparePlaces), strings }
}

function listOpen(file: TargetStrings, unit: Unit, findings: readonly Finding[], { amend, stored }: Selection) {
  const all = amend(file, unit, findings)
  return stored === undefined ? all : all.filter(finding => !stored.isIgnored(file, unit, finding))
}

/** Counts the strings without a finished translation, by locale. */
export function countQueued({ files }: RepositoryStrings): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { source, targets } of files) {
    for (const file of targets) {
      if (file.fault !== undefined) continue
      const open = countOpen(source, file)
      if (open > 0) counts[file.locale] = (counts[file.locale] ?? 0) + open
    }
  }
  return counts
}

const countOpen = ({ items }: SourceStrings, { entries }: TargetStrings): number =>
  items.reduce((sum, { key, doNotTranslate }) => sum + (doNotTranslate !== true && isOpen(entries.get(key)) ? 1 : 0), 0)
