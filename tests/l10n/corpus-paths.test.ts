import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkTarget } from '../../src/l10n/files/paths.ts'
import { checkPlace, findApprovalReason, targetPath } from '../../src/l10n/files/target-path.ts'
import { spellsLocale } from '../../src/l10n/locales/spellings.ts'
import { describeWith } from '../require.ts'

/** The locales of the projects in the corpus. */
const LOCALES = ['en', 'en-US', 'ar', 'de', 'fa', 'fr', 'he', 'ja', 'pl', 'ru', 'sv', 'zh-Hans']

/** Files that hold all languages or the source alone, and fixtures of parsers. */
const WITHOUT_LOCALE =
  /\/(?:text\.csv|values\/[a-z-]+\.xml|templates\/[a-z]+\.ftl|Resources\.resx|Localizable\.xcstrings|[a-z_]+\.tmx|Fixtures\/[^/]+\.xlf)$|^starlight-mdx\/docs\/src\/content\/docs\/(?:guides\/|components\/)?[a-z0-9-]+\.mdx$|\.md$|\.txt$/

/** Every way to read a path as a template and a spelling of a locale. */
function placesOf(path: string): { readonly target: string; readonly alias: string; readonly locale: string }[] {
  return [...path.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].flatMap(({ index }) =>
    [2, 3, 5, 6, 7].flatMap(length => {
      const alias = path.slice(index, index + length)
      if (/[\p{L}\p{N}]/u.test(path[index + length] ?? '')) return []
      const target = `${path.slice(0, index)}{locale}${path.slice(index + length)}`
      return LOCALES.filter(locale => spellsLocale(alias, locale)).map(locale => ({ target, alias, locale }))
    }),
  )
}

describeWith('corpus', 'the paths of published translations', corpus => {
  const paths = readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => `${entry.parentPath}/${entry.name}`.slice(corpus.length + 1))

  it('are valid target paths', () => {
    expect(paths.length).toBeGreaterThan(150)
    for (const path of paths) expect(checkTarget(path)).toBe(path)
  })

  it('spell their locale so that no administrator has to approve it', () => {
    const unread = paths.filter(path => {
      const places = placesOf(path)
      for (const { target, alias, locale } of places) {
        const place = { source: target, target, aliases: { [locale]: alias } }
        expect(targetPath(place, locale)).toBe(path)
        expect(findApprovalReason(place, locale), path).toBeUndefined()
        expect(() => checkPlace(place, locale)).not.toThrow()
      }
      return places.length === 0
    })
    expect(unread.filter(path => !WITHOUT_LOCALE.test(path))).toEqual([])
    expect(unread.length).toBeLessThan(45)
  })
})
