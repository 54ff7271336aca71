import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loop, openLoop } from '../loop.ts'

let loop: Loop

beforeEach(async () => {
  loop = await openLoop()
})
afterEach(() => loop.close())

it('shows the comments of source files in the rows of a work packet', async () => {
  await loop.push(
    '# Ask Ada\n#. Button\n#: a.py:1\nmsgid "Open"\nmsgstr ""\n\n#: b.py:2\nmsgid "State"\nmsgstr ""\n',
    {},
    'locale/en/app.po',
  )
  await loop.push(
    { hello: 'Hello {name}', '@hello': { description: 'Greeting', placeholders: { name: { example: 'Ada' } } } },
    {},
    'lib/l10n/app_en.arb',
  )
  await loop.push({ save: { defaultMessage: 'Save', description: 'Menu' } }, {}, 'locales/en.json')
  const { items } = await loop.work()
  expect(items).toMatchObject([
    { text: 'Open', note: 'Button\nAsk Ada' },
    { text: 'State', at: 'b.py:2' },
    { text: 'Hello {name}', note: 'Greeting\n{name}: such as Ada' },
    { text: 'Save', note: 'Menu' },
  ])
})
