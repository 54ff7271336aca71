import { assert, property, string, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeTerms } from '../../../src/l10n/glossary/change-terms.ts'
import { resolveTerms } from '../../../src/l10n/glossary/resolve-terms.ts'
import { type Term, termKey } from '../../../src/l10n/glossary/term.ts'
import { runToEnd } from '../../../src/workers/packing.ts'
import { runs } from '../../runs.ts'

const term = (name: string, more: Partial<Term> = {}): Term => ({
  term: name,
  kind: 'normal',
  case_sensitive: false,
  translations: {},
  ...more,
})

const words = (of: string) => Array.from({ length: 50 }, (_, at) => `${of}${at} `.padEnd(200, 'x'))

/** A term with a megabyte of text, as it was taken once. */
const large = (name: string): Term =>
  term(name, {
    translations: Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`de-${at}`, { variants: words('v'), forbidden: words('f') }]),
    ),
  })

const tooLarge = {
  code: 'too_large',
  fix: 'Send the terms in several smaller calls.',
}

describe('one glossary call', () => {
  it('changes at most 16 MB of terms, before and after together, and stops at the first excess', () => {
    const present = new Map(Array.from({ length: 9 }, (_, at) => [`t${at}`, large(`t${at}`)]))
    const upsert = [...present.keys()].map(name => ({ term: name, definition: 'new' }))
    const steps = changeTerms(present, { upsert: upsert.map(one => ({ ...one, definition: '' })), remove: [] })
    expect(runToEnd(steps).changes).toEqual([])
    const replaced = upsert.map(({ term: name }) => ({ term: name, case_sensitive: true }))
    expect(() => runToEnd(changeTerms(present, { upsert: replaced, remove: [] }))).toThrow(
      expect.objectContaining(tooLarge),
    )
    const seven = { upsert: replaced.slice(0, 7), remove: [] }
    expect(runToEnd(changeTerms(present, seven)).changes).toHaveLength(7)
  })

  it('removes at most 16 MB of terms', () => {
    const present = new Map(Array.from({ length: 18 }, (_, at) => [`t${at}`, large(`t${at}`)]))
    const remove = [...present.keys()]
    expect(() => runToEnd(changeTerms(present, { upsert: [], remove }))).toThrow(expect.objectContaining(tooLarge))
    expect(runToEnd(changeTerms(present, { upsert: [], remove: remove.slice(0, 16) })).changes).toHaveLength(16)
  })
})

it('the terms of a project merge both lists in key order, and prefer the project’s own term', () => {
  const names = uniqueArray(string({ maxLength: 3 }), { selector: name => termKey({ term: name }) })
  const sorted = (list: readonly string[], definition: string) =>
    list.map(name => term(name, { definition })).sort((a, b) => (termKey(a) < termKey(b) ? -1 : 1))
  assert(
    property(names, names, (ofAccount, ofProject) => {
      const [account, project] = [sorted(ofAccount, 'account'), sorted(ofProject, 'project')]
      const all = new Map([...account, ...project].map(one => [termKey(one), one]))
      const wanted = [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
      expect(runToEnd(resolveTerms(account, project))).toEqual(wanted)
    }),
    { numRuns: runs(200) },
  )
})
