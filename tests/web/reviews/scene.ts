import type { Page } from 'playwright-core'
import type { ReviewView } from '../../../src/tools/reviews/view.ts'
import { allTests, eachTest } from '../../harness/each-test.ts'
import { openTestApp, type TestApp } from '../../http/test-app.ts'
import { openJarOf } from '../jar.ts'
import { visit } from '../signing-in.ts'
import { openStrings, type StringScene } from '../string-scene.ts'

type More = Readonly<Record<string, unknown>>

/** A project with a review of an agent's translations. */
export interface ReviewScene extends StringScene {
  readonly review: StringScene['review']
  readonly id: string
  /** The page of the review. */
  readonly path: string
  readonly view: () => Promise<ReviewView>
  readonly decide: (more: More, handle?: string) => Promise<{ readonly review: ReviewView }>
}

/** The service with an organization in which ada and bob decide about reviews, and carol may not. */
export async function openReviewApp(): Promise<TestApp> {
  const deps = await openTestApp()
  await deps.world.organization('acme', { ada: 'admin', bob: 'admin', carol: 'member' })
  return deps
}

/** The words of a page: without markup, and without the invisible marks around values. */
export const visible = (html: string): string =>
  html
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\u2066-\u2069]/g, '')

const TRIAL = 'billing.trial.ends_on'

/** Sources and translations with all that the page shows: placeholders, terms, plurals, markup, long and short ones. */
const PAIRS: Readonly<Record<string, readonly [string, string]>> = {
  'billing.trial.started': ['Your trial has begun.', 'Deine Testphase hat begonnen.'],
  'billing.trial.ends_on': [
    'Your trial ends on {{date}}. Add a payment method to keep your {{plan}} workspace.',
    'Deine Testphase endet am {{date}}. Füge eine Zahlungsmethode hinzu, um deinen {{plan}}-Workspace zu behalten.',
  ],
  'billing.trial.extended': [
    'We extended your trial to {{date}}.',
    'Wir haben deine Testphase bis {{date}} verlängert.',
  ],
  'billing.invoice.overdue': ['Your invoice {{number}} is overdue.', 'Deine Rechnung {{number}} ist überfällig.'],
  'legal.terms': [
    'By continuing you accept the <a>terms</a> and the <b>privacy policy</b>.',
    'Wenn du fortfährst, akzeptierst du die <a>Bedingungen</a> und die <b>Datenschutzerklärung</b>.',
  ],
  'nav.audit': ['The audit log', 'Das vollständige Überwachungsprotokoll aller Ereignisse dieses Projekts'],
}

/** `count` more strings that have no risk. */
const fillers = (count: number): Record<string, readonly [string, string]> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `settings.option_${at}.label`,
      [`Show option number ${at} in the menu`, `Option Nummer ${at} im Menü zeigen`] as const,
    ]),
  )

/** Opens a review of an agent's batch in a project of `acme`, where ada is the agent's user. */
export async function openReview(
  deps: TestApp,
  project: string,
  { count = 80, locale = 'de', goal = 5 }: { count?: number; locale?: string; goal?: number } = {},
): Promise<ReviewScene> {
  const { world } = deps
  const ada = await world.user('ada')
  const carol = await world.human('carol')
  const pairs = { ...PAIRS, ...fillers(count) }
  const sources = Object.fromEntries(Object.entries(pairs).map(([key, [source]]) => [key, source]))
  const scene = await openStrings(deps, ada, project, sources, [locale])
  await scene.submit(
    carol,
    TRIAL,
    'Ihre Testphase endet am {{date}}. Hinterlegen Sie eine Kreditkarte, um Ihren {{plan}}-Workspace zu behalten.',
    locale,
  )
  world.pass(1000)
  const read = deps.services.store.read
  // A user replaced it, as an agent may not.
  await scene.submit(await world.human('ada'), TRIAL, PAIRS[TRIAL]?.[1], locale)
  const items = []
  for (const [key, [, text]] of Object.entries(pairs)) {
    if (key === TRIAL) continue
    const [entry] = (await read.entries.list('key', `${await projectId(deps, project)}\u0000${key}`)).slice(-1)
    if (entry === undefined) throw new Error(`no string ${key}`)
    items.push({ id: entry.short, src: entry.src, text })
  }
  for (let at = 0; at < items.length; at += 200) {
    await ada.call('submit_translations', { project, locale, items: items.slice(at, at + 200) })
  }
  world.pass(1000)
  const created = await ada.call<{ review: ReviewView }>('create_review', {
    project,
    person: 'ada',
    title: 'Translate app 5.0 into German',
    goal,
  })
  const { id } = created.review
  return {
    ...scene,
    id,
    path: `/p/${project}/review/${id}`,
    view: async () => (await ada.call<{ review: ReviewView }>('get_review', { project, review: id })).review,
    decide: async (more, handle = 'bob') => {
      world.pass(1000)
      return (await world.human(handle)).call('decide_review', { project, review: id, ...more })
    },
  }
}

async function projectId({ services }: TestApp, name: string): Promise<string> {
  const [handle = '', slug = ''] = name.split('/')
  const account = await services.store.read.accounts.by('handle', handle)
  const project = await services.store.read.projects.by('name', `${account?.id}\u0000${slug}`)
  return project?.id ?? ''
}

/** Opens a review for each test, in a project of its own. */
export function eachReview(deps: TestApp, count: number): ReviewScene {
  let turn = 0
  return eachTest(() => {
    turn += 1
    return openReview(deps, `acme/app-${turn}`, { count })
  })
}

/** The same on a service of its own, with a browser of bob. */
export function useReview({ count }: { readonly count: number }) {
  const deps = allTests(openReviewApp)
  return { deps, scene: eachReview(deps, count), bob: eachTest(() => openJarOf(deps, 'bob')) }
}

/** Opens the page of a review in a browser. */
export async function openPage(page: Page, deps: TestApp, path: string, handle = 'bob'): Promise<void> {
  await visit(page, deps, handle, path)
}
