import { z } from 'zod'
import { getRootKey } from '../../../l10n/formats/root-key.ts'
import { MAX_FORMS, type Message } from '../../../l10n/message/message.ts'
import { canRepresent } from '../../../l10n/translation/merge.ts'
import type { Frozen } from '../../../store/frozen.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { ProjectRecord } from '../../../store/records/localization.ts'
import { projectLink } from '../../page-links.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import { readTool } from '../../pipeline/define-tool.ts'
import { projectTarget } from '../../pipeline/resources.ts'
import { type BranchFile, BranchName, getBranch, getBranchFile } from '../../projects/branches.ts'
import { targetLocale } from '../../projects/locales.ts'
import { ProjectName } from '../../schemas/fields.ts'
import { Locale } from '../../schemas/locale.ts'
import { findCopiedFallback } from '../../translations/fallback-text.ts'
import { hadText } from '../../translations/text-history.ts'
import { findHeldKeys } from './find-held.ts'
import { findImportedFile } from './target-files.ts'

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
  rest: [
    {
      method: 'POST',
      path: '/api/projects/:account/:project/translations/compare',
      bind: { project: ':account/:project' },
    },
  ],
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
  structured: false,
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, call) => {
    const { project, account } = call.resource
    const branch = getBranch(project, input.branch)
    const locale = targetLocale(project, input.locale)
    const source = await getBranchFile(project, branch, input.path, call.read)
    const texts = new Map(Object.entries(input.texts))
    const held = await findHeldKeys(texts, { project, branch, source, locale }, call)
    for (const key of held) texts.delete(key)
    for (const key of await findKnown(texts, source, { project, locale }, call)) texts.delete(key)
    if (texts.size > 0) {
      for (const key of await findImported(texts, { project, branch, source, locale }, call)) texts.delete(key)
    }
    const page = projectLink(call.services.baseUrl, `${account.handle}/${project.slug}`)
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

/** The keys whose text is or was a translation, into the locale or its fallbacks. */
async function findKnown(
  texts: Texts,
  { file, held }: BranchFile,
  { project, locale }: { readonly project: Frozen<ProjectRecord>; readonly locale: string },
  { read, computed }: ReadDeps,
): Promise<readonly string[]> {
  const pace = computed.pace()
  const ids = new Map<string, string[]>()
  const add = (key: string, id: string): void => {
    if (texts.has(key)) ids.set(key, [...(ids.get(key) ?? []), id])
  }
  for (const { key, entry_id } of held.items) add(key, entry_id)
  // A key that left the source still has its translations.
  if ([...texts.keys()].some(key => !ids.has(key))) {
    for (const entry of await read.entries.list('file', file.id)) {
      if (pace.shouldYield) await pace.yieldNow()
      for (const key of [entry.key, ...(entry.other_keys ?? [])]) add(key, entry.id)
    }
  }
  const known: string[] = []
  for (const [key, text] of texts) {
    if (pace.shouldYield) await pace.yieldNow()
    for (const id of new Set(ids.get(key))) {
      const translation = await read.translations.by('unit', compoundKey(id, locale))
      const isKnown =
        (translation !== undefined && (await hadText(translation, text, read))) ||
        // An earlier pull may have written it from the fallback.
        (await findCopiedFallback(project, { entryId: id, locale }, text, read)) !== undefined
      if (!isKnown) continue
      known.push(key)
      break
    }
  }
  return known
}

/** The keys whose text is that of the imported file. */
async function findImported(
  texts: Texts,
  place: {
    readonly project: Frozen<ProjectRecord>
    readonly branch: string
    readonly source: BranchFile
    readonly locale: string
  },
  { read, computed }: ReadDeps,
): Promise<readonly string[]> {
  const { project, branch, source, locale } = place
  const { file, held } = source
  const base = await findImportedFile(project, branch, file.id, locale, read)
  if (base === undefined) return []
  const { entries } = await computed.readTarget({
    path: file.path,
    format: file.format,
    content: base.content,
    source: held.content,
    locale,
    rootKey: getRootKey(file.options),
  })
  return entries.flatMap(({ key, value }) => {
    const text = texts.get(key)
    return text !== undefined && canRepresent(text, value) ? [key] : []
  })
}
