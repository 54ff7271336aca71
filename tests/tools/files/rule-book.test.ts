import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { targetPath } from '../../../src/l10n/files/target-path.ts'
import { type FileRule, findRule, RuleBook } from '../../../src/tools/files/rules/rule-book.ts'
import { createTargetMatcher } from '../../../src/tools/files/rules/shared-targets.ts'
import { foldPath } from '../../../src/tools/files/rules/validate.ts'

const name = fc.constantFrom('a', 'b', 'ab', 'de', 'DE', 'x.json')
const pattern = fc.constantFrom('a', 'b', '*', 'a*', '*b', '*.json')
const pathOf = (part: fc.Arbitrary<string>) =>
  fc.array(part, { minLength: 1, maxLength: 2 }).map(names => names.join('/'))
const ruleOf = (source: string): FileRule => ({ source, target: `${source}/{locale}`, aliases: {} })
const rules = fc.array(pathOf(fc.oneof(name, pattern)).map(ruleOf), { maxLength: 6 })
const fits = (source: string, path: string): boolean =>
  new RegExp(`^${source.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`).test(path)

describe('the rules of a project', () => {
  it('give a file the first match, whether it is a name or a pattern', () => {
    fc.assert(
      fc.property(rules, pathOf(name), (all, path) => {
        const first = all.find(({ source }) => fits(source, path))
        const found = findRule(all, path)
        expect(found?.source).toBe(first === undefined ? undefined : path)
        // The pieces that its * stand for make the path again.
        expect(found?.target).toBe(first === undefined ? undefined : `${path}/{locale}`)
      }),
    )
  })

  it('are in order of creation, the last one first', () => {
    const book = new RuleBook([ruleOf('a'), ruleOf('*'), ruleOf('b')])
    book.put(ruleOf('c'))
    book.remove('b')
    book.put(ruleOf('a'))
    expect(book.list().map(({ source }) => source)).toEqual(['a', 'c', '*'])
    expect(book.find('c')?.target).toBe('c/{locale}')
  })
})

describe('the check for shared target paths', () => {
  const locales = ['de', 'pt-BR', 'ab']
  const target = fc.constantFrom(
    '{locale}.json',
    'a/{locale}/b.json',
    'A/{locale_lower}.json',
    'a/x_{locale}.json',
    '{locale}/{locale}.json',
    '{locale}/a/b.json',
  )
  const path = fc.constantFrom('de.json', 'a/de/b.json', 'a/pt-br.json', 'a/x_DE.json', 'ab/AB.json', 'ab/a/b.json')

  it('finds what a check of each locale finds', () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 5 }), target, (paths, template) => {
        const rule = { source: 's.json', target: template, aliases: { ab: 'AB' } }
        const known = new Set(paths.map(foldPath))
        const expected = locales.find(locale => known.has(foldPath(targetPath(rule, locale))))
        expect(createTargetMatcher(paths, locales)(rule)).toBe(expected)
      }),
    )
  })
})
