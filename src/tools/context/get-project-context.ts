import { z } from 'zod'
import { targetPath } from '../../l10n/files/target-path.ts'
import { formatById } from '../../l10n/formats/registry.ts'
import { neededCategories } from '../../l10n/locales/plural-rules.ts'
import { readFamilies } from '../../l10n/message/families.ts'
import type { Syntax } from '../../l10n/message/message.ts'
import { describeSyntax, type ShownFamily } from '../../l10n/message/placeholders.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { findTargetRefusal } from '../files/pull/target-files.ts'
import { findFixedSyntax } from '../files/push/plan/fixed-options.ts'
import { findRule } from '../files/rules/rule-book.ts'
import { loadTermBook } from '../glossary/load.ts'
import { getGuidance, toPacketTerm } from '../guidance/packet-guidance.ts'
import { findWithheldReason } from '../guidance/withheld.ts'
import { ofProject, readTool } from '../pipeline/define-tool.ts'
import { jsonByteLength } from '../pipeline/json-byte-length.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BRANCH_RULES, type BranchFile, listBranchFiles } from '../projects/branches.ts'
import { targetLocale } from '../projects/locales.ts'
import { SETTINGS_BY } from '../projects/policy.ts'
import { ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'

/** How many locales are shown in full: the first count that fits. */
const LOCALE_COUNTS = [10, 3, 1]
/** More items than fit any answer. */
const MAX_FILES = 500
const MAX_TERMS = 1000

/** Returns everything to know before translating, in one answer that fits an agent's context. */
export const getProjectContext = readTool({
  name: 'get_project_context',
  title: 'Get project context',
  description: 'Read before translating: locales, placeholder and plural rules, files, who approves, voice, terms.',
  scope: 'project:read',
  alsoReads: ['voice:read', 'glossary:read'],
  toolset: 'core',
  rest: [ofProject('GET', '/context')],
  input: z.object({
    project: ProjectName,
    locale: Locale.optional(),
    max_bytes: z.number().int().min(4000).max(60_000).default(16_000),
  }),
  output: z.looseObject({ project: z.string() }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, { principal, read, computed, resource: { project, account, name, target } }) => {
    const named = input.locale === undefined ? undefined : targetLocale(project, input.locale)
    const locales = named === undefined ? project.target_locales : [named]
    const files = await listBranchFiles(project, project.main_branch, read)
    const call = { principal, read, computed }
    const noTerms = await findWithheldReason('glossary:read', target, call)
    const terms = noTerms === undefined ? ((await loadTermBook(project, read, computed))?.terms ?? []) : []

    const buildFrame = async (count: number) => {
      const shown = locales.slice(0, count)
      const guidance = await getGuidance({ project, account, locales: shown, texts: [], call })
      const next = nextStep(name, shown.length < locales.length)
      return { shown, frame: { project: name, ...toProjectBrief(project, files, shown), ...guidance, next } }
    }
    let { shown, frame } = await buildFrame(LOCALE_COUNTS[0] ?? 1)
    for (const count of LOCALE_COUNTS.slice(1)) {
      if (getRemainingBytes(frame, input.max_bytes) < 0) ({ shown, frame } = await buildFrame(count))
    }
    if (getRemainingBytes(frame, input.max_bytes) < 0) {
      const { voice: _, ...rest } = frame
      frame = { ...rest, next: `${frame.next} For the voice, call get_voice of ${name}.` }
    }
    const room = getRemainingBytes(frame, input.max_bytes)
    // Files get half of the room, terms the rest.
    const shownFiles = takeFitting(files.slice(0, MAX_FILES), terms.length === 0 ? room : room / 2, file =>
      toFileBrief(project, file, named),
    )
    const shownTerms = takeFitting(terms.slice(0, MAX_TERMS), room - jsonByteLength(shownFiles), term =>
      toPacketTerm(term, shown),
    )
    const { next, ...facts } = frame
    return {
      ...facts,
      ...(shownFiles.length > 0 && { files: shownFiles }),
      ...(files.length > shownFiles.length && { more_files: files.length - shownFiles.length }),
      ...(shownTerms.length > 0 && { terms: shownTerms }),
      ...(terms.length > shownTerms.length && { more_terms: terms.length - shownTerms.length }),
      next: terms.length > shownTerms.length ? `${next} ${moreTermsHint(name)}` : next,
    }
  },
})

const nextStep = (name: string, someUntold: boolean): string =>
  `Get strings to translate with get_work of ${name}.${someUntold ? ' Set locale for a locale not shown here.' : ''}`

const moreTermsHint = (name: string): string => `For all terms, call get_glossary of ${name}.`

/** Bytes kept free for optional field names and the end of `next`. */
const RESERVED_BYTES = 200

const getRemainingBytes = (frame: object, most: number): number => most - RESERVED_BYTES - jsonByteLength(frame)

/** Returns the views of the first items that fit. */
function takeFitting<Item, View>(items: readonly Item[], room: number, view: (item: Item) => View): readonly View[] {
  const fitting: View[] = []
  let bytes = 2
  for (const item of items) {
    const one = view(item)
    bytes += jsonByteLength(one) + 1
    if (bytes > room) break
    fitting.push(one)
  }
  return fitting
}

type Project = Frozen<ProjectRecord>

/** The rules of a project for its translations, for some of its locales. */
function toProjectBrief(project: Project, files: readonly BranchFile[], locales: readonly string[]) {
  const { source_locale, target_locales, main_branch, settings } = project
  const rules = describeRules(project, files)
  const { review, approve, four_eyes, agents_replace, levels } = settings
  return {
    name: project.name,
    source_locale,
    target_locales,
    branch: main_branch,
    branches: BRANCH_RULES,
    /** By locale. */
    plurals: Object.fromEntries(locales.map(locale => [locale, neededCategories(locale)])),
    ...(files.length > 0 && { rules }),
    settings: {
      review,
      approve,
      ...(four_eyes && { four_eyes }),
      ...(agents_replace && { agents_replace }),
      export: settings.export,
      ...(Object.keys(levels).length > 0 && { levels }),
    },
    settings_by: SETTINGS_BY,
  }
}

/** The rule of each syntax, with the placeholder families of its files. */
function describeRules({ settings }: Project, files: readonly BranchFile[]): Readonly<Record<string, string>> {
  const inUse = new Map<string, Set<ShownFamily> | undefined>()
  for (const { file } of files) {
    const syntax = findFixedSyntax(file.options, settings) ?? String(file.options['syntax'] ?? 'plain')
    const isApple = formatById(file.format).isApple === true
    const families = readFamilies(file.options)?.families.map(one => (isApple && one === 'printf' ? 'apple' : one))
    const known = inUse.has(syntax) ? inUse.get(syntax) : new Set<ShownFamily>()
    inUse.set(syntax, families && known && new Set([...known, ...families]))
  }
  return Object.fromEntries(
    [...inUse].map(([syntax, families]) => [syntax, describeSyntax(syntax as Syntax, families)]),
  )
}

/** The target path of a source file: in one locale if a pull would write it, else the template. */
function toFileBrief(project: Project, source: BranchFile, locale: string | undefined) {
  const { file, branchFile } = source
  const rule = findRule(project.files, file.path)
  const isRefused = rule !== undefined && locale !== undefined && findTargetRefusal(rule, locale) !== undefined
  const target = isRefused ? undefined : rule && (locale === undefined ? rule.target : targetPath(rule, locale))
  return {
    source: escapeInvisible(file.path),
    ...(target !== undefined && { target: escapeInvisible(target) }),
    format: file.format,
    entries: branchFile.items.length,
  }
}
