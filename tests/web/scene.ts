import { afterEach, beforeEach } from 'vitest'
import { type House, openHouse } from '../http/house.ts'
import { type SharedHouse, useHouse } from '../http/shared-house.ts'
import { type Jar, openJar, signIn } from './jar.ts'

/** What the tests of a page begin with. */
interface Scene {
  house: House
  /** The browser of ada, who is signed in. */
  ada: Jar
  /** A new browser, in which this person is signed in. */
  readonly signedIn: (handle: string) => Promise<Jar>
}

function sceneOf<S extends object>(begun: S): S & Scene {
  const scene = begun as S & Scene
  const signedIn: Scene['signedIn'] = async handle => {
    const jar = openJar(scene.house.url)
    await signIn(scene.house, jar, handle)
    return jar
  }
  return Object.assign(scene, { signedIn })
}

/** Opens a house for all tests of this file; who is ada in one of them has a handle of their own. */
export function useAda(): Scene & SharedHouse & { handle: string } {
  const scene = sceneOf(Object.assign(useHouse(), { handle: '' }))
  beforeEach(async () => {
    scene.handle = `ada-${scene.turn}`
    scene.ada = await scene.signedIn(scene.handle)
  })
  return scene
}

/** Opens a house for all tests of this file; each has an organization of its own, which ada owns and to which bea belongs. */
export function useOwnAcme(): Scene & { acme: string } {
  const scene = sceneOf(Object.assign(useHouse(), { acme: '' }))
  beforeEach(async () => {
    scene.acme = `acme-${scene.turn}`
    await scene.house.world.organization(scene.acme, { ada: 'admin', bea: 'member' })
    scene.ada = await scene.signedIn('ada')
  })
  return scene
}

/** Opens a house for each test, in which ada owns acme, bob is another administrator of it, and carol a member. */
export function useAcme(): Scene {
  const scene = sceneOf({})
  beforeEach(async () => {
    scene.house = await openHouse()
    await scene.house.world.organization('acme', { ada: 'admin', bob: 'admin', carol: 'member' })
    scene.ada = await scene.signedIn('ada')
  })
  afterEach(() => scene.house.close())
  return scene
}
