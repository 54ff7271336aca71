import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { arb } from '../../src/l10n/formats/arb/format.ts'
import { json } from '../../src/l10n/formats/json/format.ts'
import { detectFormat } from '../../src/l10n/formats/registry.ts'
import { corpusFolder, describeWith } from '../require.ts'
import { chosen, JSON_FOLDERS, readCorpus } from './corpus.ts'
import { acceptFormat, type SampleFile } from './formats/contract/laws.ts'

const FLUTTER = 'aves-flutter-arb/lib/l10n'

function filesIn(folder: string, prefix: string, ending: string): SampleFile[] {
  return readdirSync(join(corpusFolder, folder))
    .filter(name => name.endsWith(ending))
    .map(name => ({
      name,
      locale: name.slice(prefix.length, -ending.length),
      text: readCorpus(`${folder}/${name}`),
    }))
}

describeWith('corpus', 'published ARB files', () => {
  const english = readCorpus(`${FLUTTER}/app_en.arb`)
  const files = filesIn(FLUTTER, 'app_', '.arb')
  acceptFormat(arb, english, chosen(files), { everyEntry: 150 })

  it('are recognized as ARB, all of them', () => {
    expect(files.length).toBeGreaterThanOrEqual(6)
    for (const { name, text } of files) expect(detectFormat(name, text)).toBe(arb)
    expect(arb.read(english).entries.length).toBeGreaterThan(700)
  })
})

for (const folder of JSON_FOLDERS) {
  describeWith('corpus', `published JSON files of ${folder.split('-')[0]}`, () => {
    const files = filesIn(folder, '', '.json')
    acceptFormat(json, readCorpus(`${folder}/en.json`), chosen(files), { everyEntry: 400 })

    it('are recognized as plain JSON, all of them', () => {
      expect(files.length).toBeGreaterThan(1)
      for (const { name, text } of files) expect(detectFormat(name, text)).toBe(json)
    })
  })
}
