import { onTestFinished } from 'vitest'
import type { decideReview } from '../../../src/tools/reviews/decide-review.ts'
import type { ReviewItemView, ReviewView } from '../../../src/tools/reviews/view.ts'
import type { AnswerOf } from '../answer.ts'
import { type Caller, openTeam, type Team, type Told } from '../team.ts'

type More = Readonly<Record<string, unknown>>

/** A team whose agent submitted translations for a person to review. It ends with the test. */
export interface ReviewScene extends Omit<Team, 'close'> {
  /** Submits a translation of every key, as one batch of ada's program. */
  readonly submitAll: (by?: Caller, texts?: Readonly<Record<string, string>>, more?: More) => Promise<Told>
  readonly create: (more: More, by?: Caller) => Promise<ReviewView>
  readonly get: (id: string, by?: Caller) => Promise<ReviewView>
  readonly items: (id: string, more?: More, by?: Caller) => Promise<readonly ReviewItemView[]>
  readonly decide: (id: string, more: More, by?: Caller) => Promise<AnswerOf<typeof decideReview>>
  /** Reads everything that must be read as good, but what `verdicts` says otherwise, by key. */
  readonly readAll: (id: string, verdicts?: Readonly<Record<string, More>>, by?: Caller) => Promise<ReviewView>
}

/** Strings `s0` … with different sources. */
export const numbered = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, `Sentence number ${at} of the file`]))

export async function openReviewScene(
  content: Readonly<Record<string, string>> = numbered(12),
  targets: string[] = ['de'],
): Promise<ReviewScene> {
  const { close, ...team } = await openTeam(content, targets)
  onTestFinished(close)
  const { project, world } = team
  const items: ReviewScene['items'] = async (id, more = { part: 'all' }, by = team.adaByHand) => {
    const asked = { project, review: id, limit: 200, ...more }
    return (await by.call<{ items: readonly ReviewItemView[] }>('get_review', asked)).items
  }
  const decide: ReviewScene['decide'] = (id, more, by = team.bobByHand) => {
    world.pass(1000)
    return by.call('decide_review', { project, review: id, ...more })
  }
  return {
    ...team,
    submitAll: async (by = team.ada, texts = {}, more = {}) => {
      world.pass(1000)
      const sent = await Promise.all(
        Object.keys(content).map(async key => {
          const { texts: known, rev } = await team.unit(key)
          return {
            key,
            src: (await team.src(key)).slice(0, 8),
            text: texts[key] ?? `Satz ${key} in der Datei steht da`,
            ...(known.length > 0 && { rev }),
          }
        }),
      )
      return by.call('submit_translations', { project, locale: 'de', items: sent, ...more })
    },
    create: async (more, by = team.ada) => {
      world.pass(1000)
      return (await by.call<{ review: ReviewView }>('create_review', { project, ...more })).review
    },
    get: async (id, by = team.adaByHand) =>
      (await by.call<{ review: ReviewView }>('get_review', { project, review: id })).review,
    items,
    decide,
    readAll: async (id, verdicts = {}, by = team.bobByHand) => {
      const all = await items(id)
      const said = all
        .filter(({ part }) => part !== 'rest')
        .map(({ n, key }) => ({ n, verdict: 'good', ...verdicts[key] }))
      return (await decide(id, { verdicts: said }, by)).review
    },
  }
}
