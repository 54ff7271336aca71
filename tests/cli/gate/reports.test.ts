import { describe, expect, it } from 'vitest'
import { toGithub } from '../../../src/cli/gate/formats/github.ts'
import { toGitlab } from '../../../src/cli/gate/formats/gitlab.ts'
import { toJson } from '../../../src/cli/gate/formats/json.ts'
import { toSarif } from '../../../src/cli/gate/formats/sarif.ts'
import { printFindings, printSummary } from '../../../src/cli/gate/formats/text.ts'
import type { GateFinding, GateReport } from '../../../src/cli/gate/report.ts'

const FINDING: GateFinding = {
  path: 'locales/de.json',
  line: 4,
  column: 9,
  locale: 'de',
  key: 'cart.total',
  check: 'placeholders',
  level: 'error',
  message: '"{name}" is missing.',
  fix: 'Put "{name}" back.',
}
const HOSTILE: GateFinding = {
  ...FINDING,
  path: 'lo%cales/a,b:c\u202E.json',
  key: 'k\n::error::x\u001B[31m',
  level: 'warning',
  check: 'numbers',
  message: '100 % of\r\n::set-output name=x::y',
}
const report = (...findings: readonly GateFinding[]): GateReport => ({ findings, strings: 3, queued: {} })
const same = (path: string): string => path
const terminal = (rows: number) => ({ isTTY: true, hasColors: () => false, rows }) as unknown as NodeJS.WriteStream

describe('a report as text', () => {
  it('is a line of fields separated by tabs in a pipe', () => {
    expect(printFindings(report(FINDING), same, undefined)).toBe(
      'locales/de.json:4:9\terror\tplaceholders\tcart.total\t"{name}" is missing.\tPut "{name}" back.\n',
    )
  })

  it('is aligned on a terminal, and ends with how to see the rest', () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ ...FINDING, line: at + 1 }))
    const lines = printFindings(report(...many), same, terminal(24)).split('\n')
    expect(lines[0]).toBe(
      'locales/de.json:1:9   error  placeholders  cart.total  "{name}" is missing.  Put "{name}" back.',
    )
    expect(lines.slice(-2)).toEqual(['… and 14 more findings. See all: dragoman check | less', ''])
  })

  it('shows invisible characters, and no line of a file as one of its own', () => {
    const text = printFindings(report(HOSTILE), same, undefined)
    expect(text.split('\n')).toHaveLength(2)
    for (const character of ['\u001B', '\u202E', '\r']) expect(text).not.toContain(character)
  })

  it('sums up what was found', () => {
    const sum = (one: GateReport): string => printSummary(one, { here: same, seconds: 0.42 })
    expect(sum({ ...report(FINDING, HOSTILE), strings: 4102 })).toBe('1 error, 1 warning in 4,102 strings (0.4 s)\n')
    expect(sum({ ...report(), queued: { de: 16, ja: 1200 } })).toBe(
      'Queued for translation: de 16, ja 1,200 strings.\nNo problems in 3 strings (0.4 s).\n',
    )
  })
})

describe('a report for programs', () => {
  it('is JSON with counts and findings', () => {
    expect(toJson(report(FINDING), path => `app/${path}`)).toEqual({
      errors: 1,
      warnings: 0,
      strings: 3,
      findings: [{ ...FINDING, path: 'app/locales/de.json' }],
      queued: {},
    })
  })

  it('is SARIF 2.1.0 with the rules that have results', () => {
    const { version, $schema, runs } = JSON.parse(toSarif(report(FINDING, HOSTILE), same, '1.2.3')) as Sarif
    expect(version).toBe('2.1.0')
    expect($schema).toMatch(/sarif-2\.1\.0\.json$/)
    const [{ tool, results }] = runs
    expect(tool.driver).toMatchObject({ name: 'Dragoman', version: '1.2.3' })
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(['placeholders', 'numbers'])
    for (const rule of tool.driver.rules) {
      expect(rule).toEqual({
        id: expect.any(String),
        shortDescription: { text: expect.stringMatching(/\.$/) },
        fullDescription: { text: expect.stringMatching(/\.$/) },
        defaultConfiguration: { level: expect.stringMatching(/^(?:error|warning)$/) },
        help: { text: expect.any(String) },
      })
    }
    expect(results[0]).toEqual({
      ruleId: 'placeholders',
      ruleIndex: 0,
      level: 'error',
      message: { text: 'cart.total: "{name}" is missing. Put "{name}" back.' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'locales/de.json', uriBaseId: '%SRCROOT%' },
            region: { startLine: 4, startColumn: 9 },
          },
          logicalLocations: [{ fullyQualifiedName: 'cart.total' }],
        },
      ],
      partialFingerprints: { 'dragomanFinding/v1': expect.stringMatching(/^[0-9a-f]{40}$/) },
    })
    expect(results[1]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe('lo%25cales/a,b:c%E2%80%AE.json')
  })

  it('has fingerprints that other lines do not change, each once', () => {
    const ids = (...findings: readonly GateFinding[]) =>
      (JSON.parse(toGitlab(report(...findings), same)) as readonly { fingerprint: string }[]).map(
        ({ fingerprint }) => fingerprint,
      )
    expect(ids({ ...FINDING, line: 90, column: 1 })).toEqual(ids(FINDING))
    expect(new Set(ids(FINDING, FINDING, { ...FINDING, locale: 'pl' })).size).toBe(3)
  })

  it('is code quality for GitLab', () => {
    expect(JSON.parse(toGitlab(report(FINDING, HOSTILE), same))).toMatchObject([
      {
        description: 'cart.total: "{name}" is missing. Put "{name}" back.',
        check_name: 'placeholders',
        severity: 'major',
        location: { path: 'locales/de.json', lines: { begin: 4 } },
      },
      { severity: 'minor' },
    ])
  })

  it('is workflow commands for GitHub, each in one line', () => {
    expect(toGithub(report(FINDING), same)).toBe(
      '::error file=locales/de.json,line=4,col=9,title=placeholders (de)::cart.total: "{name}" is missing. Put "{name}" back.\n',
    )
    const [line = '', ...others] = toGithub(report(HOSTILE), same).split('\n')
    expect(others).toEqual([''])
    expect(line).toMatch(/^::warning file=lo%25cales\/a%2Cb%3Ac.*\.json,line=4,col=9,title=numbers \(de\)::k%0A/)
    expect(line).toContain('100 %25 of')
    for (const character of ['\u001B', '\r']) expect(line).not.toContain(character)
  })

  it('shows ten annotations of a level on GitHub, and counts the others', () => {
    const many = Array.from({ length: 12 }, () => FINDING)
    const lines = toGithub(report(...many, ...Array.from({ length: 11 }, () => HOSTILE)), same).split('\n')
    expect(lines.filter(line => line.startsWith('::error'))).toHaveLength(10)
    expect(lines.filter(line => line.startsWith('::warning'))).toHaveLength(10)
    expect(lines.at(-2)).toBe(
      '::notice title=dragoman check::2 more errors and 1 more warning: run dragoman check to see all.',
    )
  })
})

interface Sarif {
  readonly version: string
  readonly $schema: string
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
      readonly results: readonly {
        readonly locations: readonly {
          readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } }
        }[]
      }[]
    },
  ]
}
