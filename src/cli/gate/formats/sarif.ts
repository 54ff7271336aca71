import { createHash } from 'node:crypto'
import { escapeInvisible } from '../../../text/escape.ts'
import { GATE_CHECKS } from '../gate-checks.ts'
import type { GateFinding, GateReport } from '../report.ts'

/** GitHub refuses reports with more results. */
const MAX_RESULTS = 25_000

/** Writes a report as SARIF 2.1.0, with the rules that have results; errors first where there are too many. */
export function toSarif({ findings }: GateReport, place: (path: string) => string, version: string): string {
  const kept = [...findings.filter(isError), ...findings.filter(finding => !isError(finding))].slice(0, MAX_RESULTS)
  const used = new Set(kept.map(({ check }) => check))
  const rules = GATE_CHECKS.filter(({ id }) => used.has(id))
  const places = new Map(rules.map(({ id }, at) => [id, at]))
  const identify = createFingerprints()
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Dragoman',
            version,
            rules: rules.map(({ id, level, finds, why }) => ({
              id,
              shortDescription: { text: finds },
              fullDescription: { text: why },
              defaultConfiguration: { level },
              help: { text: `${finds} ${why}` },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: kept.map(finding => ({
          ruleId: finding.check,
          ruleIndex: places.get(finding.check) ?? -1,
          level: finding.level,
          message: { text: describeFinding(finding) },
          locations: [toLocation(finding, place)],
          partialFingerprints: { 'dragomanFinding/v1': identify(finding) },
        })),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

const isError = ({ level }: GateFinding): boolean => level === 'error'

const toLocation = ({ path, line, column, key }: GateFinding, place: (path: string) => string) => ({
  physicalLocation: {
    artifactLocation: { uri: encodeURI(place(path)).replace(/[?#]/g, encodeURIComponent), uriBaseId: '%SRCROOT%' },
    region: { startLine: line, startColumn: column },
  },
  ...(key !== undefined && { logicalLocations: [{ fullyQualifiedName: escapeInvisible(key) }] }),
})

/** A finding as sentences: key, message and fix. */
export function describeFinding({ key, message, fix }: GateFinding): string {
  const text = [message, ...(fix === undefined ? [] : [fix])].join(' ')
  return escapeInvisible(key === undefined ? text : `${key}: ${text}`)
}

/** Identifies findings over commits: by path, key, check and message, and not by line, which other edits move. Equal ones get a number. */
export function createFingerprints(): (finding: GateFinding) => string {
  const counts = new Map<string, number>()
  return ({ path, locale = '', key = '', check, message }) => {
    const text = JSON.stringify([path, locale, key, check, message])
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    return createHash('sha256').update(`${text}${count}`).digest('hex').slice(0, 40)
  }
}
