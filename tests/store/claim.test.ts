import { readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { claimFolder } from '../../src/store/data-folder/claim.ts'
import { temporaryFolder } from '../harness/folder.ts'

const DEAD = '1-0-00000000'
const EARLY = '2-0-00000000'
const LATE = '3-0-00000000'

let folder: string
/** The holder that answers. */
let alive: Set<string>
const probe = (_: string, id: string) => Promise.resolve(alive.has(id))

beforeEach(async () => {
  folder = await temporaryFolder()
  alive = new Set([EARLY, LATE])
  await symlink(`control.${DEAD}.sock`, join(folder, 'control.sock'))
})

const holder = () => readlink(join(folder, 'control.sock'))

describe('claiming a folder whose holder died', () => {
  it('succeeds for the first claim', async () => {
    expect(await claimFolder(folder, EARLY, probe)).toBe(EARLY)
    expect(await holder()).toBe(`control.${EARLY}.sock`)
    expect(await readdir(folder)).toEqual(['control.sock'])
  })

  const heir = '4-0-00000000'
  it.each([
    ['that another process has overtaken', DEAD],
    ['over a dead successor that another process has overtaken', heir],
  ])('fails for a claim %s', async (_, overtaken) => {
    if (overtaken === heir) await symlink(`control.${heir}.sock`, join(folder, `control.${DEAD}.next`))
    const answer = await claimFolder(folder, LATE, async (place, id) => {
      if (id === overtaken) await claimFolder(folder, EARLY, probe)
      return probe(place, id)
    })
    expect(answer).toBe(EARLY)
    expect(await holder()).toBe(`control.${EARLY}.sock`)
    expect(await readdir(folder)).toEqual(['control.sock'])
  })

  it('yields to a living successor that has not taken over yet', async () => {
    await symlink(`control.${EARLY}.sock`, join(folder, `control.${DEAD}.next`))
    expect(await claimFolder(folder, LATE, probe)).toBe(EARLY)
    expect(await holder()).toBe(`control.${DEAD}.sock`)
  })
})
