import type { Scope } from '../../src/auth/policy/scopes.ts'
import type { Engine } from '../../src/l10n/engines/engine.ts'
import type { Frozen } from '../../src/store/frozen.ts'
import { compoundKey } from '../../src/store/records/define.ts'
import type { ProjectRecord } from '../../src/store/records/localization.ts'
import { getTranslation } from '../../src/tools/translations/branch-view.ts'
import { eachTest } from '../harness/each-test.ts'
import { found, type Pulled, type Translation } from './loop.ts'
import { openWorld, type World } from './world.ts'

export type Caller = Awaited<ReturnType<World['user']>>
type More = Readonly<Record<string, unknown>>

/** The answer of a writing tool. */
export type Told = Readonly<Record<string, unknown>> & {
  readonly batch: string
  readonly refused?: readonly Readonly<Record<string, unknown>>[]
  readonly left: Readonly<Record<string, number>>
  readonly next: string
}

/** A project of the organization acme: ada administers it, bob is a member, cleo belongs to nothing. Each has a browser and a program. */
export interface Team {
  readonly world: World
  readonly project: string
  readonly ada: Caller
  readonly bob: Caller
  readonly adaByHand: Caller
  readonly bobByHand: Caller
  readonly cleo: Caller
  /** Calls a tool for the project, as ada's program. */
  readonly call: <T = Record<string, unknown>>(tool: string, more?: object) => Promise<T>
  /** The files of a pull, by ada's program unless told. */
  readonly files: (more?: object, by?: Caller) => Promise<readonly Pulled[]>
  /** A program of a user, with its own token. */
  readonly token: (of: Caller, name: string, scopes?: readonly Scope[]) => Promise<Caller & { readonly id: string }>
  readonly push: (content: More, more?: More) => Promise<unknown>
  readonly submit: (by: Caller, name: string, text: string, more?: More) => Promise<Told>
  readonly review: (by: Caller, items: readonly More[], more?: More) => Promise<Told>
  readonly note: (by: Caller, name: string, more: More) => Promise<Told>
  readonly revert: (by: Caller, more: More) => Promise<Told>
  readonly changes: (more?: More, by?: Caller) => Promise<Readonly<Record<string, unknown>>>
  readonly settings: (change: Partial<ProjectRecord['settings']>) => Promise<void>
  readonly record: () => Promise<Frozen<ProjectRecord>>
  readonly unit: (name: string, locale?: string) => Promise<Translation>
  /** The source hash of a key. */
  readonly src: (name: string) => Promise<string>
  /** State and text of what main shows: `translated Apfel`, `untranslated`. */
  readonly shown: (name: string, locale?: string) => Promise<string>
  readonly alter: (name: string, change: (unit: Translation) => Partial<Translation>) => Promise<void>
  readonly close: () => Promise<void>
}

const SOURCE = 'locales/en.json'

/** A team of its own for each test. */
export const eachTeam = (...given: Parameters<typeof openTeam>): Team => eachTest(() => openTeam(...given))

export async function openTeam(
  content: More = { a: 'Apple', b: 'Hello {name}' },
  targets = ['de'],
  engines: readonly Engine[] = [],
  webhookHosts: readonly string[] = [],
): Promise<Team> {
  const world = await openWorld({ engines, webhookHosts })
  const { store } = world.services
  const project = 'acme/app'
  const [ada, bob, cleo] = await Promise.all(['ada', 'bob', 'cleo'].map(handle => world.user(handle)))
  if (ada === undefined || bob === undefined || cleo === undefined) throw new Error('three people were asked for')
  await world.organization('acme', { ada: 'admin', bob: 'member' })
  await ada.call('create_project', { project, source_locale: 'en', target_locales: targets })
  const push = (pushed: More, more: More = {}): Promise<unknown> =>
    ada.call('push_source', {
      project,
      files: [{ path: SOURCE, content: `${JSON.stringify(pushed, null, 2)}\n` }],
      ...more,
    })
  await push(content)
  const record = async (): Promise<Frozen<ProjectRecord>> => {
    const account = await store.read.accounts.by('handle', 'acme')
    return found(await store.read.projects.by('name', compoundKey(account?.id ?? '', 'app')))
  }
  const entry = async (name: string) => {
    const file = found(await store.read.files.by('path', compoundKey((await record()).id, SOURCE)))
    return found(await store.read.entries.by('place', compoundKey(file.id, name, '')))
  }
  const unit = async (name: string, locale = 'de'): Promise<Translation> =>
    getTranslation(await entry(name), locale, store.read)
  return {
    world,
    project,
    ada,
    bob,
    cleo,
    call: (tool, more) => ada.call(tool, { project, ...more }),
    adaByHand: await world.human('ada'),
    bobByHand: await world.human('bob'),
    files: async (more, by = ada) =>
      (await by.call<{ files: readonly Pulled[] }>('pull_translations', { project, ...more })).files,
    token: async (of, name, scopes = ['project:read', 'project:write']) => {
      const made = await of.call<{ id: string; token: string }>('create_token', { name, scopes })
      return { ...(await world.bearer(made.token)), id: made.id }
    },
    push,
    submit: async (by, name, text, more = {}) => {
      world.pass(1000)
      const there = await unit(name)
      const rev = there.texts.length > 0 && { rev: there.rev }
      const items = [{ key: name, src: (await entry(name)).src.slice(0, 8), text, ...rev, ...more }]
      return by.call('submit_translations', { project, locale: 'de', items })
    },
    review: (by, items, more = {}) => {
      world.pass(1000)
      return by.call('review_translations', { project, locale: 'de', items, ...more })
    },
    note: (by, name, more) => {
      world.pass(1000)
      return by.call('annotate_entry', { project, key: name, locale: 'de', ...more })
    },
    revert: (by, more) => {
      world.pass(1000)
      return by.call('revert_changes', { project, ...more })
    },
    changes: (more = {}, by = ada) => by.call('list_changes', { project, ...more }),
    settings: change =>
      store.transaction(async tx => {
        const now = await record()
        await tx.projects.put({ ...now, settings: { ...now.settings, ...change } })
      }),
    record,
    unit,
    shown: async (name, locale) => {
      const { state, texts } = await unit(name, locale)
      const src = (await entry(name)).src
      const value = (texts.find(text => text.src === src) ?? texts[0])?.value
      return value === undefined ? state : `${state} ${typeof value === 'string' ? value : JSON.stringify(value)}`
    },
    src: async name => (await entry(name)).src,
    alter: async (name, change) => {
      const before = await unit(name)
      await store.transaction(tx => tx.translations.put({ ...before, ...change(before) }))
    },
    close: () => world.close(),
  }
}
