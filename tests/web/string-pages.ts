import type { Page } from 'playwright-core'
import type { TestApp } from '../http/test-app.ts'
import { longestProject } from './longest-project.ts'
import { visit, type Way } from './signing-in.ts'
import { openStrings, type StringScene } from './string-scene.ts'

const STRINGS = {
  'billing.trial.ends_on': 'Your trial ends on {{date}}. Add a payment method to keep your {{plan}} workspace.',
  'billing.invoice.overdue': 'Your invoice {{number}} is overdue.',
  'legal.terms': 'By continuing you accept the <a>terms</a> and the <a>privacy policy</a>.',
  'upload.waiting_one': '{{count}} file is waiting to be uploaded to {{folder}}.',
  'upload.waiting_other': '{{count}} files are waiting to be uploaded to {{folder}}.',
  'errors.of_a_name_that_is_as_long_as_the_names_of_errors_in_deeply_nested_namespaces.unknown': 'Unknown error',
}
const LEGAL = 'legal.terms'
const TRIAL = 'billing.trial.ends_on'
const LONG = 'errors.of_a_name_that_is_as_long_as_the_names_of_errors_in_deeply_nested_namespaces.unknown'
const LOCALES = ['de', 'pl', 'ar', 'ja', 'pt-BR', 'zh-Hant-TW', 'sr-Latn', 'uk']

/** Strings with all that a page of one shows, in a project of the team. */
export async function seedStrings(deps: TestApp): Promise<StringScene> {
  const { world, services } = deps
  const ada = await world.user('ada')
  const carol = await world.human('carol')
  const scene = await openStrings(deps, ada, longestProject('team', 'strings', services.newId()), STRINGS, LOCALES)
  const { submit, review } = scene
  await submit(
    ada,
    TRIAL,
    'Ihre Testphase endet am {{date}}. Hinterlegen Sie eine Kreditkarte, um Ihren Workspace {{plan}} zu behalten.',
  )
  await review(carol, TRIAL, {
    action: 'request_changes',
    comment: 'Style: informal “du”. A payment method is not always a card.',
  })
  await submit(
    ada,
    TRIAL,
    'Deine Testphase endet am {{date}}. Füge eine Zahlungsmethode hinzu, um deinen Workspace {{plan}} zu behalten!',
  )
  await ada.call('annotate_entry', {
    project: scene.project,
    key: TRIAL,
    locale: 'de',
    comment: 'All other emails say “du”, too.',
  })
  await submit(ada, 'billing.invoice.overdue', 'فاتورتك {{number}} متأخرة', 'ar')
  await scene.importFile(ada, { 'billing.invoice.overdue': 'فاتورتك {{number}} متأخرة' }, 'ar')
  await submit(carol, 'billing.invoice.overdue', 'فاتورتك رقم {{number}} متأخرة.', 'ar')
  await scene.importFile(ada, { 'billing.invoice.overdue': 'تأخر سداد الفاتورة {{number}}.' }, 'ar')
  const forms = {
    one: '{{count}} plik czeka na {{folder}}.',
    few: '{{count}} pliki czekają na {{folder}}.',
    many: '{{count}} plików czeka na {{folder}}.',
  }
  await submit(ada, 'upload.waiting', { ...forms, other: '{{count}} pliku czeka na {{folder}}.' }, 'pl')
  await submit(carol, LONG, 'Unbekannter Fehler')
  await submit(ada, LONG, 'Unerwarteter Fehler')
  await scene.push({ ...STRINGS, [LONG]: 'Unknown error. Try again.' })
  await ada.call('update_project_policy', { project: scene.project, levels: { markup: 'warning' } })
  await submit(ada, LEGAL, 'Du akzeptierst die Bedingungen und die Datenschutzerklärung.')
  return scene
}

const atString =
  (
    handle: string,
    name: string,
    query: Readonly<Record<string, string>>,
    then: (page: Page) => Promise<unknown>,
  ): Way =>
  async (page, deps) => {
    const scene = await seedStrings(deps)
    await visit(page, deps, handle, await scene.page(name, query))
    await then(page)
  }

/** The pages of a string, by how a user reaches them. */
export const STRING_PAGES: Readonly<Record<string, Way>> = {
  string: atString('carol', TRIAL, {}, page => page.getByRole('heading', { name: 'Translations' }).waitFor()),
  strings: async (page, deps) => {
    const scene = await seedStrings(deps)
    await visit(page, deps, 'carol', `/p/${scene.project}/strings?locale=de`, 'legal.terms')
  },
  'string-with-an-answered-request': atString('carol', TRIAL, { locale: 'de' }, page =>
    page.getByText('Answered: waits for review').waitFor(),
  ),
  'string-with-a-conflict': atString('carol', 'billing.invoice.overdue', { locale: 'ar' }, page =>
    page.getByRole('heading', { name: 'Conflict with the file' }).waitFor(),
  ),
  'string-with-forms': atString('ada', 'upload.waiting', { locale: 'pl' }, async page => {
    await page.getByLabel(/plural form few/).fill('pliki')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').waitFor()
  }),
  'string-that-changed': atString('ada', LONG, { locale: 'de' }, page =>
    page.getByText('The source string changed').waitFor(),
  ),
  'string-with-a-finding': atString('carol', LEGAL, { locale: 'de' }, async page => {
    await page.getByText(/of the saved translation/).click()
    await page.getByText('Ignore', { exact: true }).first().click()
    await page.getByLabel('Reason', { exact: true }).waitFor()
  }),
  'string-only-read': async (page, deps) => {
    const scene = await seedStrings(deps)
    await deps.world.setAccount('team', { has_access: false })
    await visit(page, deps, 'carol', await scene.page(TRIAL), 'You can view this project')
    await deps.world.setAccount('team', { has_access: true })
  },
}
