import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { createReview } from '../../tools/reviews/create-review.ts'
import { attempt, type FormFailure } from '../forms/form-route.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import { callTool, type PageRequest, type SignedInRequest } from '../requests/page-request.ts'

/** What a review can be about. All but the first have a value: an ID, a name or a day. */
export const SUBJECTS = ['waiting', 'batch', 'run', 'client', 'person', 'since'] as const
export type Subject = (typeof SUBJECTS)[number]

const Created = z.object({ review: z.object({ id: z.string() }) })

/** Starts a review as the form says. Returns its ID, or why there is none. */
export async function startReview(request: SignedInRequest, project: LoadedProject): Promise<string | FormFailure> {
  let id = ''
  const failure = await attempt(request, ['value', 'title', 'file'], async () => {
    const { review } = await callTool(request, {
      tool: createReview,
      input: { project: project.name, ...readForm(request) },
      shape: Created,
    }).catch(toFieldError)
    id = review.id
  })
  return failure ?? id
}

/** What the value names does not exist: another one would help. */
function toFieldError(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error
  throw new AppError('invalid_input', error.message, { field: 'value' })
}

function readForm({ form }: PageRequest): Readonly<Record<string, unknown>> {
  const subject = SUBJECTS.find(one => one === form.get('subject')) ?? 'waiting'
  const value = (form.get('value') ?? '').trim()
  const texts = ['locale', 'file', 'title', 'branch'].flatMap(name => {
    const text = (form.get(name) ?? '').trim()
    return text === '' ? [] : [[name, text] as const]
  })
  return {
    ...(subject === 'waiting'
      ? { waiting: true }
      : { [subject]: subject === 'person' ? value.replace(/^@/, '') : value }),
    ...Object.fromEntries(texts),
    goal: Number(form.get('goal') ?? 5),
  }
}
