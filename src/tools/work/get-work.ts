import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { BranchName, branchOf } from '../projects/branches.ts'
import { targetLocale } from '../projects/locale-list.ts'
import { projectTarget } from '../resources.ts'
import { ProjectName } from '../shapes.ts'
import { readTool } from '../tool.ts'
import { findWork } from './candidates.ts'
import { hoist, makeRow, type Row } from './packet.ts'

const Locales = z.union([z.literal('all'), z.array(z.string()).min(1).max(50)])

/** A packet of texts to translate that fits an agent's context: everything that matters, once. Reading it changes nothing. */
export const getWork = readTool({
  name: 'get_work',
  title: 'Get texts to translate',
  description:
    'Texts that are missing or stale in a locale, with the rules that matter. Translate them and send them with submit_translations (id, src, text), then call again until left is 0. before = a stale text with its old source. locales gives each source once for several languages.',
  scope: 'project:read',
  toolset: 'core',
  rest: [{ method: 'GET', path: '/api/projects/:account/:project/work', bind: { project: ':account/:project' } }],
  input: z.object({
    project: ProjectName,
    locale: z.string().optional().describe('One target locale'),
    locales: Locales.optional().describe('Or several, or "all"'),
    branch: BranchName.optional().describe('Default: the main branch'),
    file: z.string().optional().describe('Only this source file'),
    limit: z.number().int().min(1).max(200).default(100).describe('Most entries'),
    max_bytes: z.number().int().min(2000).max(60_000).default(16_000).describe('Size of the answer'),
    cursor: z.string().optional().describe('next_cursor, to look further without submitting'),
  }),
  output: z.looseObject({
    items: z.array(z.looseObject({ id: z.string() })),
    left: z.number().int(),
    next: z.string(),
  }),
  structured: false,
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, { read, resource: { project, target } }) => {
    const branch = branchOf(project, input.branch)
    const locales = localesOf(input, project)
    const query = [project.id, branch, locales, input.file]
    const from = input.cursor === undefined ? {} : decodeCursor(query, input.cursor)
    const work = await findWork({ project, branch, locales, file: input.file, limit: input.limit, from }, read)
    const fitting = fit(
      work.items.map(item => makeRow(item, locales)),
      input.max_bytes,
    )
    const { rows, hoisted } = hoist(fitting, locales)
    const rest = work.more || fitting.length < work.items.length
    const name = target.kind === 'account' ? target.name : project.slug
    return {
      project: name,
      source_locale: project.source_locale,
      ...(locales.length === 1 ? { locale: locales[0] } : { locales }),
      ...(branch !== project.main_branch && { branch }),
      ...hoisted,
      items: rows,
      left: work.left,
      ...(rest && { next_cursor: encodeCursor(query, await work.after(fitting.length)) }),
      next: nextStep(rows.length, name, locales),
    }
  },
})

function localesOf(
  input: { locale?: string | undefined; locales?: z.output<typeof Locales> | undefined },
  project: Parameters<typeof targetLocale>[0],
): readonly string[] {
  const { locale, locales } = input
  if ((locale === undefined) === (locales === undefined)) {
    throw new AppError(
      'invalid_input',
      locale === undefined ? 'locale is missing.' : 'locale and locales are both given.',
      {
        fix: `Give one of them; the target locales are ${project.target_locales.join(', ')}.`,
      },
    )
  }
  if (locales === 'all') return project.target_locales
  return [...new Set((locales ?? [locale ?? '']).map(tag => targetLocale(project, tag)))]
}

/** Room for what is hoisted and for the members around the rows. */
const FRAME_BYTES = 1200

/** The first rows that fit; at least one, so that a long text is not stuck. */
function fit(rows: readonly Row[], maxBytes: number): readonly Row[] {
  let bytes = FRAME_BYTES
  const end = rows.findIndex(row => {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    return bytes > maxBytes
  })
  return end < 0 ? rows : rows.slice(0, Math.max(1, end))
}

function nextStep(count: number, project: string, locales: readonly string[]): string {
  if (count === 0) return `Nothing is left here; pull_translations of ${project} gives the files.`
  return locales.length === 1
    ? `submit_translations with project ${project}, locale ${locales[0]} and items [{id, src, text}].`
    : `submit_translations with project ${project} and items [{id, src, texts: {"${locales[0]}": "..."}}].`
}
