import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../runs.ts'
import { openTeam, type Team, type Told } from '../team.ts'

/** A reviewer's decision that a text needs another one. */
interface Refusal {
  readonly batch: string
  readonly by: string
  readonly kind: string
  readonly text: string
}

/** What reviewers refused since somebody last approved a text, newest first. */
interface Request {
  readonly refusals: readonly Refusal[]
  /** Whether it waits for a new text. */
  readonly open: boolean
}

/** A state of one translation, and how to undo each change below it, newest first. */
interface State {
  readonly text: string | undefined
  /** Without the reviewers who want it changed: see `stateOf`. */
  readonly state: string
  readonly writer: string
  readonly request: Request
  readonly acts: readonly { readonly batch: string; readonly to: State }[]
}

/** The state of a text that a request may refuse. */
const stateOf = ({ text, state }: State, { refusals }: Request): string =>
  text !== undefined && refusals.some(one => one.text === text) ? 'needs_review' : state

const NO_REQUEST: Request = { refusals: [], open: false }
const NOTHING: State = { text: undefined, state: 'untranslated', writer: '', request: NO_REQUEST, acts: [] }

/** Refusals that a request keeps. */
const MAX_REFUSALS = 11

type Named = (batch: string) => boolean

/** The history of one translation, as simply as possible: each state contains the states before it. */
class Model {
  now = NOTHING
  /** The request, which an answer without a new state changes, too. */
  request = NO_REQUEST
  readonly owner = new Map<string, string>()
  /** The batches that made a state. */
  readonly made = new Set<string>()
  /** The request after each of them. */
  readonly after = new Map<string, Request>()

  get openRefusals(): readonly Refusal[] {
    return this.request.open ? this.request.refusals : []
  }

  refuses(text: string | undefined): boolean {
    return this.request.refusals.some(one => one.text === text)
  }

  act(batch: string, by: string, next: Omit<State, 'acts' | 'request'>, under: State['acts']): void {
    this.owner.set(batch, by)
    this.made.add(batch)
    this.after.set(batch, this.request)
    this.now = { ...next, request: this.request, acts: [{ batch, to: this.now }, ...under] }
  }

  submit(batch: string, by: string, text: string): void {
    this.#answer()
    this.act(batch, by, { text, state: 'translated', writer: by }, [])
  }

  confirm(batch: string, by: string): void {
    this.#answer()
    this.act(batch, by, this.now, this.now.acts)
  }

  #answer(): void {
    this.request = { ...this.request, open: false }
  }

  approve(batch: string, by: string): void {
    this.request = NO_REQUEST
    this.act(batch, by, { ...this.now, state: 'approved' }, this.now.acts)
  }

  requestChanges(batch: string, by: string): void {
    this.#refuse(batch, by, 'request_changes')
    this.act(batch, by, this.now, this.now.acts)
  }

  reject(batch: string, by: string): void {
    this.#refuse(batch, by, 'reject')
    let to = this.now
    while (to.text !== undefined && this.refuses(to.text)) to = to.acts.at(-1)?.to ?? NOTHING
    this.act(batch, by, to, to.acts)
  }

  #refuse(batch: string, by: string, kind: string): void {
    const refusals = [{ batch, by, kind, text: this.now.text ?? '' }, ...this.request.refusals]
    this.request = { refusals: refusals.slice(0, MAX_REFUSALS), open: true }
  }

  /** What a revert of some batches leaves; undefined if it changes nothing. */
  without(isNamed: Named): { readonly to: State; readonly request: Request } | undefined {
    if (![...this.made].some(isNamed)) return undefined
    let to = this.now
    const undone: Refusal[] = []
    for (;;) {
      const act = to.acts.find(({ batch }) => isNamed(batch))
      if (act === undefined) break
      undone.push(...(this.after.get(act.batch)?.refusals ?? []))
      to = act.to
    }
    const kept = keepUnnamed(this.request, isNamed)
    if (to !== this.now) {
      const request = this.#requestAt(to, undone, kept, isNamed)
      const { text, writer } = this.now
      const isSame =
        to.text === text && stateOf(to, request) === stateOf(this.now, this.request) && to.writer === writer
      if (!isSame || !isSameRequest(request, this.request)) return { to, request }
    }
    return isSameRequest(kept, this.request) ? undefined : { to: this.now, request: kept }
  }

  /** The request of a state that comes back. */
  #requestAt(to: State, undone: readonly Refusal[], kept: Request, isNamed: Named): Request {
    const before = keepUnnamed(to.request, isNamed)
    const [newest = ''] = [...this.made].slice(-1)
    if (isNamed(newest) && hasSameRefusals(this.after.get(newest) ?? NO_REQUEST, this.request)) return before
    // What an earlier revert took out does not come back.
    const isThere = (batch: string): boolean => this.request.refusals.some(one => one.batch === batch)
    const isTakenOut = (batch: string): boolean =>
      this.request.refusals.length > 0 && undone.some(one => one.batch === batch) && !isThere(batch)
    const then = keepUnnamed(before, isTakenOut)
    const isNewest = kept.refusals.length === 0 || kept.refusals[0]?.batch === then.refusals[0]?.batch
    return isNewest ? then : { ...kept, open: true }
  }

  revert(batch: string, by: string, { to, request }: { readonly to: State; readonly request: Request }): void {
    this.request = request
    this.act(batch, by, to, to.acts)
  }
}

function keepUnnamed({ refusals, open }: Request, isNamed: Named): Request {
  const kept = refusals.filter(({ batch }) => !isNamed(batch))
  return kept.length === 0 ? NO_REQUEST : { refusals: kept, open }
}

const isSameRequest = (one: Request, other: Request): boolean => one.open === other.open && hasSameRefusals(one, other)

const hasSameRefusals = (one: Request, other: Request): boolean =>
  one.refusals.map(({ batch }) => batch).join() === other.refusals.map(({ batch }) => batch).join()

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
      /** Whether the reviewer names the revision. */
      seen: fc.boolean(),
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
    { kind: 'reject', by: 'bob', seen: true },
    { kind: 'revert_person', by: 'ada', person: 'bob' },
    { kind: 'approve', by: 'ada', seen: true },
  ],
  // A text that was refused earlier does not come back.
  [
    { kind: 'submit', by: 'ada', text: 'Eins' },
    { kind: 'request_changes', by: 'ada', seen: true },
    { kind: 'submit', by: 'ada', text: 'Zwei' },
    { kind: 'reject', by: 'ada', seen: true },
    { kind: 'submit', by: 'bob', text: 'Eins' },
  ],
  // A reverted request stays so when the rejection after it is reverted, too.
  [
    { kind: 'submit', by: 'ada', text: 'Eins' },
    { kind: 'request_changes', by: 'ada', seen: false },
    { kind: 'reject', by: 'ada', seen: false },
    { kind: 'revert', by: 'ada', nth: 1 },
    { kind: 'revert', by: 'ada', nth: 1 },
    { kind: 'submit', by: 'ada', text: 'Eins' },
  ],
  // A text whose request was reverted comes back as it was before the request.
  [
    { kind: 'submit', by: 'ada', text: 'Zwei' },
    { kind: 'request_changes', by: 'ada', seen: false },
    { kind: 'submit', by: 'bob', text: 'Eins' },
    { kind: 'revert_person', by: 'ada', person: 'ada' },
    { kind: 'reject', by: 'ada', seen: false },
  ],
  // A repeated rejection does not go on.
  [
    { kind: 'submit', by: 'ada', text: 'Eins' },
    { kind: 'submit', by: 'ada', text: 'Zwei' },
    { kind: 'reject', by: 'ada', seen: false },
    { kind: 'reject', by: 'ada', seen: false },
  ],
]

it('the history of a translation matches a simple model, whatever users submit, review and revert', async () => {
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
})

/** Does a step in both, and compares. */
async function take(one: Step, team: Team, model: Model, batches: string[]): Promise<void> {
  const before = model.now
  const caller = one.by === 'ada' ? team.adaByHand : team.bobByHand
  const told = await run(one, team, caller, batches)
  if (one.kind === 'submit') {
    const [refusal] = told.refused ?? []
    expect(refusal?.['code']).toBe(model.refuses(one.text) ? 'changes_requested' : undefined)
    if (refusal === undefined && one.text === before.text) {
      expect(told['unchanged']).toBe(1)
      // It can still answer a request.
      expect(told.batch !== undefined).toBe(model.request.open)
      if (told.batch !== undefined) model.confirm(told.batch, one.by)
    } else if (refusal === undefined) {
      expect(told['accepted']).toBe(1)
      model.submit(batchOf(told), one.by, one.text)
    }
  } else if (one.kind === 'revert' || one.kind === 'revert_person') {
    const named = one.kind === 'revert' ? batches[batches.length - 1 - one.nth] : undefined
    const change = model.without(batch => (one.kind === 'revert' ? batch === named : isOf(one, model, batch)))
    expect(told['reverted'] ?? 0).toBe(change === undefined ? 0 : 1)
    if (change !== undefined) model.revert(batchOf(told), one.by, change)
  } else if (before.text === undefined) expect(told.refused).toMatchObject([{ code: 'no_text' }])
  else if (one.kind === 'approve') {
    if (before.state === 'approved' && model.request === NO_REQUEST) expect(told['unchanged']).toBe(1)
    else model.approve(batchOf(told), one.by)
  } else if (!one.seen && model.request.open && !model.refuses(before.text)) {
    expect(told.refused).toMatchObject([{ code: 'rev_required' }])
  } else if (one.kind === 'reject') model.reject(batchOf(told), one.by)
  else {
    const known = model.openRefusals.find(({ text }) => text === before.text)
    if (known?.kind === one.kind && known.by === one.by) expect(told['unchanged']).toBe(1)
    else model.requestChanges(batchOf(told), one.by)
  }
  if (told.batch !== undefined) batches.push(told.batch)
  const { texts, state, request } = await team.unit('a')
  const writer = texts[0]?.origin.user_id === team.ada.principal.user.id ? 'ada' : 'bob'
  const { text } = model.now
  expect([state, texts[0]?.value, texts.length === 0 ? '' : writer]).toEqual([
    stateOf(model.now, model.request),
    text,
    text === undefined ? '' : model.now.writer,
  ])
  const refusals = request === undefined ? [] : [request, ...(request.earlier ?? [])]
  expect(refusals.map(({ batch_id, refused }) => [batch_id, refused.value])).toEqual(
    model.request.refusals.map(({ batch, text: refused }) => [batch, refused]),
  )
  expect(request !== undefined && request.answered_at === undefined).toBe(model.request.open)
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
      return team.review(caller, [
        { key: 'a', action: one.kind, comment: 'So.', ...(one.seen && texts[0] && { rev: texts[0].rev }) },
      ])
  }
}
