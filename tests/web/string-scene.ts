import { beforeAll, beforeEach } from 'vitest'
import { compoundKey } from '../../src/store/records/define.ts'
import { allTests } from '../harness/each-test.ts'
import type { TestApp } from '../http/test-app.ts'
import { found } from '../tools/loop.ts'
import { delegate, useJar, useOneTestApp } from './scene.ts'

type Caller = Awaited<ReturnType<TestApp['world']['user']>>
type More = Readonly<Record<string, unknown>>

/** A project of an organization, with its strings by key. */
export interface StringScene {
  readonly project: string
  readonly push: (strings: More, more?: More) => Promise<unknown>
  /** Writes as an agent of this user, who saw the current translation. */
  readonly submit: (by: Caller, key: string, text: unknown, locale?: string) => Promise<More>
  readonly review: (by: Caller, key: string, item: More, locale?: string) => Promise<More>
  /** Imports the translations of the file. */
  readonly importFile: (by: Caller, strings: More, locale?: string) => Promise<More>
  /** The path of the page of a string. */
  readonly page: (key: string, query?: More) => Promise<string>
  /** The translation as `state text`, or the state without one. */
  readonly shown: (key: string, locale?: string) => Promise<string>
  readonly record: (key: string, locale?: string) => Promise<{ readonly rev: number; readonly locked: boolean }>
}

const SOURCE = 'locales/en.json'

/** Creates a project with these strings, by a user who may. */
export async function openStrings(
  { world, services }: TestApp,
  by: Caller,
  project: string,
  strings: More,
  targets: readonly string[] = ['de'],
): Promise<StringScene> {
  const { read } = services.store
  await by.call('create_project', { project, source_locale: 'en', target_locales: targets })
  const [handle = '', slug = ''] = project.split('/')
  const entryOf = async (name: string) => {
    const account = found(await read.accounts.by('handle', handle))
    const { id } = found(await read.projects.by('name', compoundKey(account.id, slug)))
    return found((await read.entries.list('key', compoundKey(id, name))).at(-1))
  }
  const unitOf = async (name: string, locale: string) =>
    read.translations.by('unit', compoundKey((await entryOf(name)).id, locale))
  const push: StringScene['push'] = (pushed, more = {}) =>
    by.call('push_source', { project, files: [{ path: SOURCE, content: JSON.stringify(pushed) }], ...more })
  await push(strings)
  return {
    project,
    push,
    submit: async (writer, name, text, locale = 'de') => {
      world.pass(1000)
      const { short, src } = await entryOf(name)
      const unit = await unitOf(name, locale)
      const value = typeof text === 'string' ? { text } : { forms: text }
      const rev = unit !== undefined && unit.rev > 0 && { rev: unit.rev }
      return writer.call('submit_translations', { project, locale, items: [{ id: short, src, ...value, ...rev }] })
    },
    review: async (reviewer, name, item, locale = 'de') => {
      world.pass(1000)
      const { short } = await entryOf(name)
      return reviewer.call('review_translations', { project, locale, items: [{ id: short, ...item }] })
    },
    importFile: (importer, texts, locale = 'de') => {
      world.pass(1000)
      const content = JSON.stringify(texts)
      return importer.call('push_translations', { project, files: [{ path: `locales/${locale}.json`, content }] })
    },
    page: async (name, query = { locale: 'de' }) => {
      const { short } = await entryOf(name)
      const search = new URLSearchParams(query as Record<string, string>)
      return `/p/${project}/strings/${short}${search.size === 0 ? '' : `?${search}`}`
    },
    shown: async (name, locale = 'de') => {
      const { src } = await entryOf(name)
      const unit = await unitOf(name, locale)
      const text = unit?.texts.find(one => one.src === src) ?? unit?.texts[0]
      if (text === undefined) return unit?.state ?? 'untranslated'
      return `${text.state} ${typeof text.value === 'string' ? text.value : JSON.stringify(text.value)}`
    },
    record: async (name, locale = 'de') => found(await unitOf(name, locale)),
  }
}

/** Opens a project of acme with these strings for each test; ada owns acme, and bob, its other member, looks at the pages. */
export function useStrings(strings: More, targets?: readonly string[]) {
  const testApp = useOneTestApp()
  beforeAll(() => testApp.world.organization('acme', { ada: 'admin', bob: 'member' }))
  /** An agent of ada. */
  const ada = allTests(() => testApp.world.user('ada'))
  /** Ada herself. */
  const byHand = allTests(() => testApp.world.human('ada'))
  let scene: StringScene
  let turn = 0
  /** Opens another project instead. */
  const open = async (other: More, to?: readonly string[]): Promise<void> => {
    turn += 1
    scene = await openStrings(testApp, ada, `acme/app-${turn}`, other, to)
  }
  beforeEach(() => open(strings, targets))
  const bob = useJar(testApp, 'bob')
  return { testApp, ada, byHand, bob, scene: delegate(() => scene), open }
}
