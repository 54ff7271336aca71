import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openTestApp, type TestApp } from './test-app.ts'

/** A testApp that all tests of a file share. */
export interface SharedTestApp {
  testApp: TestApp
  /** Numbers the tests, so that each has its own users and organizations. */
  turn: number
}

/** Opens a testApp for all tests of this file. */
export function useTestApp(): SharedTestApp {
  const scene = { turn: 0 } as SharedTestApp
  beforeAll(async () => {
    scene.testApp = await openTestApp()
  })
  afterAll(() => scene.testApp.close())
  beforeEach(() => {
    scene.turn += 1
  })
  return scene
}
