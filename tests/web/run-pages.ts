import type { RunRecord } from '../../src/store/records/runs.ts'
import type { TestApp } from '../http/test-app.ts'
import { longestProject } from './longest-project.ts'
import { enableEngine, storePart, storeRun } from './run-scene.ts'
import { visit, type Way } from './signing-in.ts'
import { openStrings } from './string-scene.ts'

const LONG = 'errors.of_a_name_that_is_as_long_as_the_names_of_errors_in_deeply_nested_namespaces.unknown'
const STRINGS = {
  'billing.trial.ends_on': 'Your trial ends on {{date}}.',
  'billing.invoice.overdue': 'Your invoice {{number}} is overdue.',
  'upload.waiting': '{{count}} files are waiting.',
  [LONG]: 'Unknown error',
}
const LOCALES = ['de', 'pl', 'ar', 'ja', 'pt-BR', 'zh-Hant-TW', 'sr-Latn', 'uk']

/** A project of the team with strings and without runs. Engine gpt is enabled, claude is off. */
async function seedProject(deps: TestApp): Promise<string> {
  const ada = await deps.world.user('ada')
  const project = longestProject('team', 'runs', deps.services.newId())
  await openStrings(deps, ada, project, STRINGS, LOCALES)
  await enableEngine(deps, 'team', 'gpt', 20, 7.6)
  return project
}

const FAILED = {
  key: 'billing.trial.ends_on',
  outcome: 'unresolved' as const,
  message: 'Placeholder {{date}} is missing.',
  findings: [{ id: 'placeholders', message: 'Placeholder {{date}} is missing.', fix: 'Add {{date}}.' }],
} satisfies Parameters<typeof storePart>[3][number]
const SKIPPED = { key: LONG, outcome: 'skipped', message: 'A user changed the translation meanwhile.' } as const

async function seedRun(deps: TestApp, difference: Partial<RunRecord>): Promise<string> {
  const project = await seedProject(deps)
  const run = await storeRun(deps, project, difference)
  await storePart(deps, run, 'de', [
    FAILED,
    { key: 'billing.invoice.overdue', outcome: 'translated' },
    { key: 'upload.waiting', outcome: 'needs_review' },
    SKIPPED,
  ])
  await storePart(deps, run, 'ar', [{ key: 'upload.waiting', outcome: 'suggested' }], 1)
  return `/p/${project}/runs/${run.id}`
}

const ENDED = {
  counts: { total: 240, translated: 210, suggested: 8, needs_review: 9, unchanged: 6, unresolved: 3, skipped: 4 },
}
const ended_at = '2027-03-01T11:59:10.000Z'

const atRun =
  (difference: Partial<RunRecord>, text: string, handle = 'ada'): Way =>
  async (page, deps) => {
    const path = await seedRun(deps, difference)
    await visit(page, deps, handle, path, text)
  }

const paused = (reason: NonNullable<RunRecord['reason']>, message: string, text: string, more = {}): Way =>
  atRun({ state: 'paused', reason, message, ...more }, text)

/** The pages of runs, by how a user reaches them. */
export const RUN_PAGES: Readonly<Record<string, Way>> = {
  'runs-none': async (page, deps) => {
    const project = await seedProject(deps)
    await visit(page, deps, 'ada', `/p/${project}/runs`, 'No runs yet')
  },
  runs: async (page, deps) => {
    const project = await seedProject(deps)
    const states: readonly Partial<RunRecord>[] = [
      { state: 'pending', counts: { total: 0 }, planned: false, note: 'ملاحظة للإصدار' },
      { kind: 'revise', filter: { locales: ['fr'], branch: 'main', outdated_voice: true }, engines: ['gpt'] },
      { state: 'paused', reason: 'provider_failed', note: 'Donaudampfschifffahrtsgesellschaft'.repeat(3) },
      { state: 'completed', ...ENDED, ended_at, filter: { locales: LOCALES, branch: 'main', only: 'missing' } },
      {
        state: 'failed',
        reason: 'too_large',
        ended_at,
        usage: { requests: 0, input_tokens: 0, output_tokens: 0, characters: 0, cost: 0 },
      },
      { state: 'cancelled', ended_at, engines: ['memory', 'apertium'] },
    ]
    for (const difference of states.toReversed()) await storeRun(deps, project, difference)
    await visit(page, deps, 'ada', `/p/${project}/runs`, 'Revision of French')
  },
  'runs-filtered-to-none': async (page, deps) => {
    const path = await seedRun(deps, {})
    await visit(page, deps, 'ada', `${path.replace(/\/[^/]+$/, '')}?state=failed`, 'No runs match')
  },
  'run-new': async (page, deps) => {
    const project = await seedProject(deps)
    await visit(page, deps, 'ada', `/p/${project}/runs/new`, '$12.40 of $20.00 left')
  },
  'run-new-refused': async (page, deps) => {
    await RUN_PAGES['run-new']?.(page, deps)
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck()
    await page.getByLabel('Budget').fill('much')
    await page.getByRole('button', { name: 'Estimate' }).click()
    await page.getByRole('alert').waitFor()
  },
  'run-estimate': async (page, deps) => {
    await RUN_PAGES['run-new']?.(page, deps)
    await page.getByLabel('Budget').fill('0.0001')
    await page.getByLabel('Note').fill('Release 5.0')
    await page.getByRole('button', { name: 'Estimate' }).click()
    await page.getByRole('heading', { name: 'Start this run?' }).waitFor()
  },
  'run-pending': atRun({ state: 'pending', planned: false, counts: { total: 0 } }, 'Pending'),
  'run-running': atRun(
    { counts: { total: 240, translated: 84, suggested: 12, needs_review: 6, unchanged: 3, unresolved: 1, skipped: 1 } },
    'Placeholder {{date}} is missing.',
  ),
  'run-completed': atRun({ state: 'completed', ...ENDED, ended_at, note: 'Release 5.0' }, 'Revert the changes'),
  'run-failed': atRun(
    { state: 'failed', reason: 'too_large', message: 'The run selects more than 100,000 translations.', ended_at },
    'The run selects too many translations.',
  ),
  'run-of-a-read-only-account': async (page, deps) => {
    const path = await seedRun(deps, {})
    await deps.world.setAccount('team', { has_access: false })
    await visit(page, deps, 'carol', path, 'You can view this run')
    await deps.world.setAccount('team', { has_access: true })
  },
  'run-paused-by-provider': paused(
    'provider_failed',
    'The provider answered 503. It failed 5 times.',
    'The provider of an engine failed repeatedly.',
  ),
  'run-paused-by-budget': async (page, deps) => {
    const message = 'The estimate is $5.20, and the budget is $5.00. Nothing was sent.'
    await paused('budget', message, 'The run reached its budget.', { budget: 5_000_000 })(page, deps)
    await page.getByLabel('New budget').fill('lots')
    await page.getByRole('button', { name: 'Resume run' }).click()
    await page.getByText('The run was not resumed').waitFor()
  },
}
