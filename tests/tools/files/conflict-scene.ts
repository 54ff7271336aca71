import { beforeEach } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { eachLoop, type Loop, type Pulled } from '../loop.ts'
import { have } from './have.ts'

export type Answer = Readonly<Record<string, unknown>> & { readonly next: string; readonly batch?: string }

export interface Conflict {
  readonly id: string
  readonly key: string
  readonly locale: string
  readonly why: string
  readonly ours?: string
  readonly theirs: string
  readonly error?: string
  readonly suggestion?: string
  readonly by?: { readonly kind: string; readonly person?: string }
}

type More = Readonly<Record<string, unknown>>

const DE = 'locales/de.json'

/** The conflicts that an import names. */
export const conflictsOf = (answer: Answer): readonly Conflict[] =>
  (answer['conflicts'] as { first: readonly Conflict[] } | undefined)?.first ?? []

/** A project with the strings `a` and `b`, and a German file that can conflict with it. */
interface ConflictScene {
  readonly loop: Loop
  readonly importDe: (texts: object, more?: object, by?: Loop['ada']) => Promise<Answer>
  /** A pull by the caller who imported the file. */
  readonly pullDe: (more?: More) => Promise<Pulled & { readonly next: string }>
  /** The texts of the file, pulled by the caller who imported it. */
  readonly pulled: (more?: More) => Promise<unknown>
  /** The texts of the file, pulled by a caller who does not have it. */
  readonly delivered: (more?: More) => Promise<unknown>
  readonly review: (item: object, by?: Loop['ada']) => Promise<Answer>
  readonly revert: (batch: string | undefined) => Promise<Answer>
  /** How many conflicts the main branch has, by the index. */
  readonly counted: () => Promise<number>
  /** The file and the project have the same text; then an agent changes the project, and a user the file. */
  readonly diverge: (theirs?: string, more?: object) => Promise<Answer>
}

/** Such a project for each test. */
export function eachConflictScene(): ConflictScene {
  const loop = eachLoop(['de'])
  /** The imported file of each branch. */
  const imported = new Map<unknown, string>()
  beforeEach(async () => {
    imported.clear()
    await loop.push({ a: 'Apple', b: 'Bread {n}' })
  })
  const importDe: ConflictScene['importDe'] = async (texts, more = {}, by = loop.ada) => {
    const content = `${JSON.stringify(texts, null, 2)}\n`
    const { branch = 'main', dry_run } = more as { branch?: string; dry_run?: boolean }
    const answer = await by.call<Answer>('push_translations', {
      project: loop.project,
      files: [{ path: DE, content }],
      ...more,
    })
    if (dry_run !== true) imported.set(branch, content)
    return answer
  }
  const pullDe: ConflictScene['pullDe'] = (more = {}) => {
    const content = imported.get(more['branch']) ?? imported.get('main')
    return loop.pull({ ...more, ...(content !== undefined && have({ [DE]: content })) })
  }
  return {
    loop,
    importDe,
    pullDe,
    pulled: async (more = {}) => JSON.parse((await pullDe(more)).content),
    delivered: async (more = {}) => JSON.parse((await loop.pull(more)).content),
    review: (item, by = loop.ada) =>
      by.call('review_translations', { project: loop.project, locale: 'de', items: [item] }),
    revert: batch => loop.call('revert_changes', { batch }),
    counted: async () =>
      loop.world.services.store.read.translations.count(
        'conflict',
        compoundKey((await loop.record()).id, 'de', 'main'),
      ),
    diverge: async (theirs = 'Datei', more = {}) => {
      await loop.translate({ a: 'Apfel' })
      await importDe({ a: 'Apfel' }, more)
      await loop.submit([{ key: 'a', text: 'Projekt', rev: (await loop.unit('a')).rev }])
      return importDe({ a: theirs }, more)
    },
  }
}
