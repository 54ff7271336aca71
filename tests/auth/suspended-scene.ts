import { beforeEach } from 'vitest'
import { type SharedTestApp, useTestApp } from '../http/shared-test-app.ts'
import { resumeUser, suspendUser } from '../operator/at-machine.ts'

interface Scene extends SharedTestApp {
  /** The user of the test: a new one each time, with a project `app`. */
  pat: string
  readonly suspendPat: () => Promise<unknown>
  readonly resumePat: () => Promise<unknown>
}

/** Opens a testApp for all tests of this file, with a user to suspend in each. */
export function usePat(): Scene {
  const shared = useTestApp()
  const scene: Scene = Object.assign(shared, {
    pat: '',
    suspendPat: () => suspendUser(shared.testApp.services, scene.pat),
    resumePat: () => resumeUser(shared.testApp.services, scene.pat),
  })
  beforeEach(async () => {
    scene.pat = `pat-${scene.turn}`
    const caller = await scene.testApp.world.user(scene.pat)
    await caller.call('create_project', { project: `${scene.pat}/app`, source_locale: 'en', target_locales: ['de'] })
  })
  return scene
}
