import { z } from 'zod'
import { FAMILIES } from '../../../l10n/message/families.ts'
import type { Message } from '../../../l10n/message/message.ts'
import { checkDraft } from '../../../tools/editor/check-draft.ts'
import { editorHelp } from '../../../tools/editor/editor-help.ts'
import { listAround } from '../../../tools/editor/list-around.ts'
import { callTool, type SignedInRequest } from '../../requests/page-request.ts'
import { type Filters, toToolInput } from '../list/filters.ts'
import { Around } from '../list/list-row.ts'
import type { StringView } from '../read-string.ts'

const Draft = z.object({
  findings: z.array(
    z.object({
      id: z.string(),
      level: z.enum(['error', 'warning', 'info']),
      message: z.string(),
      form: z.string().optional(),
      fix: z.string().optional(),
      corrected: z.string().optional(),
    }),
  ),
})

/** A finding in an open editor. */
export type DraftFinding = z.output<typeof Draft>['findings'][number]

const Help = z.object({
  /** How placeholders look in the file of the string. */
  families: z.array(z.enum(FAMILIES)),
  /** The translation of the first fallback that has one. */
  fallback: z
    .object({ locale: z.string(), text: z.string().optional(), forms: z.record(z.string(), z.string()).optional() })
    .optional(),
  terms: z.array(
    z.object({
      term: z.string(),
      found: z.array(z.string()),
      kind: z.enum(['normal', 'do_not_translate', 'forbidden']),
      translation: z.string().optional(),
      variants: z.array(z.string()).default([]),
      forbidden: z.array(z.string()).default([]),
      note: z.string().optional(),
    }),
  ),
  memory: z.array(
    z.object({
      project: z.string(),
      id: z.string(),
      key: z.string(),
      state: z.enum(['needs_review', 'translated', 'approved']),
      text: z.string().optional(),
      forms: z.record(z.string(), z.string()).optional(),
    }),
  ),
})

export type Help = z.output<typeof Help>
export type TermHelp = Help['terms'][number]
export type MemoryRow = Help['memory'][number]

/** The string and locale that an editor has open. */
interface Opened {
  readonly string: Pick<StringView, 'project' | 'branch' | 'id' | 'file'>
  readonly locale: string
}

const toPlace = ({ string: { project, branch, id }, locale }: Opened) => ({
  project,
  id,
  locale,
  ...(branch !== undefined && { branch }),
})

/** The terms and the memory of a string. */
export const readHelp = (request: SignedInRequest, opened: Opened): Promise<Help> =>
  callTool(request, { tool: editorHelp, input: toPlace(opened), shape: Help })

/** The findings of a text as it would be saved. */
export async function readDraftFindings(
  request: SignedInRequest,
  opened: Opened,
  text: Message,
): Promise<readonly DraftFinding[]> {
  const input = { ...toPlace(opened), text }
  return (await callTool(request, { tool: checkDraft, input, shape: Draft })).findings
}

/** Rows of the list beside an open string. */
const MAX_BEFORE = 10
const MAX_AFTER = 20
/** Neighbors on each side. */
const MAX_NEIGHBORS = 2

/** The list that a string was opened from: the matches of its filters, or its file in order. */
export async function readAround(request: SignedInRequest, opened: Opened, filters: Filters): Promise<Around> {
  const { file } = opened.string
  const isInOrder = request.query.get('order') === 'file'
  const filter = isInOrder ? { file } : toToolInput(filters)
  const input = { ...toPlace(opened), ...filter, before: MAX_BEFORE, after: MAX_AFTER }
  return callTool(request, { tool: listAround, input, shape: Around })
}

/** The strings before and after in the same file. */
export const readNeighbors = (request: SignedInRequest, opened: Opened): Promise<Around> =>
  callTool(request, {
    tool: listAround,
    input: { ...toPlace(opened), file: opened.string.file, before: MAX_NEIGHBORS, after: MAX_NEIGHBORS },
    shape: Around,
  })
