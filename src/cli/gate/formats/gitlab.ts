import type { GateReport } from '../report.ts'
import { createFingerprints, describeFinding } from './sarif.ts'

const SEVERITIES = { error: 'major', warning: 'minor' } as const

/** Writes a report as GitLab reads it for the artifact `codequality`. https://docs.gitlab.com/ci/testing/code_quality/ */
export function toGitlab({ findings }: GateReport, place: (path: string) => string): string {
  const identify = createFingerprints()
  const issues = findings.map(finding => ({
    description: describeFinding(finding),
    check_name: finding.check,
    fingerprint: identify(finding),
    severity: SEVERITIES[finding.level],
    location: { path: place(finding.path), lines: { begin: finding.line } },
  }))
  return `${JSON.stringify(issues, null, 2)}\n`
}
