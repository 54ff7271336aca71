import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import { VERDICT_REASONS, VERDICTS } from '../../l10n/review/words.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { decideReview } from '../../tools/reviews/decide-review.ts'
import { ReviewView } from '../../tools/reviews/view.ts'
import { translateRefusal } from '../findings/translate.ts'
import { t } from '../i18n/t.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import { toPageCode } from '../layout/page-error.ts'
import { callTool } from '../requests/call-tool.ts'
import type { Visit } from '../requests/visit.ts'
import { getReviewId } from './read-review.ts'

/** Why a form of a review changed nothing. */
export interface ReviewFault {
  readonly status: number
  readonly title: string
  readonly message: string
  readonly fix?: string | undefined
  /** Whether message and fix are English, whatever the language of the page. */
  readonly isEnglish: boolean
}

const Refused = z.object({
  n: z.number(),
  key: z.string().optional(),
  code: z.string(),
  why: z.string(),
  fix: z.string(),
})
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
export async function decide(visit: Visit, signedIn: SignedIn, project: LoadedProject): Promise<Decided> {
  const input = readDecision(visit)
  if (input === undefined) {
    throw new AppError('invalid_input', 'The form has no decision.', { fix: 'Reload the page and try again.' })
  }
  const place = { project: project.name, review: getReviewId(visit) }
  return callTool(visit, signedIn, { tool: decideReview, input: { ...place, ...input }, shape: Decided })
}

/** What the form asks for; undefined if it asks for nothing. */
function readDecision(visit: Visit): Input | undefined {
  const { form } = visit
  const sent = form.get('verdicts')
  if (sent !== null) return { verdicts: parseSent(sent) }
  const n = Number(form.get('n'))
  const fix = form.get('fix')
  if (fix !== null) return { verdicts: [{ n, verdict: fix, ...readNote(visit, fix), ...readTexts(visit) }] }
  const verdict = form.get('verdict')
  if (verdict !== null) return { verdicts: [{ n, verdict, ...readNote(visit, verdict) }] }
  const takeOut = form.get('take_out')
  if (takeOut !== null) {
    return { take_out: [/^\d+$/.test(takeOut) ? { n: Number(takeOut) } : { reason: takeOut }] }
  }
  const sample = form.get('sample')
  if (sample !== null) return { sample: Number(sample) }
  const goal = form.get('goal')
  if (goal !== null) return { goal: Number(goal) }
  const end = form.get('end')
  const why = readLines(visit, 'why')
  return end === null ? undefined : { end, ...(why !== '' && { why }) }
}

function parseSent(sent: string): z.output<typeof SentVerdict>[] {
  try {
    return z.array(SentVerdict).parse(JSON.parse(sent))
  } catch {
    throw new AppError('invalid_input', 'The verdicts are not valid.', { fix: 'Reload the page and try again.' })
  }
}

/** A reason belongs to a fault only; a comment to every verdict. */
function readNote(visit: Visit, verdict: string): Input {
  const reason = VERDICT_REASONS.find(one => one === visit.form.get('reason'))
  const comment = readLines(visit, 'comment')
  const isFault = verdict === 'minor' || verdict === 'major'
  return {
    ...(reason !== undefined && isFault && { reason }),
    ...(comment !== '' && verdict !== 'undo' && { comment }),
  }
}

/** Browsers send all line breaks as CRLF. */
const readLines = ({ form }: Visit, name: string): string => (form.get(name) ?? '').replaceAll('\r\n', '\n').trim()

function readTexts({ form }: Visit): Input {
  const text = form.get('text')
  if (text !== null) return { message: text.replaceAll('\r\n', '\n') }
  const forms = [...form]
    .filter(([name, value]) => name.startsWith('form-') && value !== '')
    .map(([name, value]) => [name.slice('form-'.length), value.replaceAll('\r\n', '\n')] as const)
  return { forms: Object.fromEntries(forms) }
}

/** Why a form changed nothing, for its page. @throws what no other form would change */
export function toFault(visit: Visit, error: unknown): ReviewFault {
  if (!(error instanceof AppError) || !['invalid_input', 'conflict'].includes(error.code)) throw error
  visit.noteError(toPageCode(error))
  return {
    status: error.code === 'conflict' ? 409 : 400,
    title: t('review.fault_title'),
    message: escapeInvisible(error.message),
    fix: error.pageFix ?? error.fix,
    isEnglish: true,
  }
}

/** Why a verdict was refused, for its page. */
export function toRefusal(visit: Visit, { refused }: Decided): ReviewFault | undefined {
  const [first] = refused
  if (first === undefined) return undefined
  visit.noteError('conflict')
  const { message, fix, isEnglish } = translateRefusal(first)
  return { status: 409, title: t('review.fault_title'), message: escapeInvisible(message), fix, isEnglish }
}
