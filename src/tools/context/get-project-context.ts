import { z } from 'zod'
import { loadTermBook } from '../glossary/load.ts'
import { getGuidance, toPacketTerm } from '../guidance/packet.ts'
import { findWithheldReason } from '../guidance/withheld.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { jsonByteLength } from '../pipeline/json-byte-length.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { listBranchFiles } from '../projects/branches.ts'
import { targetLocale } from '../projects/locales.ts'
import { ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { toFileBrief, toProjectBrief } from './project-brief.ts'

/** How many locales are spelled out: as many as fit; the rest is asked for by name. */
const LOCALE_COUNTS = [10, 3, 1]
/** More than fit an answer whatever its size. */
const MAX_FILES = 500
const MAX_TERMS = 1000

/** What to know before translating, in one answer that fits an agent's context. */
export const getProjectContext = readTool({
  name: 'get_project_context',
  title: 'Get project context',
  description:
    'What to know before translating: locales, placeholder rules, plural forms, where files go, who approves; voice and terms too where you may read them, else withheld says what is missing.',
  scope: 'project:read',
  toolset: 'core',
  rest: [{ method: 'GET', path: '/api/projects/:account/:project/context', bind: { project: ':account/:project' } }],
  input: z.object({
    project: ProjectName,
    locale: Locale.optional().describe('Default: all'),
    max_bytes: z.number().int().min(4000).max(60_000).default(16_000),
  }),
  output: z.looseObject({ project: z.string() }),
  structured: false,
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, { principal, read, computed, resource: { project, account, target } }) => {
    const name = `${account.handle}/${project.slug}`
    const asked = input.locale === undefined ? undefined : targetLocale(project, input.locale)
    const locales = asked === undefined ? project.target_locales : [asked]
    const files = await listBranchFiles(project, project.main_branch, read)
    const call = { principal, read, computed }
    const noTerms = await findWithheldReason('glossary:read', target, call)
    const terms = noTerms === undefined ? ((await loadTermBook(project, read, computed))?.terms ?? []) : []

    const frameOf = async (count: number) => {
      const told = locales.slice(0, count)
      const guidance = await getGuidance({ project, account, locales: told, texts: [], call })
      const next = nextStep(name, told.length < locales.length)
      return { told, frame: { project: name, ...toProjectBrief(project, files, told), ...guidance, next } }
    }
    let { told, frame } = await frameOf(LOCALE_COUNTS[0] ?? 1)
    for (const count of LOCALE_COUNTS.slice(1)) {
      if (getRemainingBytes(frame, input.max_bytes) < 0) ({ told, frame } = await frameOf(count))
    }
    if (getRemainingBytes(frame, input.max_bytes) < 0) {
      const { voice: _, ...rest } = frame
      frame = { ...rest, next: `${frame.next} get_voice of ${name} has the voice.` }
    }
    const room = getRemainingBytes(frame, input.max_bytes)
    // The map of the files may take half of the room, terms the rest.
    const shownFiles = takeFitting(files.slice(0, MAX_FILES), terms.length === 0 ? room : room / 2, file =>
      toFileBrief(project, file, asked),
    )
    const shownTerms = takeFitting(terms.slice(0, MAX_TERMS), room - jsonByteLength(shownFiles), term =>
      toPacketTerm(term, told),
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
  `get_work of ${name} gives the texts.${someUntold ? ' Give locale for one that is not spelled out here.' : ''}`

const moreTermsHint = (name: string): string => `get_glossary of ${name} has all terms.`

/** For the names of fields that may come and the end of `next`. */
const RESERVED_BYTES = 200

const getRemainingBytes = (frame: object, most: number): number => most - RESERVED_BYTES - jsonByteLength(frame)

/** The views of as many as fit, from the first. */
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
