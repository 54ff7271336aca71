import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../../../src/store/store.ts'
import { isNightly } from '../../../runs.ts'
import { event, ids, user } from '../../contract/samples.ts'
import { diskFull, FaultyFiles } from '../../faulty-files.ts'
import { contentOf, remove, SNAPSHOTS, write } from '../folder.ts'
import { type Content, found, MemoryFiles, memoryOpener, type OpenMemory, untilSnapshot } from '../memory.ts'

const RUNS = isNightly ? 120 : 3

/** No transaction is so long. */
const NEVER = 2 ** 30

/** A name, or undefined for a user that goes. */
type Change = readonly [id: string, name: string | undefined]

const SCRIPT: readonly Change[] = [
  ['ada', 'ada'],
  ['bob', 'bob'],
  ['ada', 'new'],
  ['bob', undefined],
  ['eve', 'eve'],
]

const perform = (store: Store, [id, name]: Change) => (name === undefined ? remove(store, id) : write(store, id, name))

/** What `contentOf` gives after these changes. */
function contentAfter(changes: readonly Change[]): unknown {
  const names = new Map<string, string>()
  for (const [id, name] of changes) {
    if (name === undefined) names.delete(id)
    else names.set(id, name)
  }
  const users = [...names].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([id, name]) => user(id, { name }))
  const audit = changes.map(([id, name = 'gone']) => event(`${id}-${name}`, { target: id }))
  const counts = { ...(users.length > 0 && { users: users.length }), ...(audit.length > 0 && { audit: audit.length }) }
  const byId = ids(audit)
  return { users, audit, counts, byHandle: ids(users), byId, newest: byId.toReversed() }
}

/** What lies on the disk at one moment, and the changes that a process may find in it. */
interface Step {
  readonly content: Content
  readonly may: readonly (readonly Change[])[]
}

interface Story {
  readonly steps: readonly Step[]
  readonly kept: readonly Change[]
  readonly calls: number
  readonly files: MemoryFiles
  readonly troubles: readonly unknown[]
}

/** Performs the script while the disk refuses some of the calls before the last change: each has two moments, and they are counted from 0. */
async function tell(
  open: OpenMemory,
  longTransaction: number,
  fails: (call: number, step: string) => boolean,
): Promise<Story> {
  const memory = new MemoryFiles()
  const files = new FaultyFiles(0, memory)
  const troubles: unknown[] = []
  const store = await open(files, {
    journalBytes: SNAPSHOTS,
    longTransaction,
    report: trouble => troubles.push(trouble),
  })
  const steps: Step[] = []
  let kept: readonly Change[] = []
  let may: Step['may'] = [kept]
  // What a refused commit left that could not be cut off either: it is there until the next write has mended it.
  let left: Step['may'] = []
  const note = () => {
    steps.push({ content: memory.content, may }, { content: memory.afterPowerCut, may })
  }
  memory.onStep = note
  let calls = 0
  let refused = 0
  files.fault = (operation, _, moment) => {
    if (!fails(calls++, `${operation} ${moment}`)) return
    refused++
    throw diskFull()
  }
  for (const [n, change] of SCRIPT.entries()) {
    if (n === SCRIPT.length - 1) files.fault = () => undefined
    const before = refused
    may = [kept, [...kept, change], ...left]
    const isKept = await perform(store, change).then(
      () => true,
      () => false,
    )
    if (isKept) kept = [...kept, change]
    // The first refusal is the commit's or, where something was left, the mending's that comes before it.
    const isMended = refused - before < (left.length > 0 ? 1 : 2)
    left = isKept || isMended ? [] : [...left, [...kept, change]]
    may = [kept, ...left]
    note()
    for (let turns = 0; turns < 5; turns++) await turn()
  }
  await store.close()
  note()
  return { steps, kept, calls, files: memory, troubles }
}

/** Opens what each step left. */
async function judge(open: OpenMemory, { steps, kept, files }: Story): Promise<void> {
  const seen = new Set<string>()
  for (const { content, may } of steps) {
    const key = JSON.stringify([[...content].map(([name, bytes]) => [name, bytes.toString()]), may])
    if (seen.has(key)) continue
    seen.add(key)
    const there = await found(open, content)
    if (!may.some(changes => isDeepStrictEqual(contentAfter(changes), there)))
      expect(there).toEqual(may.map(contentAfter))
  }
  const store = await open(files, { journalBytes: SNAPSHOTS })
  expect(await contentOf(store)).toEqual(contentAfter(kept))
  await untilSnapshot(files, () => write(store, 'zoe'))
  expect(await contentOf(store)).toEqual(contentAfter([...kept, ['zoe', 'zoe']]))
  await store.close()
  expect(await found(open, files.content)).toEqual(contentAfter([...kept, ['zoe', 'zoe']]))
}

describe.each([
  ['in the journal', NEVER],
  ['in its own file', 1],
])('with every disk failure and every process end, with each transaction %s,', (_, long) => {
  it('the store has exactly the acknowledged transactions when nothing fails', async () => {
    const open = await memoryOpener()
    const story = await tell(open, long, () => false)
    expect(story.kept).toEqual(SCRIPT)
    expect(story.troubles).toEqual([])
    await judge(open, story)
  })

  it('the store has exactly the acknowledged transactions when one call fails, and continues', async () => {
    const open = await memoryOpener()
    const { calls } = await tell(open, long, () => false)
    await fc.assert(
      fc.asyncProperty(fc.nat(calls - 1), async failing =>
        judge(open, await tell(open, long, call => call === failing)),
      ),
      { numRuns: RUNS, endOnFailure: true },
    )
  })

  it('the store has exactly the acknowledged transactions when several calls fail', async () => {
    const open = await memoryOpener()
    const { calls } = await tell(open, long, () => false)
    const several = fc.uniqueArray(fc.nat(calls - 1), { minLength: 2, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(several, async failing => {
        const fails = (call: number, step: string) => failing.includes(call) && step !== 'replace after'
        await judge(open, await tell(open, long, fails))
      }),
      { numRuns: RUNS, endOnFailure: true, examples: [[[5, 3, 26, 4]], [[2, 3, 4, 5]]] },
    )
  })
})
