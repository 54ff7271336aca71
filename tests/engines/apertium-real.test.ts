import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createApertiumEngine } from '../../src/engines/apertium/apertium-engine.ts'
import { allTests } from '../harness/each-test.ts'
import { readCorpus } from '../l10n/corpus.ts'
import { corpusFolder, describeWith } from '../require.ts'
import { isNightly } from '../runs.ts'
import { scoreChrf } from './chrf.ts'
import { readStrings, SAMPLES, type SourceString, translateAndCheck } from './sources.ts'

const MASTODON = 'mastodon-formatjs-json/app/javascript/mastodon/locales'
const ICE_CUBES = 'icecubes-xcstrings/IceCubesApp/Resources/Localization/Localizable.xcstrings'

describeWith('apertium', 'Apertium from Debian, English to Spanish', program => {
  const engine = allTests(() => createApertiumEngine({ id: 'apertium', program }))

  const translate = async (value: string): Promise<unknown> => {
    const { answers } = await translateAndCheck(engine, 'es', [{ key: 'k', value, syntax: 'icu' }])
    return answers.get('k')
  }

  it('translates with placeholders, capital letters and white space as in the source', async () => {
    expect(await translate(' The house of <b>{name}</b> is big. ')).toBe(' La casa de <b>{name}</b> es grande. ')
    expect(await translate('{count, plural, one {# hour} other {# hours}}')).toBe(
      '{count, plural, one {# hora} other {# horas}}',
    )
    expect(await translate('DELETE ACCOUNT')).toBe('ELIMINA CUENTA')
  })

  it('loses nothing that the checks compare', async () => {
    const { errors, unanswered } = await translateAndCheck(engine, 'es', SAMPLES)
    expect(errors).toEqual([])
    expect(unanswered).toEqual([])
  })

  it('answers its own test', async () => {
    expect(await engine.test(new AbortController().signal)).toMatch(/^Apertium answers\. Language pairs: .*eng-spa/)
  })

  describeWith('corpus', 'on published strings', () => {
    it.runIf(isNightly)('loses no placeholder of Mastodon', async () => {
      const strings = readStrings('en.json', readCorpus(`${MASTODON}/en.json`))
      const start = performance.now()
      const { answers, errors, unanswered } = await translateAndCheck(engine, 'es', strings)
      const seconds = (performance.now() - start) / 1_000
      report(
        `Mastodon: ${answers.size} of ${strings.length} strings, ${errors.length} refused by checks, ${seconds.toFixed(1)} s`,
      )
      expect(unanswered).toEqual([])
      expect(errors).toEqual([])
      expect(answers.size).toBeGreaterThan(1_300)
      const path = join(corpusFolder, MASTODON, 'es.json')
      if (existsSync(path)) {
        const published = new Map(
          readStrings('es.json', readFileSync(path, 'utf8')).map(({ key, value }) => [key, value]),
        )
        expect(compare('Mastodon', answers, published)).toBeGreaterThan(50)
      }
    })

    it('is closer to the published Spanish of Ice Cubes, a client of Mastodon, than the source is', async () => {
      const { strings, published } = readIceCubes()
      const { answers, errors, unanswered } = await translateAndCheck(engine, 'es', strings)
      expect([errors, unanswered]).toEqual([[], []])
      expect(compare('Ice Cubes', answers, published)).toBeGreaterThan(40)
      const source = new Map(strings.map(({ key, value }) => [key, value]))
      expect(compare('Ice Cubes, untranslated', source, published)).toBeLessThan(25)
    })
  })
})

type Values = ReadonlyMap<string, SourceString['value']>

/** chrF of the strings that both have. */
function compare(name: string, translated: Values, published: Values): number {
  const pairs = [...translated].flatMap(([key, value]) => {
    const reference = published.get(key)
    return typeof value === 'string' && typeof reference === 'string' ? [[value, reference] as const] : []
  })
  const score = scoreChrf(pairs)
  report(`${name}: chrF2 ${score.toFixed(1)} on ${pairs.length} strings`)
  return score
}

const report = (line: string): void => void process.stdout.write(`  ${line}\n`)

interface Catalogue {
  readonly strings: Readonly<Record<string, { localizations?: Readonly<Record<string, Unit>> }>>
}

interface Unit {
  readonly stringUnit?: { readonly value: string }
}

/** The strings without plural forms that have Spanish. */
function readIceCubes(): { readonly strings: readonly SourceString[]; readonly published: Values } {
  const catalogue = JSON.parse(readCorpus(ICE_CUBES)) as Catalogue
  const pairs = Object.entries(catalogue.strings).flatMap(([key, { localizations = {} }]) => {
    const [source, target] = ['en', 'es'].map(locale => localizations[locale]?.stringUnit?.value)
    return source === undefined || target === undefined || !/\p{L}/u.test(source) ? [] : [{ key, source, target }]
  })
  return {
    strings: pairs.map(({ key, source }) => ({ key, value: source, syntax: 'printf' })),
    published: new Map(pairs.map(({ key, target }) => [key, target])),
  }
}
