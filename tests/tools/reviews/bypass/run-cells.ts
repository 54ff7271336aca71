import { beforeAll, describe, expect, it } from 'vitest'
import { allTests } from '../../../harness/each-test.ts'
import { isNightly } from '../../../runs.ts'
import { openWorld } from '../../world.ts'
import type { BypassFormat } from './formats.ts'
import { type BypassScene, openBypassScene } from './scene.ts'

/** A way in which an agent could try to change the files of others. */
export interface Cell {
  readonly name: string
  /** Returns the answers. */
  readonly act: (scene: BypassScene) => Promise<unknown>
  /** Some of what they say, so that the cell does what it is called. */
  readonly told?: object
  /** Whether only formats with states can try it. */
  readonly needsStates?: true
  /** What somebody does in another project, after which the files must be the same; by default nothing. */
  readonly like?: (scene: BypassScene) => Promise<unknown>
}

/** Opens a scene of its own for each test, in one world. */
export function useScenes(): (format: BypassFormat, exports: string) => Promise<BypassScene> {
  const world = allTests(() => openWorld({ limits: { projects: 1_000 } }))
  let count = 0
  beforeAll(async () => {
    await Promise.all(['ada', 'bob'].map(handle => world.user(handle)))
    await world.organization('acme', { ada: 'admin', bob: 'member' })
  })
  return (format, exports) => openBypassScene(world, { slug: `p${count++}`, format, exports })
}

/** Tests of each cell that the pulled files of others have the same bytes before and after it. By day, each cell has half of the formats, with one of the settings; each of a few cells has all. */
export function describeCells(formats: readonly BypassFormat[], cells: readonly Cell[]): void {
  const open = useScenes()
  describe.each(formats)('in $name', format => {
    describe.each(['translated', 'approved'])('with export: %s', exports => {
      const of = cells.length < 8 ? 2 : 4
      const turn = formats.indexOf(format) + (exports === 'approved' ? of / 2 : 0)
      const tried = cells.filter(
        ({ needsStates }, at) => (isNightly || (at + turn) % of === 0) && (format.hasStates || needsStates !== true),
      )
      it.each(tried)('$name', async ({ act, told, like }) => {
        const scene = await open(format, exports)
        const before = await scene.pulls()
        const answers = await act(scene)
        if (told !== undefined) expect(answers).toMatchObject(told)
        if (like === undefined) {
          expect(await scene.pulls()).toEqual(before)
          return
        }
        const other = await open(format, exports)
        await like(other)
        expect(await scene.pulls()).toEqual(await other.pulls())
      })
    })
  })
}
