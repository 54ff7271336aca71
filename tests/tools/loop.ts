import { withMainView } from '../../src/l10n/translation/state.ts'
import type { Frozen } from '../../src/store/frozen.ts'
import { compoundKey } from '../../src/store/records/define.ts'
import type { ProjectRecord, TranslationRecord } from '../../src/store/records/localization.ts'
import type { pullTranslations } from '../../src/tools/files/pull/pull-translations.ts'
import { DEFAULT_SETTINGS } from '../../src/tools/projects/create-project.ts'
import { getTranslation } from '../../src/tools/translations/branch-view.ts'
import type { submitTranslations } from '../../src/tools/work/submit-translations.ts'
import { eachTest } from '../harness/each-test.ts'
import type { AnswerOf } from './answer.ts'
import { openWorld, type World } from './world.ts'

export type Translation = Frozen<TranslationRecord>

export interface Row {
  readonly also?: number
  readonly also_rev?: string
  readonly elsewhere?: readonly { readonly text: unknown; readonly count: number }[]
  readonly id: string
  readonly key: string
  readonly src: string
  readonly text?: string
  readonly forms?: Readonly<Record<string, string>>
  readonly file?: string
  readonly syntax?: string
  readonly want?: readonly string[]
  readonly worker?: string
  readonly held_by?: string
  readonly rev?: number
  readonly before?: unknown
}

export interface Packet {
  readonly items: readonly Row[]
  readonly left: number
  readonly next: string
  readonly next_cursor?: string
  readonly file?: string
  readonly rules?: Readonly<Record<string, string>>
  readonly forms?: Readonly<
    Record<string, { readonly required: readonly string[]; readonly optional?: readonly string[] }>
  >
}

export type Answer = AnswerOf<typeof submitTranslations>

export interface Item {
  readonly id?: string
  readonly key?: string
  readonly src?: string
  readonly text?: string
  readonly texts?: Readonly<Record<string, string>>
  readonly forms?: Readonly<Record<string, string>>
  /** undefined: none. */
  readonly rev?: number | Readonly<Record<string, number>> | undefined
  readonly file?: string
  readonly also?: number | undefined
  readonly also_rev?: string | undefined
}

/** A file of a small pull, which has its content. */
export type Pulled = NonNullable<AnswerOf<typeof pullTranslations>['files']>[number] & { readonly content: string }

type More = Readonly<Record<string, unknown>>
type Content = string | Readonly<Record<string, unknown>>

/** A project of ada's in a world of its own, and the loop's tools bound to it. */
export interface Loop {
  readonly world: World
  readonly project: string
  readonly ada: Awaited<ReturnType<World['user']>>
  /** Calls a tool for the project. */
  readonly call: <T = Record<string, unknown>>(tool: string, more?: object) => Promise<T>
  readonly push: (content: Content, more?: More, path?: string) => Promise<Record<string, number>>
  readonly work: <T = Packet>(more?: More) => Promise<T>
  /** Another credential of ada's: a token with everyday scopes. */
  readonly agent: () => Promise<Loop['ada']>
  /** Submits items as a writer who saw everything, ada unless told: one without `src` or `rev` gets those of now. */
  readonly submit: (items: readonly Item[], more?: More, by?: Loop['ada']) => Promise<Answer>
  /** Submits texts by their keys, in the same way. */
  readonly translate: (texts: Readonly<Record<string, string>>, more?: More, by?: Loop['ada']) => Promise<Answer>
  /** Decides about translations as ada in a browser. */
  readonly review: (items: readonly object[], more?: More) => Promise<Record<string, unknown>>
  /** The entries that get_entries lists. */
  readonly entries: <T = Record<string, unknown>>(more?: More) => Promise<readonly T[]>
  /** Imports one translated file. */
  readonly importFile: (path: string, content: string) => Promise<Record<string, unknown>>
  /** Sets these settings, and the others to their defaults. */
  readonly settings: (change: Partial<ProjectRecord['settings']>) => Promise<void>
  /** The files of a pull. */
  readonly files: (more?: object) => Promise<readonly Pulled[]>
  /** The first file of the answer, and the next step. */
  readonly pull: (more?: More) => Promise<Pulled & { readonly next: string }>
  readonly record: () => Promise<Frozen<ProjectRecord>>
  /** The stored unit of a key of `locales/en.json`. */
  readonly unit: (name: string, locale?: string) => Promise<Translation>
  /** Writes a unit directly, which no tool can, with its derived fields for the indexes. */
  readonly alter: (name: string, change: (unit: Translation) => Partial<Translation>, locale?: string) => Promise<void>
  /** Changes the note of a key's entries, as a push of a file with notes does. */
  readonly note: (name: string, note: string | undefined) => Promise<void>
  readonly close: () => Promise<void>
}

export const SOURCE = 'locales/en.json'

/** A loop of its own for each test. */
export const eachLoop = (targets?: readonly string[]): Loop => eachTest(() => openLoop(targets))

export async function openLoop(targets: readonly string[] = ['de']): Promise<Loop> {
  const world = await openWorld()
  const ada = await world.user('ada')
  const project = 'ada/app'
  const { store } = world.services
  await ada.call('create_project', { project, source_locale: 'en', target_locales: targets })
  const record = async (): Promise<Frozen<ProjectRecord>> => {
    const account = await store.read.accounts.by('handle', 'ada')
    return found(await store.read.projects.by('name', compoundKey(account?.id ?? '', 'app')))
  }
  const entryOf = async (name: string) => {
    const file = found(await store.read.files.by('path', compoundKey((await record()).id, SOURCE)))
    return found(await store.read.entries.by('place', compoundKey(file.id, name, '')))
  }
  const unit = async (name: string, locale = targets[0] ?? ''): Promise<Translation> =>
    getTranslation(await entryOf(name), locale, store.read)
  const sourceOf = async ({ id, key: name = '' }: Item, branch: unknown): Promise<string> => {
    const { id: projectId } = await record()
    const entry =
      id === undefined ? await entryOf(name) : await store.read.entries.by('short', compoundKey(projectId, id))
    if (typeof branch !== 'string') return found(entry).src
    const lists = await store.read.branch_files.list('branch', compoundKey(projectId, branch))
    return found(lists.flatMap(({ items }) => items).find(item => item.entry_id === entry?.id)).src
  }
  /** The revision of what the item replaces, by locale if it has several. */
  const revOf = async ({ id, key: name = '', texts }: Item, locale: unknown) => {
    const { id: projectId } = await record()
    const [keyed] = await store.read.entries.list('key', compoundKey(projectId, name))
    const entry = id === undefined ? keyed : await store.read.entries.by('short', compoundKey(projectId, id))
    const tags = texts === undefined ? [typeof locale === 'string' ? locale : (targets[0] ?? '')] : Object.keys(texts)
    const revs: (readonly [string, number])[] = []
    for (const tag of tags) {
      const there = entry && (await getTranslation(entry, tag, store.read))
      if (there !== undefined && there.texts.length > 0) revs.push([tag, there.rev])
    }
    return revs.length === 0 ? {} : { rev: texts === undefined ? revs[0]?.[1] : Object.fromEntries(revs) }
  }
  const submit: Loop['submit'] = async (items, more = {}, by = ada) => {
    const sent: Item[] = []
    for (const item of items) {
      const src = item.src ?? (await sourceOf(item, more['branch'])).slice(0, 8)
      sent.push({ ...(await revOf(item, more['locale'])), ...item, src })
    }
    return by.call('submit_translations', { project, locale: targets[0], items: sent, ...more })
  }
  return {
    world,
    project,
    ada,
    call: (tool, more) => ada.call(tool, { project, ...more }),
    agent: async () => {
      const asked = { name: 'agent', scopes: ['project:read', 'project:write'] }
      return world.bearer((await ada.call<{ token: string }>('create_token', asked)).token)
    },
    record,
    unit,
    push: (content, more = {}, path = SOURCE) => {
      const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`
      return ada.call('push_source', { project, files: [{ path, content: text }], ...more })
    },
    work: (more = {}) =>
      ada.call('get_work', { project, ...('locales' in more ? {} : { locale: targets[0] }), ...more }),
    submit,
    translate: (texts, ...rest) =>
      submit(
        Object.entries(texts).map(([key, text]) => ({ key, text })),
        ...rest,
      ),
    review: async (items, more) => {
      const human = await world.human('ada')
      return human.call('review_translations', { project, locale: targets[0], items, ...more })
    },
    entries: async <T>(more?: More) =>
      (await ada.call<{ entries: readonly T[] }>('get_entries', { project, locale: targets[0], ...more })).entries,
    importFile: (path, content) => ada.call('push_translations', { project, files: [{ path, content }] }),
    settings: change =>
      store.transaction(async tx =>
        tx.projects.put({ ...(await record()), settings: { ...DEFAULT_SETTINGS, ...change } }),
      ),
    files: async more =>
      (await ada.call<{ files: readonly Pulled[] }>('pull_translations', { project, ...more })).files,
    pull: async (more = {}) => {
      const one = 'locales' in more ? {} : { locale: targets[0] }
      const { files, next } = await ada.call<{ files: readonly Pulled[]; next: string }>('pull_translations', {
        project,
        ...one,
        ...more,
      })
      return { ...found(files[0]), next }
    },
    alter: async (name, change, locale) => {
      const before = await unit(name, locale)
      const entry = found(await store.read.entries.get(before.entry_id))
      const at = world.services.now().toISOString()
      const after = withMainView({ ...before, ...change(before) }, entry, at)
      await store.transaction(async tx => {
        const isThere = (await tx.translations.get(after.id)) !== undefined
        await tx.translations[isThere ? 'put' : 'insert'](after)
      })
    },
    note: async (name, note) => {
      const at = world.services.now().toISOString()
      for (const entry of await store.read.entries.list('key', compoundKey((await record()).id, name))) {
        const { description: _old, ...rest } = entry
        const noted = { ...rest, ...(note !== undefined && { description: note }) }
        const units = await store.read.translations.list('entry', entry.id)
        await store.transaction(async tx => {
          await tx.entries.put(noted)
          for (const one of units) await tx.translations.put(withMainView(one, noted, at))
        })
      }
    },
    close: () => world.close(),
  }
}

export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is no such record')
  return value
}
