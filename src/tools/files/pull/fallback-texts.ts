import type { TargetFileInput } from '../../../l10n/files/read-files.ts'
import { fallbackChain } from '../../../l10n/locales/fallback-chain.ts'
import { pluralNeeds } from '../../../l10n/locales/plural-rules.ts'
import { type Message, messageUnits } from '../../../l10n/message/message.ts'
import type { ExportedText } from '../../../l10n/translation/export.ts'
import { findRefusalForAnySource } from '../../../l10n/translation/refusals.ts'
import { listRequests } from '../../../l10n/translation/request.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Reader } from '../../../store/store.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import type { BranchFile } from '../../projects/branches.ts'
import { BranchView } from '../../translations/branch-view.ts'
import { CheckRulesReader } from '../../translations/check-rules.ts'
import { findCopiedFallback } from '../../translations/fallback-text.ts'
import { findExportedText } from '../../translations/text-history.ts'
import type { RenderedTarget } from './rendering.ts'

/** The file that a pull changes. */
interface ChangedFile {
  /** Undefined for a new one. */
  readonly file: TargetFileInput | undefined
  /** Keys for which the pull writes or keeps another text. */
  readonly taken: ReadonlySet<string>
  /** Keys whose text the file loses. */
  readonly withdrawn: ReadonlySet<string>
}

interface WrittenFallback {
  readonly value: Message
  readonly state: ExportedText['state']
  /** Time at which it was written, ISO 8601. */
  readonly at: string
}

type Forms = Exclude<Message, string>
type Listed = BranchFile['branchFile']['items'][number]

/** The texts that pulls of the fallbacks of a locale deliver. */
export class DeliveredFallbacks {
  readonly #of: RenderedTarget
  readonly #read: Reader
  readonly #view: BranchView

  constructor(of: RenderedTarget, reading: ReadDeps) {
    this.#of = of
    this.#read = reading.read
    this.#view = new BranchView(of.project, of.branch, reading)
  }

  /** The texts of exactly the source of a string, that of the nearest fallback first. */
  async *list({ entry_id, ...line }: Omit<Listed, 'key'>): AsyncGenerator<ExportedText> {
    const { project, locale, include } = this.#of
    for (const other of fallbackChain(project, locale)) {
      const stored = await this.#read.translations.by('unit', compoundKey(entry_id, other))
      if (stored === undefined || stored.rev === 0) continue
      const recalled = await this.#view.recall(stored, line)
      const text = await findExportedText(recalled, line, include, project.settings, this.#read)
      if (text !== undefined && !text.stale) yield text
    }
  }
}

/**
 * Finds the texts that a pull writes in place of missing translations, by key: of exactly the source of the string, and as a pull of the fallback delivers them.
 * A text that the file has itself stays, unless a fallback has or had it.
 */
export async function findFallbackTexts(
  target: RenderedTarget,
  { file, taken, withdrawn }: ChangedFile,
  reading: ReadDeps,
): Promise<ReadonlyMap<string, WrittenFallback>> {
  const { project, branch, source, locale, include, fallback, pace } = target
  const { read, computed } = reading
  const { settings } = project
  const found = new Map<string, WrittenFallback>()
  if (fallback === 'omit' || fallbackChain(project, locale).length === 0) return found
  const delivered = new DeliveredFallbacks(target, reading)
  const view = new BranchView(project, branch, reading)
  const checker = new CheckRulesReader(project, branch, read, computed)
  const inFile = new Map(
    (file === undefined ? [] : (await computed.readTarget(file)).entries).map(one => [one.key, one]),
  )

  /** The text with the plural forms of the locale; undefined if it lacks one. */
  const fitForms = async (forms: Forms, { entry_id, ...line }: Listed): Promise<Forms | undefined> => {
    const { tags } = await view.getEntry(entry_id, line)
    const { required, optional } = pluralNeeds(locale, {
      type: tags.includes('ordinal') ? 'ordinal' : 'cardinal',
      kind: 'forms',
      categories: await checker.getCategories({ file_id: source.file.id }, locale),
    })
    if (required.some(name => forms[name] === undefined)) return undefined
    const names = new Set([...required, ...optional])
    return Object.fromEntries(Object.entries(forms).filter(([name]) => names.has(name)))
  }
  const isRefused = async ({ entry_id }: Listed, value: Message): Promise<boolean> => {
    if (include === 'all' || settings.changes_requested === 'current') return false
    const own = await read.translations.by('unit', compoundKey(entry_id, locale))
    return own !== undefined && listRequests(own).some(request => findRefusalForAnySource(request, value) !== undefined)
  }
  const isKept = async ({ key, entry_id }: Listed): Promise<boolean> => {
    const there = withdrawn.has(key) ? undefined : inFile.get(key)?.value
    if (there === undefined || messageUnits(there) === 0) return false
    return (await findCopiedFallback(project, { entryId: entry_id, locale }, there, read)) === undefined
  }

  for (const item of source.branchFile.items) {
    if (pace.shouldYield) await pace.yieldNow()
    if (taken.has(item.key) || (await isKept(item))) continue
    for await (const { value: whole, state, at } of delivered.list(item)) {
      const value = typeof whole === 'string' ? whole : await fitForms(whole, item)
      if (value === undefined || (await isRefused(item, value))) continue
      found.set(item.key, { value, state, at })
      break
    }
  }
  return found
}
