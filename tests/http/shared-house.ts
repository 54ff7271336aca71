import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type House, openHouse } from './house.ts'

/** A house that all tests of a file share. */
export interface SharedHouse {
  house: House
  /** Counts the tests, so that each can have people and organizations of its own. */
  turn: number
}

/** Opens a house for all tests of this file. */
export function useHouse(): SharedHouse {
  const scene = { turn: 0 } as SharedHouse
  beforeAll(async () => {
    scene.house = await openHouse()
  })
  afterAll(() => scene.house.close())
  beforeEach(() => {
    scene.turn += 1
  })
  return scene
}
