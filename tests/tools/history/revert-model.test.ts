import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../runs.ts'
import { openTeam, type Team, type Told } from '../team.ts'

/** A state of one translation, and how to undo each change below it, newest first. */
interface State {
  readonly text: string | undefined
  readonly state: string
  readonly writer: string
  readonly acts: readonly { readonly batch: string; readonly to: State }[]
}

const NOTHING: State = { text: undefined, state: 'untranslated', writer: '', acts: [] }

/** The history of one translation, as simply as possible: each state contains the states before it. */
class Model {
  now = NOTHING
  readonly owner = new Map<string, string>()
  /** The batches of all reviews that asked for another text, and the texts that they refused. */
  readonly requests = new Map<string, string>()

  act(batch: string, by: string, next: Omit<State, 'acts'>, under: State['acts']): void {
    this.owner.set(batch, by)
    this.now = { ...next, acts: [{ batch, to: this.now }, ...under] }
  }

  submit(batch: string, by: string, writer: string, text: string): void {
    this.act(batch, by, { text, state: 'translated', writer }, [])
  }

  judge(batch: string, by: string, state: string): void {
    this.act(batch, by, { ...this.now, state }, this.now.acts)
  }

  reject(batch: string, by: string): void {
    let to = this.now
    while (to.text !== undefined && to.text === this.now.text) to = to.acts.at(-1)?.to ?? NOTHING
    this.act(batch, by, to, to.acts)
  }

  /** The state without the changes of some batches; undefined when that changes nothing. */
  without(isNamed: (batch: string) => boolean): State | undefined {
    let to = this.now
    for (;;) {
      const act = to.acts.find(({ batch }) => isNamed(batch))
      if (act === undefined) break
      to = act.to
    }
    const { text, state, writer } = this.now
    return to.text === text && to.state === state && to.writer === writer ? undefined : to
  }
}

const who = fc.constantFrom('ada', 'bob')
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      by: who,
      text: fc.constantFrom('Eins', 'Zwei', 'Drei'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('approve' as const, 'request_changes' as const, 'reject' as const),
      by: who,
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('revert' as const), by: fc.constant('ada'), nth: fc.nat(6) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('revert_person' as const), by: fc.constant('ada'), person: who }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Sequences on which the product and the model once differed; they run before the random ones. */
const KNOWN_CASES: readonly Step[][] = [
  // A revert and a rejection both leave no text, by two users: reverting the second user changes nothing.
  [
    { kind: 'submit', by: 'ada', text: 'Eins' },
    { kind: 'revert', by: 'ada', nth: 0 },
    { kind: 'submit', by: 'bob', text: 'Eins' },
    { kind: 'reject', by: 'bob' },
    { kind: 'revert_person', by: 'ada', person: 'bob' },
    { kind: 'approve', by: 'ada' },
  ],
]

describe('the history of a translation', () => {
  it(
    'matches a simple model, whatever users submit, review and revert',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async steps => {
          const team = await openTeam({ a: 'Apple' })
          const model = new Model()
          const batches: string[] = []
          try {
            for (const one of steps) await take(one, team, model, batches)
          } finally {
            await team.close()
          }
        }),
        { numRuns: runs(25), examples: KNOWN_CASES.map(steps => [steps]) },
      )
    },
    60_000 * runs(1),
  )
})

/** Does a step in both, and compares. */
async function take(one: Step, team: Team, model: Model, batches: string[]): Promise<void> {
  const before = model.now
  const caller = one.by === 'ada' ? team.adaByHand : team.bobByHand
  const told = await run(one, team, caller, batches)
  if (one.kind === 'submit') {
    const [refusal] = told.refused ?? []
    if (refusal !== undefined) {
      expect(refusal).toMatchObject({ code: 'changes_requested' })
      expect([...model.requests.values()]).toContain(one.text)
    } else if (one.text === before.text) {
      // It can still answer a request.
      expect(told['unchanged']).toBe(1)
      if (told.batch !== undefined) model.owner.set(told.batch, one.by)
    } else {
      expect(told['accepted']).toBe(1)
      model.submit(batchOf(told), one.by, one.by, one.text)
    }
  } else if (one.kind === 'revert' || one.kind === 'revert_person') {
    const named = one.kind === 'revert' ? batches[batches.length - 1 - one.nth] : undefined
    const to = model.without(batch => (named === undefined ? isOf(one, model, batch) : batch === named))
    const isNamed = (batch: string) => (named === undefined ? isOf(one, model, batch) : batch === named)
    // A request for another text is reverted with its review, or is open again without its answer, and the text can stay.
    const mayChangeRequest =
      [...model.requests.keys()].some(isNamed) || (told['reverted'] === 1 && model.requests.size > 0)
    if (to !== undefined || !mayChangeRequest) expect(told['reverted'] ?? 0).toBe(to === undefined ? 0 : 1)
    if (to !== undefined) model.act(batchOf(told), one.by, to, to.acts)
    else if (told['reverted'] === 1) model.act(batchOf(told), one.by, model.now, model.now.acts)
  } else if (before.text !== undefined) {
    if (one.kind !== 'approve') model.requests.set(batchOf(told), before.text)
    if (one.kind === 'reject') model.reject(batchOf(told), one.by)
    else if (one.kind === 'request_changes') model.judge(batchOf(told), one.by, 'needs_review')
    else if (before.state !== 'approved' || told['approved'] === 1) model.judge(batchOf(told), one.by, 'approved')
  } else expect(told.refused).toMatchObject([{ code: 'no_text' }])
  if (told.batch !== undefined) batches.push(told.batch)
  const { texts, state } = await team.unit('a')
  const writer = texts[0]?.origin.user_id === team.ada.principal.user.id ? 'ada' : 'bob'
  const { text } = model.now
  expect([state, texts[0]?.value, texts.length === 0 ? '' : writer]).toEqual([
    model.now.state,
    text,
    text === undefined ? '' : model.now.writer,
  ])
}

const batchOf = ({ batch }: Partial<Told>): string => batch ?? expect.fail('nothing was written')

const isOf = (one: Step, model: Model, batch: string): boolean =>
  one.kind === 'revert_person' && model.owner.get(batch) === one.person

async function run(one: Step, team: Team, caller: Team['ada'], batches: readonly string[]): Promise<Partial<Told>> {
  const { rev, texts } = await team.unit('a')
  switch (one.kind) {
    case 'submit':
      return team.submit(caller, 'a', one.text, texts.length === 0 ? {} : { rev })
    case 'revert':
    case 'revert_person': {
      const batch = batches[one.kind === 'revert' ? batches.length - 1 - one.nth : -1]
      const named = one.kind === 'revert' ? { batch } : { person: one.person }
      if (one.kind === 'revert' && batch === undefined) return {}
      return team.revert(caller, { ...named, items: [{ key: 'a', ...(texts[0] && { rev: texts[0].rev }) }] })
    }
    case 'approve':
    case 'request_changes':
    case 'reject':
      return team.review(caller, [{ key: 'a', action: one.kind, comment: 'So.' }])
  }
}
