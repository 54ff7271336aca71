import { type Branch, openMain } from './branches.ts'
import { type History, type Policy, SOURCE_STEPS, type StepName } from './history.ts'
import { KnownTexts } from './known-texts.ts'
import type { Listed } from './lines.ts'
import { cellOf, type Look, look } from './looks.ts'
import type { Project, Row } from './project.ts'
import { type SourceId, type Writer, type Written, writeText } from './texts.ts'
import { createNumbers, type SourceString } from './tree.ts'
import { Decisions, type Finding, judgeText, type Kind } from './verdicts.ts'

/** A text of an import or a suggestion that waits for a decision. */
interface Waiting {
  readonly branch: string
  readonly id: number
  readonly locale: string
  readonly text: string
}

/** What the test knows while it plays a history: what it sent, what came back, and what is wrong with that. */
export class Model {
  readonly history: History
  readonly project: Project
  readonly policy: Policy
  readonly numbers = createNumbers()
  readonly decisions = new Decisions()
  readonly known = new KnownTexts()
  readonly branches: Branch[]
  readonly waiting: Waiting[] = []
  /** Batches of texts and decisions, with what a revert changes in the model. */
  readonly batches: { readonly id: string; readonly undo: () => void }[] = []
  readonly findings: Finding[] = []
  readonly done = new Map<StepName, number>()
  /** By branch. */
  seen: ReadonlyMap<string, Look> = new Map()
  /** Texts that were judged. */
  looks = 0
  /** Index of the step that is played. */
  at = -1
  readonly #written: Written[] = []

  readonly report = (kind: Kind, what: string): void => {
    if (kind === 'lost' && this.findings.some(one => one.step === this.at && one.what === what)) return
    this.findings.push({ kind, step: this.at, what })
  }

  constructor(history: History, project: Project) {
    this.history = history
    this.project = project
    this.policy = history.policy
    this.branches = [openMain(history.format, this.numbers)]
  }

  get main(): Branch {
    const [main] = this.branches
    if (main === undefined) throw new Error('There is no main branch.')
    return main
  }

  write(source: SourceId, locale: string, writer: Writer): Written {
    const written = writeText(source, locale, writer, this.numbers.next())
    this.#written.push(written)
    return written
  }

  /** Whether somebody wrote a text for one of these sources. */
  hasText(sources: readonly SourceId[], locale: string): boolean {
    return this.#written.some(one => one.locale === locale && sources.includes(one.source))
  }

  wait(branch: Branch, id: number, { text, locale }: Written): void {
    this.decisions.waiting.add(text)
    this.waiting.push({ branch: branch.name, id, locale, text })
  }

  record({ batch }: Readonly<Record<string, unknown>>, undo: () => void = () => undefined): void {
    if (typeof batch === 'string') this.batches.push({ id: batch, undo })
  }

  /** @throws Error if the tools do not list the string. */
  async findRow(branch: Branch, one: SourceString, locale: string): Promise<Row> {
    const row = await this.project.find(branch.name, one, locale)
    if (row === undefined)
      throw new Error(`The tools do not list ${branch.name} ${one.file} ${one.key} "${one.source}".`)
    return row
  }

  /** What somebody wrote, approved or accepted for the source of a string is delivered, if the policy lets it through. */
  expectShown(branch: Branch, one: Listed, written: Written): void {
    const { fault } = judgeText(one, written, written.locale, this.policy, this.decisions)
    if (fault !== undefined) return
    const shown = this.seen.get(branch.name)?.shown.get(cellOf(one.id, written.locale))
    if (shown?.written.text === written.text) return
    const instead = shown === undefined ? 'nothing' : `"${shown.written.text}"`
    this.report(
      'missing',
      `${branch.name} ${one.file} ${one.key} "${one.source}" shows ${instead}, not "${written.text}"`,
    )
  }

  /**
   * Pulls and judges all branches.
   * @param imported the path of a file that was imported: its bytes may change
   */
  async lookAll(imported?: string): Promise<void> {
    const seen = new Map<string, Look>()
    for (const { name, list } of this.branches) {
      const now = await look(name, list.listed, this)
      this.looks += now.count
      seen.set(name, now)
      const before = this.seen.get(name)
      if (before !== undefined) this.#compareBytes(before, now, imported)
    }
    this.seen = seen
  }

  /** Obsolete entries of PO files follow their texts, which a step can change on another branch. */
  #compareBytes(before: Look, now: Look, imported: string | undefined): void {
    if (before.sources !== now.sources) return
    const step = this.history.steps[this.at]?.do
    const isPush = step === undefined || Object.hasOwn(SOURCE_STEPS, step)
    const isAlike = (was: string, is: string): boolean =>
      isPush ? was === is : withoutObsolete(was) === withoutObsolete(is)
    for (const [path, { content, says }] of now.files) {
      const was = before.files.get(path)
      if (was?.says !== says || path === imported || isAlike(was.content, content)) continue
      this.report('bytes', `${path} changed, and no text did:\n${was.content}\n${content}`)
    }
  }
}

const withoutObsolete = (content: string): string => content.replaceAll(/\n(?:#~ .*\n)+/g, '')
