import { found } from '../../loop.ts'
import type { World } from '../../world.ts'
import type { BypassFormat, FileText, FileTexts, Sources } from './formats.ts'

type Caller = Awaited<ReturnType<World['user']>>
type More = Readonly<Record<string, unknown>>

/** Source strings by the state that their German translation has. */
export const SOURCES: Sources = {
  approved: 'Save the file',
  locked: 'Delete the account',
  open: 'Open another window',
  stale: 'Close all the tabs now',
  review: 'Print this page',
  plain: 'Share with friends',
  written: 'Send the message',
  aged: 'Choose all the colors',
}

/** What an agent wants to have in the file of everybody else. */
export const BAD = 'Böser Text'

const SOURCES_BEFORE: Sources = { ...SOURCES, stale: 'Close all the tabs', aged: 'Choose all of the colors' }
const IMPORTED = {
  approved: 'Datei sichern',
  locked: 'Konto löschen',
  stale: 'Alle Tabs schließen',
  plain: 'Mit Freunden teilen',
}
/** What an agent wrote before the policy demanded a review. */
const WRITTEN = { written: 'Nachricht senden', aged: 'Alle Farben wählen' }
/** The texts of the file that a pull gives. */
export const TEXTS = { ...IMPORTED, ...WRITTEN }
export const IN_REVIEW = 'Seite drucken'

export const BRANCH = 'feature'

/** The agents, people and files of one project, whose policy lets nothing through that nobody approved. */
export interface BypassScene {
  readonly world: World
  readonly project: string
  readonly format: BypassFormat
  /** An agent with everyday scopes, whose user is a member. */
  readonly agent: Caller
  /** Another program of that user. */
  readonly otherAgent: Caller
  readonly admin: Caller
  /** The administrator in a browser. */
  readonly person: Caller
  /** The user of the agents in a browser. */
  readonly ownUser: Caller
  /** The texts of a file that a pull gave, with changes. */
  readonly fileWith: (texts: FileTexts, sources?: Sources) => string
  readonly push: (by: Caller, sources: Sources, more?: More, texts?: FileTexts) => Promise<More>
  readonly importFile: (by: Caller, content: string, more?: More) => Promise<More>
  /** Imports the file of the repository, with changed texts. */
  readonly importTexts: (by: Caller, texts: FileTexts, more?: More) => Promise<More>
  readonly call: (by: Caller, tool: string, more: More) => Promise<More>
  readonly submit: (by: Caller, name: string, text: string, more?: More) => Promise<More>
  readonly review: (by: Caller, item: More & { readonly key: string }, more?: More) => Promise<More>
  readonly annotate: (by: Caller, name: string, more: More) => Promise<More>
  readonly idOf: (name: string) => Promise<string>
  /** The translation of a string. */
  readonly translation: (name: string) => Promise<Translation>
  /** Every file that a reader's token can pull, by branch, choice and locales. */
  readonly pulls: (more?: More) => Promise<Readonly<Record<string, string>>>
}

type Translation = Awaited<ReturnType<typeof readTranslation>>

/** Creates a project: its texts are approved, locked, stale, in review, by a user and by an agent; one string has none. */
export async function openBypassScene(
  world: World,
  { slug, format, exports }: { readonly slug: string; readonly format: BypassFormat; readonly exports: string },
): Promise<BypassScene> {
  const project = `acme/${slug}`
  const [admin, member, person] = [await world.user('ada'), await world.user('bob'), await world.human('ada')]
  await admin.call('create_project', { project, source_locale: 'en', target_locales: ['de', 'fr'] })
  const withToken = async (of: Caller, name: string, scopes: readonly string[]): Promise<Caller> =>
    world.bearer((await of.call<{ token: string }>('create_token', { name: `${slug} ${name}`, scopes })).token)
  const everyday = ['project:read', 'project:write']
  const reader = await withToken(admin, 'reader', ['project:read'])
  const call: BypassScene['call'] = (by, tool, more) => {
    world.pass(1000)
    return by.call(tool, { project, ...more })
  }
  const push: BypassScene['push'] = (by, sources, more = {}, texts = {}) =>
    call(by, 'push_source', { files: [{ path: format.source, content: format.writeSource(sources, texts) }], ...more })
  const importFile: BypassScene['importFile'] = (by, content, more = {}) =>
    call(by, 'push_translations', { files: [{ path: format.target, content }], ...more })
  const entryOf = async (name: string, sources: Sources = SOURCES) => {
    const account = found(await world.services.store.read.accounts.by('handle', 'acme'))
    const record = found(await world.services.store.read.projects.by('name', `${account.id}\0${slug}`))
    const entries = await world.services.store.read.entries.list('project', record.id)
    return found(entries.find(({ source }) => source === sources[name]))
  }
  const translation = async (name: string) => readTranslation(world, (await entryOf(name)).id)
  const submit: BypassScene['submit'] = async (by, name, text, more = {}) => {
    const { short, src } = await entryOf(name)
    const { rev = 0, texts = [] } = (await translation(name)) ?? {}
    const item = { id: short, src: src.slice(0, 8), text, ...(texts.length > 0 && { rev }), ...more }
    return call(by, 'submit_translations', { locale: 'de', items: [item] })
  }
  const review: BypassScene['review'] = async (by, { key, ...item }, more = {}) =>
    call(by, 'review_translations', { locale: 'de', items: [{ id: (await entryOf(key)).short, ...item }], ...more })
  const annotate: BypassScene['annotate'] = async (by, name, more) =>
    call(by, 'annotate_entry', { id: (await entryOf(name)).short, locale: 'de', ...more })

  const agent = await withToken(member, 'agent', everyday)
  const texts = format.source === format.target ? IMPORTED : {}
  await push(admin, SOURCES_BEFORE, {}, texts)
  const write = async (by: Caller, written: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(written)) {
      const { short, src } = await entryOf(name, SOURCES_BEFORE)
      await call(by, 'submit_translations', { locale: 'de', items: [{ id: short, src: src.slice(0, 8), text }] })
    }
  }
  const earlierAgent = await withToken(member, 'earlier agent', everyday)
  if (format.isImported) await importFile(admin, format.writeTarget(SOURCES_BEFORE, IMPORTED))
  else await write(person, IMPORTED)
  await write(earlierAgent, WRITTEN)
  for (const name of ['approved', 'locked', 'stale']) {
    const { short } = await entryOf(name, SOURCES_BEFORE)
    await call(person, 'review_translations', { locale: 'de', items: [{ id: short, action: 'approve' }] })
  }
  await push(admin, SOURCES, {}, texts)
  await annotate(person, 'locked', { lock: true })
  const policy = { review: 'required', approve: 'people', export: exports }
  await call(admin, 'update_project_policy', policy)
  await submit(earlierAgent, 'review', IN_REVIEW)
  await push(admin, SOURCES, { branch: BRANCH }, texts)

  return {
    world,
    project,
    format,
    agent,
    otherAgent: await withToken(member, 'other agent', everyday),
    admin,
    person,
    ownUser: await world.human('bob'),
    fileWith: (changed, sources = SOURCES) => format.writeTarget(sources, { ...TEXTS, ...changed }),
    push,
    importFile,
    importTexts: (by, changed, more) => importFile(by, format.writeTarget(SOURCES, { ...TEXTS, ...changed }), more),
    call,
    submit,
    review,
    annotate,
    idOf: async name => (await entryOf(name)).short,
    translation,
    pulls: async (given = {}) => {
      const all: Record<string, string> = {}
      for (const branch of ['main', BRANCH]) {
        for (const include of [undefined, 'approved']) {
          for (const locales of ['all', ['de'], ['fr']]) {
            const more = { branch, locales, ...(include !== undefined && { include }), ...given }
            const { files = [] } = await reader.call<Pulled>('pull_translations', { project, ...more })
            const place = `${branch}, ${include ?? 'default'}, ${String(locales)}`
            for (const { path, content } of files) if (content !== undefined) all[`${place}: ${path}`] = content
          }
        }
      }
      return all
    },
  }
}

interface Pulled {
  readonly files?: readonly { readonly path: string; readonly content?: string }[]
}

const readTranslation = (world: World, entry: string) =>
  world.services.store.read.translations.by('unit', `${entry}\0de`)

/** The same text, as each format says that it is finished. */
export const final = (text: string): FileText => ({ text, state: 'final' })
export const unfinished = (text: string): FileText => ({ text, state: 'unfinished' })
