import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { arb } from '../../src/l10n/formats/arb.ts'
import { detectFormat } from '../../src/l10n/formats/registry.ts'
import { available } from '../require.ts'
import { hasCorpus, readCorpus } from './corpus.ts'
import { acceptFormat } from './formats/acceptance.ts'

const FOLDER = 'aves-flutter-arb/lib/l10n'

describe.skipIf(!hasCorpus)('published ARB files', () => {
  const names = hasCorpus ? readdirSync(join(available('corpus') ?? '', FOLDER)) : []
  const english = hasCorpus ? readCorpus(`${FOLDER}/app_en.arb`) : '{}'
  acceptFormat(
    arb,
    english,
    names.map(name => ({
      name,
      locale: name.slice('app_'.length, -'.arb'.length),
      text: readCorpus(`${FOLDER}/${name}`),
    })),
    20,
  )

  it('are found to be ARB, all of them', () => {
    expect(names.length).toBeGreaterThanOrEqual(6)
    for (const name of names) expect(detectFormat(`${FOLDER}/${name}`, readCorpus(`${FOLDER}/${name}`))).toBe(arb)
    expect(arb.read(english).entries.length).toBeGreaterThan(700)
  })
})
