import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Message } from '../../l10n/message/message.ts'
import { VERDICT_REASONS, VERDICTS } from '../../l10n/reviews/words.ts'
import { escapeInvisible, removeInvisible } from '../../text/escape.ts'
import { tryParseJson } from '../../text/try-parse-json.ts'
import { decideReview } from '../../tools/reviews/decide-review.ts'
import { ReviewView } from '../../tools/reviews/view.ts'
import { translateRefusal } from '../findings/translate.ts'
import { t } from '../i18n/t.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import { PageError, toPageCode } from '../layout/page-error.ts'
import { callTool, type PageRequest, type SignedInRequest } from '../requests/page-request.ts'
import { getReviewId } from './read-review.ts'

/** Why a form of a review changed nothing. */
export interface ReviewFault {
  readonly status: number
  readonly title: string
  readonly message: string
  readonly fix?: string | undefined
  /** Whether message and fix are English, whatever the language of the page. */
  readonly isEnglish?: boolean
}

/** Characters of a comment or a reason. */
export const MAX_NOTE = 1000

const Refused = z.object({
  n: z.number(),
  key: z.string().optional(),
  code: z.string(),
  why: z.string(),
  fix: z.string(),
  got: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
})
type Refused = z.output<typeof Refused>
const Decided = z.object({ review: ReviewView, refused: z.array(Refused).default([]) })
export type Decided = z.output<typeof Decided>

/** A verdict as the script sends it. */
const SentVerdict = z.object({
  n: z.number().int(),
  verdict: z.enum([...VERDICTS, 'undo']),
  reason: z.enum(VERDICT_REASONS).optional(),
  comment: z.string().optional(),
})

type Input = Readonly<Record<string, unknown>>

/** Runs what the form of a review asks for, as `decide_review` takes it. */
export async function decide(request: SignedInRequest, project: LoadedProject): Promise<Decided> {
  const input = readDecision(request)
  if (input === undefined) throw formError()
  const place = { project: project.name, review: getReviewId(request) }
  return callTool(request, { tool: decideReview, input: { ...place, ...input }, shape: Decided }).catch(toPageWords)
}

/** Says in the language of the page why nothing was decided: the words of the tool are for programs. */
function toPageWords(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  const { code, field } = error
  if (code === 'conflict') throw new PageError(code, t('review.refused.conflict'), {})
  if (code !== 'invalid_input') throw error
  if (field === 'why') throw new PageError(code, t('review.end.return.findings', { count: 0 }), { field })
  if (field === 'goal' || field === 'sample') throw new PageError(code, t('review.sample.enlarge_hint'), { field })
  throw formError()
}

const formError = (): PageError =>
  new PageError('invalid_input', t('review.refused.form'), { fix: t('review.refused.reload') })

/** What the form asks for; undefined if it asks for nothing. */
function readDecision(request: PageRequest): Input | undefined {
  const { form } = request
  const sent = form.get('verdicts')
  if (sent !== null) return { verdicts: parseSent(sent) }
  const n = readCount(form.get('n') ?? '0')
  const fix = form.get('fix')
  if (fix !== null && fix !== 'minor' && fix !== 'major') throw formError()
  if (fix !== null) return { verdicts: [{ n, verdict: fix, ...readNote(request, fix), ...readTexts(request) }] }
  const verdict = form.get('verdict')
  if (verdict !== null) return { verdicts: [{ n, verdict, ...readNote(request, verdict) }] }
  const takeOut = form.get('take_out')
  if (takeOut !== null) {
    return { take_out: [/^\d+$/.test(takeOut) ? { n: Number(takeOut) } : { reason: takeOut }] }
  }
  const sample = form.get('sample')
  if (sample !== null) return { sample: readCount(sample) }
  const goal = form.get('goal')
  if (goal !== null) return { goal: readCount(goal) }
  const end = form.get('end')
  const why = readLines(request, 'why')
  return end === null ? undefined : { end, ...(why !== '' && { why }) }
}

function parseSent(sent: string): readonly Input[] {
  const { data } = z.array(SentVerdict).safeParse(tryParseJson(sent))
  if (data === undefined) throw formError()
  return data.map(({ comment, ...verdict }) => {
    const note = cleanLines(comment ?? '')
    return { ...verdict, ...(note !== '' && { comment: note }) }
  })
}

function readCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw formError()
  return Number(text)
}

/** A reason belongs to a fault only; a comment to every verdict. */
function readNote(request: PageRequest, verdict: string): Input {
  const reason = VERDICT_REASONS.find(one => one === request.form.get('reason'))
  const comment = readLines(request, 'comment')
  const isFault = verdict === 'minor' || verdict === 'major'
  return {
    ...(reason !== undefined && isFault && { reason }),
    ...(comment !== '' && verdict !== 'undo' && { comment }),
  }
}

const readLines = ({ form }: PageRequest, name: string): string => cleanLines(form.get(name) ?? '')

/** Browsers send all line breaks as CRLF, and keyboards for Arabic and Hebrew have invisible marks of direction. */
function cleanLines(text: string): string {
  const clean = removeInvisible(text.replaceAll('\r\n', '\n')).trim()
  if (clean.length > MAX_NOTE) throw new PageError('invalid_input', t('review.refused.too_long', { max: MAX_NOTE }), {})
  return clean
}

function readTexts({ form }: PageRequest): {
  readonly message?: string
  readonly forms?: Readonly<Record<string, string>>
} {
  const text = form.get('text')
  if (text !== null) return { message: text.replaceAll('\r\n', '\n') }
  const forms = [...form]
    .filter(([name, value]) => name.startsWith('form-') && value !== '')
    .map(([name, value]) => [name.slice('form-'.length), value.replaceAll('\r\n', '\n')] as const)
  return { forms: Object.fromEntries(forms) }
}

/** Why a form changed nothing, for its page. @throws what no other form would change */
export function toFault(request: PageRequest, error: unknown): ReviewFault {
  if (!(error instanceof PageError) || !['invalid_input', 'conflict'].includes(error.code)) throw error
  request.noteError(toPageCode(error))
  const { code, message, fix } = error
  return { status: code === 'conflict' ? 409 : 400, title: t('review.fault_title'), message, fix }
}

/** Why a verdict was refused, for its page. */
export function toRefusal(request: PageRequest, { refused }: Decided): ReviewFault | undefined {
  const [first] = refused
  if (first === undefined) return undefined
  request.noteError('conflict')
  const { why: message, ...words } = describeRefusal(request, first)
  return { status: 409, title: t('review.fault_title'), message, ...words }
}

/** A refusal in the language of the page. */
export function describeRefusal(
  request: PageRequest,
  { code, why, fix, got }: Refused,
): { readonly why: string; readonly fix?: string | undefined; readonly isEnglish?: boolean } {
  switch (code) {
    case 'own_text':
      return { why: t('review.refused.own_text') }
    case 'changed': {
      const now = got === undefined ? t('review.item.empty') : joinForms(got)
      const { message, forms } = readTexts(request)
      const yours = t('review.refused.yours', { text: joinForms(message ?? forms ?? '') })
      return { why: t('review.refused.changed', { text: now }), fix: yours }
    }
    case 'invalid': {
      const { message, ...translated } = translateRefusal({ why: escapeInvisible(why), fix: escapeInvisible(fix) })
      return { why: message, ...translated }
    }
    default:
      return { why: escapeInvisible(why), fix: escapeInvisible(fix), isEnglish: true }
  }
}

const joinForms = (text: Message): string =>
  escapeInvisible(typeof text === 'string' ? text : Object.values(text).join(' · '))
