import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { BranchName, branchOf, onBranch } from '../projects/branches.ts'
import { targetLocale } from '../projects/locale-list.ts'
import { projectTarget } from '../resources.ts'
import { ProjectName } from '../shapes.ts'
import { readTool } from '../tool.ts'
import { findWork } from './candidates.ts'
import { hoist, makeRow, type Row } from './packet.ts'

const MOST_LOCALES = 50

const Locales = z.union([z.literal('all'), z.array(z.string()).min(1).max(MOST_LOCALES)])

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
    const name = target.kind === 'account' ? target.name : project.slug
    const packetOf = ({ rows, hoisted }: Hoisting, cursor: string | undefined) => ({
      project: name,
      source_locale: project.source_locale,
      ...(locales.length === 1 ? { locale: locales[0] } : { locales }),
      ...(branch !== project.main_branch && { branch }),
      ...hoisted,
      items: rows,
      left: work.left,
      ...(cursor !== undefined && { next_cursor: cursor }),
      next: nextStep(rows.length, `${name}${onBranch(project, branch)}`, locales, project.branches.length > 0),
    })
    const candidates = work.items.map(item => makeRow(item, locales))
    // The rows that are taken share at least what all candidates share, so the packet is at most as large as this counts.
    const all = hoist(candidates, locales)
    const frame = bytesOf(packetOf({ ...all, rows: all.rows.slice(0, 1) }, 'x'.repeat(CURSOR_BYTES * locales.length)))
    const fitting = fit(all.rows, input.max_bytes - frame)
    const rest = work.more || fitting < candidates.length
    const cursor = rest ? encodeCursor(query, await work.after(fitting)) : undefined
    return packetOf(hoist(candidates.slice(0, fitting), locales), cursor)
  },
})

type Hoisting = ReturnType<typeof hoist>

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
  if (locales === 'all') {
    if (project.target_locales.length <= MOST_LOCALES) return project.target_locales
    throw new AppError('invalid_input', `The project has ${project.target_locales.length} target locales.`, {
      fix: `Give locales: at most ${MOST_LOCALES} of ${project.target_locales.join(', ')}.`,
    })
  }
  return [...new Set((locales ?? [locale ?? '']).map(tag => targetLocale(project, tag)))]
}

/** Of a cursor, for each locale. */
const CURSOR_BYTES = 130

/** How many rows fit behind the first, which always goes, so that a long text is not stuck. */
function fit(rows: readonly Row[], room: number): number {
  let bytes = 0
  const end = rows.findIndex((row, index) => {
    if (index > 0) bytes += bytesOf(row) + 1
    return bytes > room
  })
  return end < 0 ? rows.length : Math.max(1, end)
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** `project` is its name, with the branch behind it. */
function nextStep(count: number, project: string, locales: readonly string[], isPushed: boolean): string {
  if (!isPushed) return `Nothing was pushed yet: send the source files with push_source, project ${project}.`
  if (count === 0) return `Nothing is left here; pull_translations of ${project} gives the files.`
  return locales.length === 1
    ? `submit_translations with project ${project}, locale ${locales[0]} and items [{id, src, text}].`
    : `submit_translations with project ${project} and items [{id, src, texts: {"${locales[0]}": "..."}}].`
}
