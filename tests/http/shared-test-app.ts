import { beforeEach } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** A testApp that all tests of a file share. */
export interface SharedTestApp {
  testApp: TestApp
  /** Numbers the tests, so that each has its own users and organizations. */
  turn: number
}

/** Opens a testApp for all tests of this file. */
export function useTestApp(): SharedTestApp {
  const scene = { testApp: allTests(() => openTestApp()), turn: 0 }
  beforeEach(() => {
    scene.turn += 1
  })
  return scene
}
