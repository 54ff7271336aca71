import type { ReviewPartRecord, ReviewRecord, ReviewVerdictRecord } from '../../src/store/records/reviews.ts'
import { AT } from './contract/samples.ts'

const origin = { kind: 'human', user_id: 'ada', credential: 'session' } as const

/** At least one record of each table of reviews; `text` is in every field that a user can set. */
export function reviewTables(text: string): {
  readonly reviews: readonly ReviewRecord[]
  readonly review_parts: readonly ReviewPartRecord[]
  readonly review_verdicts: readonly ReviewVerdictRecord[]
} {
  return {
    reviews: [
      {
        id: 'review1',
        project_id: 'p1',
        title: text,
        state: 'returned',
        filter: { client: text, locale: 'de', since: AT },
        note: text,
        branch: 'main',
        goal: 5,
        seed: 'seed1',
        locales: ['de'],
        batches: ['b1'],
        total: 1,
        distinct: 1,
        must_see: {
          total: 1,
          decided: 1,
          taken_out: 0,
          groups: [{ reason: 'new_term', total: 1, decided: 1, taken_out: 0 }],
        },
        sample_size: 0,
        sample: { good: 0, minor: 0, major: 0, skip: 0 },
        rest: { good: 0, minor: 0, major: 0, skip: 0 },
        readers: [{ user_id: 'ada', kind: 'human', read: 1 }],
        origin,
        created_at: AT,
        ended: {
          end: 'returned',
          origin,
          at: AT,
          reason: text,
          batch_id: 'b2',
          changed: 0,
          counts: { changes_requested: 1 },
        },
      },
    ],
    review_parts: [
      {
        id: 'reviewpart1',
        review_id: 'review1',
        project_id: 'p1',
        position: 0,
        items: [
          {
            locale: 'de',
            file_id: 'f1',
            reasons: [{ reason: 'new_term', why: { name: text, count: 1 } }],
            units: [
              {
                translation_id: 't1',
                entry_id: 'e1',
                src: 'f'.repeat(64),
                rev: 2,
                revision_id: 'r2',
                batch_id: 'b1',
                was: 'r1',
              },
            ],
          },
        ],
      },
    ],
    review_verdicts: [
      {
        id: 'verdict1',
        review_id: 'review1',
        project_id: 'p1',
        n: 1,
        verdict: 'major',
        reason: 'term',
        comment: text,
        fixed: true,
        taken_out: true,
        revisions: ['r2'],
        origin,
        at: AT,
      },
    ],
  }
}
