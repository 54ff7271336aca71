import { beforeEach } from 'vitest'
import { type SharedHouse, useHouse } from '../http/shared-house.ts'
import { resumeUser, suspendUser } from '../operator/at-machine.ts'

interface Scene extends SharedHouse {
  /** The person of the test: a new one each time, with a project `app`. */
  pat: string
  readonly suspendPat: () => Promise<unknown>
  readonly resumePat: () => Promise<unknown>
}

/** Opens a house for all tests of this file, and has a person to suspend in each. */
export function usePat(): Scene {
  const shared = useHouse()
  const scene: Scene = Object.assign(shared, {
    pat: '',
    suspendPat: () => suspendUser(shared.house.services, scene.pat),
    resumePat: () => resumeUser(shared.house.services, scene.pat),
  })
  beforeEach(async () => {
    scene.pat = `pat-${scene.turn}`
    const person = await scene.house.world.person(scene.pat)
    await person.call('create_project', { project: `${scene.pat}/app`, source_locale: 'en', target_locales: ['de'] })
  })
  return scene
}
