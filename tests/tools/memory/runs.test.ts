import { expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { openRunScene } from '../runs/scene.ts'

const scene = eachTest(() =>
  openRunScene({ engines: [], content: { save: 'Save', open: 'Open the file', quit: 'Quit' } }),
)

const TMX =
  '<tmx version="1.4"><header srclang="en"/><body>' +
  '<tu><tuv xml:lang="en"><seg>Save</seg></tuv><tuv xml:lang="de"><seg>Speichern</seg></tuv></tu>' +
  '<tu><tuv xml:lang="en"><seg>Open the files</seg></tuv><tuv xml:lang="de"><seg>Dateien \u00f6ffnen</seg></tuv></tu>' +
  '</body></tmx>'

it('a run with the memory writes nothing from a fallback of the locale', async () => {
  const { team } = scene
  await team.call('import_memory', { files: [{ path: 'a.tmx', content: TMX }] })
  await team.call('update_project', { add_locales: ['de-AT'], fallbacks: { 'de-AT': 'de' } })
  const run = await scene.run({ engines: ['memory'], locales: ['de-AT'] })
  expect(run.counts).toMatchObject({ total: 3, skipped: 3 })
  expect((await team.unit('save', 'de-AT')).texts).toEqual([])
})
