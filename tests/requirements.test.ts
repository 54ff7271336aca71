import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REQUIREMENTS, type RequirementId } from './requirements.ts'

const citations = collectCitations(import.meta.dirname)
const ids = Object.keys(REQUIREMENTS) as RequirementId[]

describe('the requirements of the specification', () => {
  it('are all proven by a test', () => {
    const uncited = ids.filter(id => !citations.has(id))
    expect(uncited, "call verifies('<id>') in the test that proves each of these").toEqual([])
  })

  it('are cited by existing IDs', () => {
    const unknown = [...citations].filter(([id]) => !Object.hasOwn(REQUIREMENTS, id)).map(found => found.join(' in '))
    expect(unknown).toEqual([])
  })

  it('stand in docs/specification.md, which names no other', () => {
    const page = readFileSync(join(import.meta.dirname, '../docs/specification.md'), 'utf8')
    const named = [...page.matchAll(/`(\d(?:\.\d)?\.[a-z][a-z0-9_:.-]*)`/g)].map(([, id = '']) => id)
    expect(named.toSorted()).toEqual(ids.toSorted())
  })

  it('have IDs that start with their section', () => {
    const sections = new Set(ids.map(id => /^(\d(\.\d)?)\.[a-z0-9_:.-]+$/.exec(id)?.[1]))
    const stated = '1 2.1 2.2 2.3 2.4 3 4 4.1 4.2 4.3 4.4 4.5 5.1 5.2 5.3 5.4 5.5 5.6 5.7 7 8 9'
    expect([...sections].join(' ')).toBe(stated)
  })
})

/** Each id that stands as a literal in a call of `verifies`, with the file that holds it. */
function collectCitations(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.includes('node_modules') || /^requirements(\.test)?\.ts$/.test(name)) continue
    const text = readFileSync(join(folder, name), 'utf8')
    for (const [, list = ''] of text.matchAll(/\bverifies\(([^)]*)\)/g)) {
      for (const [, id = ''] of list.matchAll(/'([^']+)'/g)) found.set(id, relative('.', join(folder, name)))
    }
  }
  return found
}
