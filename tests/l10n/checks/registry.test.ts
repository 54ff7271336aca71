import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import { CHECK_IDS, CHECKS } from '../../../src/l10n/checks/registry.ts'

const folder = join(import.meta.dirname, '../../../src/l10n/checks')

describe('the registry', () => {
  it('has every check of the tree, each with its own ID', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
    const ids = files.flatMap(name =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/= defineCheck\(\{\n {2}id: '(\w+)'/g)].map(([, id]) => id),
    )
    expect(new Set(ids)).toEqual(new Set(CHECK_IDS))
    expect(ids).toHaveLength(CHECK_IDS.length)
  })

  it.each(CHECKS.flatMap(check => check.examples.map(example => [check.id, example] as const)))(
    '%s finds its bad example and not its good one: %j',
    (id, { source, good, bad, locale, syntax }) => {
      const find = (target: string) =>
        checkText({ source, target, sourceLocale: 'en', locale, syntax }).findings.filter(finding => finding.id === id)
      expect(find(good)).toEqual([])
      expect(find(bad)).not.toEqual([])
    },
  )
})
