import type { World } from '../../tools/world.ts'
import { TEST_FORMATS } from './formats/all.ts'
import type { TestFormat } from './formats/format.ts'
import type { History } from './history.ts'
import type { Writer } from './texts.ts'
import type { SourceString } from './tree.ts'

export const LOCALES = ['de', 'fr'] as const

type Answer = Readonly<Record<string, unknown>>

/** A file as a pull gives it. */
export interface PulledFile {
  readonly path: string
  readonly locale: string
  readonly content: string
  readonly stale?: number
}

/** A string with its translation in one locale, as the tools describe it. */
export interface Row {
  readonly id: string
  readonly src: string
  readonly source: string
  readonly key: string
  readonly context?: string
  readonly texts: Readonly<
    Record<
      string,
      {
        readonly text?: string
        readonly rev?: number
        readonly state?: string
        readonly stale?: unknown
        readonly suggestions?: readonly { readonly id: string; readonly text: string }[]
      }
    >
  >
}

/** What all histories of a store share. */
export interface Cast {
  readonly world: World
  /** An owner in a browser. */
  readonly person: Caller
  /** A token without project:admin, and one with it. */
  readonly token: Caller
  readonly adminToken: Caller
}

type Caller = Awaited<ReturnType<World['human']>>

export async function openCast(world: World): Promise<Cast> {
  const person = await world.human('ada')
  const createToken = async (scopes: readonly string[]): Promise<Caller> => {
    const { token } = await person.call<{ token: string }>('create_token', { name: scopes.join(), scopes })
    return world.bearer(token)
  }
  return {
    world,
    person,
    token: await createToken(['project:read', 'project:write']),
    adminToken: await createToken(['project:read', 'project:write', 'project:admin']),
  }
}

/** A project of its own for one history, and the tools bound to it. */
export class Project {
  readonly format: TestFormat
  readonly #cast: Cast
  readonly #project: string

  private constructor(cast: Cast, project: string, format: TestFormat) {
    this.#cast = cast
    this.#project = project
    this.format = format
  }

  static async open(cast: Cast, name: string, { format, policy }: History): Promise<Project> {
    const project = `ada/${name}`
    await cast.person.call('create_project', { project, source_locale: 'en', target_locales: LOCALES })
    await cast.person.call('update_project_policy', { project, ...policy })
    return new Project(cast, project, TEST_FORMATS[format])
  }

  #by(writer: Writer): Caller {
    const { person, token, adminToken } = this.#cast
    return { A: token, I: token, P: person, J: person, K: adminToken }[writer]
  }

  /** Moves the clock, so that no two steps are at one time. */
  pass(): void {
    this.#cast.world.pass(60_000)
  }

  #call(by: Caller, tool: string, branch: string, args: object): Promise<Answer> {
    return by.call(tool, { project: this.#project, ...(branch !== 'main' && { branch }), ...args })
  }

  /** Pushes files, and removes those without strings. Confirms what it drops. */
  async push(branch: string, files: ReadonlyMap<string, readonly SourceString[]>): Promise<Answer> {
    const { sourcePath, target, writeSource } = this.format
    const there = [...files].filter(([, strings]) => strings.length > 0)
    const args = {
      files: there.map(([file, strings]) => ({
        path: sourcePath(file),
        content: writeSource(strings),
        target: target(file),
      })),
      removed: [...files].filter(([, strings]) => strings.length === 0).map(([file]) => sourcePath(file)),
      ...(branch !== 'main' && { prune: true }),
    }
    try {
      return await this.#call(this.#cast.token, 'push_source', branch, args)
    } catch (error) {
      const confirmed = /confirm_removed: (\d+)/.exec((error as { fix?: string }).fix ?? '')?.[1]
      if (confirmed === undefined) throw error
      return this.#call(this.#cast.token, 'push_source', branch, { ...args, confirm_removed: Number(confirmed) })
    }
  }

  async pull(branch: string, more: object = {}): Promise<readonly PulledFile[]> {
    const { files } = await this.#call(this.#cast.token, 'pull_translations', branch, { locales: LOCALES, ...more })
    return files as readonly PulledFile[]
  }

  /** The strings by locale that the status names as stale, or as waiting for a reviewer: a pull then delivers the text before. */
  async countStale(branch: string): Promise<ReadonlyMap<string, number>> {
    const { locales } = await this.#call(this.#cast.token, 'get_status', branch, {})
    const rows = locales as { locale: string; stale: number; needs_review: number }[]
    return new Map(rows.map(({ locale, stale, needs_review }) => [locale, stale + needs_review]))
  }

  /** The string as the tools have it; undefined if they do not list it. */
  async find(branch: string, one: SourceString, locale: string): Promise<Row | undefined> {
    const file = this.format.sourcePath(one.file)
    const args = { file, locale, full: true, limit: 200, max_bytes: 60_000 }
    const { entries } = await this.#call(this.#cast.person, 'get_entries', branch, args)
    const { key, context } = this.format.nameOf(one)
    return (entries as Row[]).find(
      row => row.source === one.source && row.context === context && (context !== undefined || row.key === key),
    )
  }

  submit(branch: string, writer: 'A' | 'P', locale: string, { id, src, texts }: Row, text: string): Promise<Answer> {
    const rev = texts[locale]?.rev
    const items = [{ id, src, text, ...(rev !== undefined && { rev }) }]
    return this.#call(this.#by(writer), 'submit_translations', branch, { locale, items })
  }

  review(branch: string, locale: string, item: object): Promise<Answer> {
    return this.#call(this.#cast.person, 'review_translations', branch, { locale, items: [item] })
  }

  confirm(branch: string, locale: string, id: string): Promise<Answer> {
    return this.#call(this.#cast.person, 'annotate_entry', branch, { id, locale, dismiss_stale: true })
  }

  importFile(
    branch: string,
    writer: 'I' | 'J' | 'K',
    file: string,
    locale: string,
    texts: readonly (readonly [SourceString, string])[],
  ): Promise<Answer> {
    const { targetPath, sourcePath, writeTarget } = this.format
    const content = writeTarget(texts, locale)
    const files = [{ path: targetPath(file, locale), content, locale, source: sourcePath(file) }]
    return this.#call(this.#by(writer), 'push_translations', branch, { files })
  }

  revert(batch: string): Promise<Answer> {
    return this.#call(this.#cast.person, 'revert_changes', 'main', { batch })
  }

  async endBranch(branch: string): Promise<void> {
    await this.#call(this.#cast.token, 'delete_branch', branch, {})
  }
}
