import { z } from 'zod'
import { MAX_FORMS, type Message } from '../../../l10n/message/message.ts'
import { canRepresent } from '../../../l10n/translation/merge.ts'
import { findConflict } from '../../../l10n/translation/suggestions/conflict.ts'
import { compoundKey } from '../../../store/records/define.ts'
import { projectLink } from '../../page-links.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import { ofProject, readTool } from '../../pipeline/define-tool.ts'
import { projectTarget } from '../../pipeline/resources.ts'
import { BranchName, getBranch, getBranchFile } from '../../projects/branches.ts'
import { targetLocale } from '../../projects/locales.ts'
import { ProjectName } from '../../schemas/fields.ts'
import { Locale } from '../../schemas/locale.ts'
import { findCopiedFallback } from '../../translations/fallback-text.ts'
import { hadText } from '../../translations/text-history.ts'
import { findPendingKeys } from './find-pending.ts'
import { findUnlistedEntries, hasTextsOfKnownSources, type PulledPlace, toTargetInput } from './target-files.ts'

const MAX_TEXTS = 1000

const Text = z.union([
  z.string(),
  z
    .record(z.string(), z.string())
    .refine(forms => Object.keys(forms).length <= MAX_FORMS, `at most ${MAX_FORMS} forms`),
])

/**
 * Finds the texts of a target file that the project never had. They are edits of the repository, which a pull would replace. Also finds those that nobody
 * decided on, which the file keeps until then.
 */
export const compareTranslations = readTool({
  name: 'compare_translations',
  title: 'Compare translations',
  description:
    'Find the texts of a target file that the project never had, such as edits in the repository: a pull would replace them. Writes nothing.',
  scope: 'project:read',
  toolset: 'advanced',
  rest: [ofProject('POST', '/translations/compare')],
  input: z.object({
    project: ProjectName,
    branch: BranchName.optional(),
    locale: Locale,
    path: z.string().describe('Source file'),
    texts: z
      .record(z.string(), Text)
      .refine(texts => Object.keys(texts).length <= MAX_TEXTS, `at most ${MAX_TEXTS} texts`)
      .describe('By key'),
  }),
  output: z.object({
    unknown: z.array(z.string()),
    /** Texts that nobody decided on: conflicts of the imported file, and texts that the policy does not export yet. */
    held: z.array(z.string()).optional(),
    next: z.string(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, call) => {
    const { project, name } = call.resource
    const branch = getBranch(project, input.branch)
    const locale = targetLocale(project, input.locale)
    const source = await getBranchFile(project, branch, input.path, call.read)
    const texts = new Map(Object.entries(input.texts))
    const place = { project, branch, source, locale }
    const held = [...(await findPendingKeys(texts, place, call))]
    for (const key of held) texts.delete(key)
    for (const key of await findKnown(texts, place, call)) texts.delete(key)
    for (const { key, isOpen } of await findImported(texts, place, call)) {
      texts.delete(key)
      if (isOpen) held.push(key)
    }
    const page = projectLink(call.services.baseUrl, name)
    return {
      unknown: [...texts.keys()],
      ...(held.length > 0 && { held }),
      next: [
        texts.size === 0
          ? 'The project has or had all of these texts. A pull loses none.'
          : `Send the file with push_translations before you pull: ${page}.`,
        ...(held.length > 0 ? ['Keep those in held in the file: they conflict, or wait for a review.'] : []),
      ].join(' '),
    }
  },
})

type Texts = ReadonlyMap<string, Message>

/** The keys whose text is or was a translation, into the locale or its fallbacks. The string may have left the source, or moved to another file. */
async function findKnown(texts: Texts, place: PulledPlace, { read, computed }: ReadDeps): Promise<ReadonlySet<string>> {
  const { project, source, locale } = place
  const pace = computed.pace()
  const known = new Set<string>()
  const look = async (ids: ReadonlyMap<string, readonly string[]>): Promise<void> => {
    for (const [key, text] of texts) {
      for (const id of known.has(key) ? [] : (ids.get(key) ?? [])) {
        if (pace.shouldYield) await pace.yieldNow()
        const translation = await read.translations.by('unit', compoundKey(id, locale))
        const isKnown =
          (translation !== undefined && (await hadText(translation, text, read))) ||
          // An earlier pull may have written it from the fallback.
          (await findCopiedFallback(project, { entryId: id, locale }, text, read)) !== undefined
        if (isKnown) known.add(key)
      }
    }
  }
  await look(new Map(source.branchFile.items.map(({ key, entry_id }) => [key, [entry_id]])))
  if (known.size < texts.size) await look((await findUnlistedEntries(source, read, pace)).owners)
  return known
}

/**
 * The keys whose text is that of an imported file, or of the one before it that others pull until somebody reviewed it, and that a pull keeps: not one of a string
 * that the source lacked at the import. `isOpen`: nobody decided on the text, which an import that waits brought for a key that the source lacks, or replaced with
 * the file although the conflict of its string is open.
 */
async function findImported(
  left: Texts,
  { project, branch, source, locale }: PulledPlace,
  { read, computed }: ReadDeps,
): Promise<readonly { readonly key: string; readonly isOpen: boolean }[]> {
  const { file, branchFile } = source
  const input = toTargetInput(source, locale, file.path)
  const items = new Map(branchFile.items.map(item => [item.key, item]))
  const found = new Map<string, boolean>()
  for (const name of new Set([branch, project.main_branch])) {
    const imported = await read.target_files.by('place', compoundKey(file.id, name, locale))
    for (const base of [imported, imported?.reviewed]) {
      if (base == null || [...left.keys()].every(key => found.get(key) === false)) continue
      const { entries } = await computed.readTarget({ ...input, content: base.content })
      for (const { key, value } of entries) {
        const text = left.get(key)
        if (text === undefined || found.get(key) === false || !canRepresent(text, value)) continue
        const item = items.get(key)
        const translation = item && (await read.translations.by('unit', compoundKey(item.entry_id, locale)))
        if (item !== undefined && translation === undefined && hasTextsOfKnownSources(base, file.format)) continue
        const isOpen =
          base === imported
            ? item === undefined && imported.reviewed !== undefined
            : translation !== undefined && item !== undefined && findConflict(translation, item, name) !== undefined
        found.set(key, isOpen)
      }
    }
  }
  return [...found].map(([key, isOpen]) => ({ key, isOpen }))
}
