import { afterEach, beforeEach, expect, it } from 'vitest'
import { ANGULAR } from '../../l10n/formats/fixtures/xliff.ts'
import { type Loop, openLoop } from '../loop.ts'

let loop: Loop

const SOURCE = 'src/locale/messages.xlf'
const TARGET = 'src/locale/messages.de.xlf'

beforeEach(async () => {
  loop = await openLoop()
})
afterEach(() => loop.close())

it('translates the units of an Angular project that its German file lacks, and changes only their lines', async () => {
  await loop.push(ANGULAR, {}, SOURCE)
  const greeting =
    '        <target state="translated">Hallo, <x id="INTERPOLATION"/>! Jetzt <x id="START_BOLD_TEXT"/>neu<x id="CLOSE_BOLD_TEXT"/>.</target>\n'
  const german = ANGULAR.replace('source-language="en"', 'source-language="en" target-language="de"').replace(
    '</source>\n',
    `</source>\n${greeting}`,
  )
  const imported = await loop.ada.call('push_translations', {
    project: loop.project,
    files: [{ path: TARGET, content: german }],
  })
  expect(imported).toMatchObject({ imported: 1 })
  expect((await loop.pull()).content).toBe(german)
  const { items } = await loop.work()
  expect(items).toMatchObject([
    { id: 'e2', note: '<x id="INTERPOLATION"/>: {{ minutes }}', syntax: 'icu' },
    { id: 'e3', text: ' Cancel ' },
  ])
  const minutes = '{VAR_PLURAL, plural, =0 {gerade} =1 {vor einer Minute} other {vor <x id="INTERPOLATION"/> Minuten}}'
  const answer = await loop.submit([
    { id: 'e2', text: minutes, src: '2a6d6cbd' },
    { id: 'e3', text: ' Abbrechen ', src: '9fb425ec' },
  ])
  expect(answer).toMatchObject({ accepted: 2 })
  const { content } = await loop.pull()
  const before = german.split('\n')
  expect(content.split('\n').filter(line => !before.includes(line))).toEqual([
    '        <target state="translated">{VAR_PLURAL, plural, =0 {gerade} =1 {vor einer Minute} other {vor <x id="INTERPOLATION" equiv-text="{{ minutes }}"/> Minuten}}</target>',
    '        <target state="translated"> Abbrechen </target>',
  ])
  expect(content.split('\n').filter(line => before.includes(line))).toEqual(before)
})
