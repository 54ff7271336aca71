import { beforeEach } from 'vitest'
import { allTests, eachTest } from '../harness/each-test.ts'
import { type SharedTestApp, useTestApp } from '../http/shared-test-app.ts'
import { openTestApp, type TestApp } from '../http/test-app.ts'
import { type Jar, openJar, signIn } from './jar.ts'

/** Stands for what `current` returns at each use, so that hooks can replace it between tests. */
export function delegate<T extends object>(current: () => T): T {
  return new Proxy({} as T, {
    get: (_, name) => {
      const target = current()
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

type Caller = Awaited<ReturnType<TestApp['world']['user']>>
type Options = Parameters<typeof openTestApp>[0]

/** Opens a testApp for each test. */
export const useFreshTestApp = (options?: Options): TestApp => eachTest(() => openTestApp(options))

/** Opens a testApp for all tests of this file. */
export const useOneTestApp = (options?: Options): TestApp => allTests(() => openTestApp(options))

/** A new browser for each test, in which this user is signed in, or nobody. */
export const useJar = (testApp: TestApp, handle?: string): Jar =>
  eachTest(async () => {
    const jar = openJar(testApp.url)
    if (handle !== undefined) await signIn(testApp, jar, handle)
    return jar
  })

/** The shared start of the tests of a page. */
interface Scene {
  testApp: TestApp
  /** The browser of ada, who is signed in. */
  ada: Jar
  /** A new browser, in which this user is signed in. */
  readonly signedIn: (handle: string) => Promise<Jar>
}

function sceneOf<S extends object>(begun: S): S & Scene {
  const scene = begun as S & Scene
  const signedIn: Scene['signedIn'] = async handle => {
    const jar = openJar(scene.testApp.url)
    await signIn(scene.testApp, jar, handle)
    return jar
  }
  return Object.assign(scene, { signedIn })
}

/** Opens a testApp for all tests of this file; who is ada in one of them has a handle of their own. */
export function useAda(): Scene & SharedTestApp & { handle: string } {
  const scene = sceneOf(Object.assign(useTestApp(), { handle: '' }))
  beforeEach(async () => {
    scene.handle = `ada-${scene.turn}`
    scene.ada = await scene.signedIn(scene.handle)
  })
  return scene
}

/** Opens a testApp for all tests of this file; each has an organization of its own, which ada owns and to which bea belongs, and an agent of ada. */
export function useOwnAcme(): Scene & { acme: string; readonly agent: Caller } {
  let agent: Caller
  const scene = sceneOf(Object.assign(useTestApp(), { acme: '', agent: delegate(() => agent) }))
  beforeEach(async () => {
    scene.acme = `acme-${scene.turn}`
    await scene.testApp.world.organization(scene.acme, { ada: 'admin', bea: 'member' })
    agent = await scene.testApp.world.user('ada')
    scene.ada = await scene.signedIn('ada')
  })
  return scene
}

/** Opens a testApp for each test, in which ada owns acme, bob is another administrator of it, and carol a member. */
export function useAcme(): Scene {
  const scene = sceneOf({ testApp: useFreshTestApp() })
  beforeEach(async () => {
    await scene.testApp.world.organization('acme', { ada: 'admin', bob: 'admin', carol: 'member' })
    scene.ada = await scene.signedIn('ada')
  })
  return scene
}
