import { z } from 'zod'
import { loadTermBook } from '../glossary/load.ts'
import { getGuidance, toPacketTerm } from '../guidance/packet-guidance.ts'
import { findWithheldReason } from '../guidance/withheld.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { jsonByteLength } from '../pipeline/json-byte-length.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { listBranchFiles } from '../projects/branches.ts'
import { targetLocale } from '../projects/locales.ts'
import { ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { toFileBrief, toProjectBrief } from './project-brief.ts'

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
  rest: [{ method: 'GET', path: '/api/projects/:account/:project/context', bind: { project: ':account/:project' } }],
  input: z.object({
    project: ProjectName,
    locale: Locale.optional(),
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
      toFileBrief(project, file, asked),
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
