import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { allTests } from '../harness/each-test.ts'
import { startDragoman } from '../harness.ts'
import { metricNames, readMetrics } from '../telemetry/exposition.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly { readonly expr: string }[]
}
interface Dashboard {
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly query?: string }[] }
}
interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string
      readonly expr: string
      readonly annotations: { readonly summary: string }
    }[]
  }[]
}

const METRIC = /\b(?:dragoman|process|nodejs)_[a-z0-9_]+/g
/** The metric of a sample: histograms have several. */
const toMetric = (sample: string): string => sample.replace(/_(?:bucket|count|sum)$/, '')
const metricsIn = (text: string): readonly string[] => [...text.matchAll(METRIC)].map(([name]) => name)

describe('the dashboard and the alerts', () => {
  const dashboard = JSON.parse(read('deploy/grafana/dragoman.json')) as Dashboard
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const rules = (parse(read('deploy/prometheus/alerts.yaml')) as Rules).groups.flatMap(group => group.rules)
  const server = allTests(() => startDragoman())
  let text = ''
  beforeAll(async () => {
    text = (await readMetrics(server.url)).text
  })

  it('name only metrics of a running server', () => {
    const known = new Set(metricNames(text))
    const named = [...queries, ...rules.map(({ expr }) => expr)].flatMap(metricsIn)
    const isKnown = (name: string) => known.has(name) || known.has(toMetric(name))
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter(name => !isKnown(name))).toEqual([])
  })

  it('show every metric of ours', () => {
    const shown = new Set(queries.flatMap(metricsIn).map(toMetric))
    const ours = metricNames(text).filter(name => name.startsWith('dragoman_'))
    expect(ours.filter(name => !shown.has(toMetric(name)))).toEqual([])
  })

  it('ask for labels that the metrics have', () => {
    const table = new Map(
      [...read('docs/monitoring.md').matchAll(/^\| `(dragoman_\w+)` \| \w+ \| ([^|]*)\|/gm)].map(
        ([, name = '', labels = '']) => [name, [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label)] as const,
      ),
    )
    expect([...table.keys()]).toEqual(
      metricNames(text)
        .filter(name => name.startsWith('dragoman_'))
        .toSorted(),
    )
    const always = ['job', 'instance', 'le']
    const wrong = [...queries, ...rules.map(({ expr }) => expr)].flatMap(expr => {
      const labels = metricsIn(expr).flatMap(name => table.get(name) ?? table.get(toMetric(name)) ?? [])
      const matched = [...expr.matchAll(/[{,](\w+)[=!]~?=?"/g)].map(([, label = '']) => label)
      const grouped = [...expr.matchAll(/by \(([\w, ]+)\)/g)].flatMap(([, list = '']) => list.split(', '))
      return [...matched, ...grouped].filter(label => !always.includes(label) && !labels.includes(label))
    })
    expect(wrong).toEqual([])
  })

  it('have panels beside and below each other', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    expect(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
  })

  it('have variables that are defined, and a summary for each alert', () => {
    const variables = new Set(dashboard.templating.list.map(({ name }) => name))
    const used = [...JSON.stringify(dashboard).matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name)
    expect(used.filter(name => !variables.has(name) && !name.startsWith('__'))).toEqual([])
    expect(rules.length).toBeGreaterThan(8)
    expect(
      rules.every(({ alert, annotations }) => /^Dragoman\w+$/.test(alert) && annotations.summary.length > 20),
    ).toBe(true)
  })
})
