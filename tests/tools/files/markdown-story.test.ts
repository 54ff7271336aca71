import { expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'

const PATH = 'docs/en/index.mdx'
const SOURCE = `---
title: Getting started
---

import { Card } from './ui'

# Install the program

Install it with \`npm\` in a minute.

\`\`\`sh
npm install # a comment
\`\`\`

<Card title="Good to know">

Everything works offline.

</Card>
`

const TEXTS: Readonly<Record<string, string>> = {
  'Getting started': 'Erste Schritte',
  'Install the program': 'Das Programm installieren',
  'Install it with `npm` in a minute.': 'Installiere es mit `npm` in einer Minute.',
  'Good to know': 'Gut zu wissen',
  'Everything works offline.': 'Alles geht ohne Netz.',
}

const GERMAN = Object.entries(TEXTS).reduce((text, [from, to]) => text.replace(from, to), SOURCE)

const loop = eachLoop(['de'])

async function translate(texts: Readonly<Record<string, string>>): Promise<void> {
  const { items } = await loop.work()
  await loop.submit(items.map(({ id, src, text = '' }) => ({ id, src, text: texts[text] ?? `Neu: ${text}` })))
}

it('translates a page, and keeps its translations when a paragraph is inserted or corrected', async () => {
  await loop.push(SOURCE, {}, PATH)
  await translate(TEXTS)
  expect((await loop.pull()).content).toBe(GERMAN)

  const inserted = SOURCE.replace('\n<Card', '\nThen start it.\n\n<Card')
  expect(await loop.push(inserted, {}, PATH)).toMatchObject({ unchanged: 5, added: 1 })
  await translate({ 'Then start it.': 'Starte es dann.' })
  expect((await loop.pull()).content).toBe(GERMAN.replace('\n<Card', '\nStarte es dann.\n\n<Card'))

  const corrected = inserted.replace('works offline', 'works offline, too')
  expect(await loop.push(corrected, {}, PATH)).toMatchObject({ unchanged: 5, changed: 1 })
  expect((await loop.pull()).content).toContain('Alles geht ohne Netz.')
})

it('tells how many texts of a page it did not read', async () => {
  await loop.push(SOURCE, {}, PATH)
  const content = GERMAN.replace('Alles geht', '- Ein Punkt\n- Noch ein Punkt\n\nAlles geht')
  const files = [{ path: 'docs/de/index.mdx', content }]
  const answer = await loop.call('push_translations', { files })
  expect(JSON.stringify(answer)).toMatch(/In docs\/de\/index.mdx, \d texts were not read: /)
})
