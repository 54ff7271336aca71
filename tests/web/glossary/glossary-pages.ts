import type { TestApp } from '../../http/test-app.ts'
import { longestProject } from '../longest-project.ts'
import { visit, type Way } from '../signing-in.ts'
import { openStrings } from '../string-scene.ts'

const STRINGS = {
  'billing.plan': 'Choose a plan.',
  'billing.invoice': 'Your invoice is ready.',
  'billing.overdue': 'An invoice is overdue.',
}

const TERMS = [
  {
    term: 'invoice',
    definition: 'A request for payment of goods or services.',
    part_of_speech: 'noun',
    source_variants: ['invoices'],
    translations: {
      de: { translation: 'Rechnung', forbidden: ['Faktura'], note: 'Never “Faktura”.' },
      ar: { translation: 'فاتورة' },
      pl: { translation: 'faktura' },
      ja: { translation: '請求書' },
      uk: { translation: 'рахунок' },
    },
  },
  { term: 'Dragoman', kind: 'do_not_translate', case_sensitive: true },
  { term: 'click here', kind: 'forbidden', definition: 'Say where the link goes.' },
]

/** A project with translations and a glossary with two versions. Its account has a term, too. */
async function seedGlossary(deps: TestApp): Promise<string> {
  const ada = await deps.world.user('ada')
  const project = longestProject('team', 'terms', deps.services.newId())
  const scene = await openStrings(deps, ada, project, STRINGS, ['de', 'ar', 'pl', 'ja', 'uk'])
  await scene.submit(ada, 'billing.invoice', 'Ihre Faktura ist fertig.')
  await scene.submit(ada, 'billing.overdue', 'Eine Rechnung ist überfällig.')
  await ada.call('save_glossary', { target: project, upsert: TERMS, note: 'Terms of the billing pages' })
  await ada.call('save_glossary', {
    target: project,
    upsert: [{ term: 'invoice', definition: 'A request for payment.' }],
    remove: ['click here'],
  })
  await ada.call('save_glossary', {
    target: 'team',
    upsert: [{ term: 'plan', translations: { de: { translation: 'Tarif' } } }],
  })
  return project
}

const at =
  (path: string, text: string, handle = 'ada'): Way =>
  async (page, deps) => {
    const project = await seedGlossary(deps)
    await visit(page, deps, handle, `/p/${project}/glossary${path}`, text)
  }

/** The pages of glossaries, by how a user reaches them. */
export const GLOSSARY_PAGES: Readonly<Record<string, Way>> = {
  glossary: at('', 'Rechnung'),
  'glossary-none': async (page, deps) => {
    const ada = await deps.world.user('ada')
    const project = longestProject('ada', 'terms', deps.services.newId())
    await openStrings(deps, ada, project, STRINGS)
    await visit(page, deps, 'ada', `/p/${project}/glossary`, 'No terms yet')
  },
  'glossary-no-match': at('?q=zzz', 'No terms match'),
  'glossary-of-a-reader': at('', 'You can view this glossary', 'carol'),
  'glossary-new-term': at('/new', 'As in source strings'),
  'glossary-term': at('/term?term=invoice', 'Translation (de)'),
  'glossary-term-with-impact': async (page, deps) => {
    await at('/new', 'As in source strings')(page, deps)
    await page.getByRole('textbox', { name: 'Term', exact: true }).fill('overdue')
    await page.locator('summary', { hasText: 'Deutsch' }).click()
    await page.getByLabel('Translation (de)').fill('in Verzug')
    await page.getByRole('button', { name: 'Save term' }).click()
    await page.getByText('This affects 1 string').waitFor()
  },
  'glossary-import-refused': async (page, deps) => {
    await at('/import', 'Import terms')(page, deps)
    await page.getByLabel('CSV').fill('term,kind,de\ninvoice,usual,Rechnung\n,normal,Tarif')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('Line 2').waitFor()
  },
  'glossary-version': at('/versions/2', 'Changed terms'),
}
