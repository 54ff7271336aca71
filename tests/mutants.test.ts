import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AREAS, mirroredFolder } from './mutants/mutants.ts'

const ROOT = resolve(import.meta.dirname, '..')
const mutants = Object.values(AREAS).flat()

describe('the mutants', () => {
  it.each(mutants)('$file: $rule', ({ file, find, replace }) => {
    const parts = readFileSync(join(ROOT, file), 'utf8').split(find)
    expect(parts.length - 1, 'what the mutant replaces must occur once: write it anew').toBe(1)
    expect(replace).not.toBe(find)
    expect(mirroredFolder(ROOT, file)).toMatch(/^tests\/\w/)
  })

  it('have different rules', () => {
    const rules = mutants.map(({ rule }) => rule)
    expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([])
  })
})
