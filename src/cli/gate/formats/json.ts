import { countLevel, type GateReport } from '../report.ts'

/** A report as JSON for programs. */
export function toJson(report: GateReport, place: (path: string) => string): object {
  const { findings, strings, queued, changes } = report
  return {
    errors: countLevel(report, 'error'),
    warnings: countLevel(report, 'warning'),
    strings,
    findings: findings.map(finding => ({ ...finding, path: place(finding.path) })),
    ...(changes === undefined
      ? { queued }
      : { changes: changes.map(change => ({ ...change, path: place(change.path), ...byPlace(change, place) })) }),
  }
}

type Change = NonNullable<GateReport['changes']>[number]

const byPlace = ({ edited, removed }: Change, place: (path: string) => string) => ({
  edited: renamePaths(edited, place),
  removed: renamePaths(removed, place),
})

const renamePaths = (counts: Change['edited'], place: (path: string) => string) =>
  Object.fromEntries(Object.entries(counts).map(([path, count]) => [place(path), count]))
