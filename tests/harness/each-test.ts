import { beforeAll, beforeEach } from 'vitest'

type Hook = (open: () => Promise<() => Promise<void>>) => void

/** What each test of the suite has for itself: opened before the test, and closed after it if it can be closed. */
export const eachTest = <T extends object>(open: () => Promise<T> | T): T => openIn(beforeEach, open)

/** What the tests of the suite share: opened before the first of them, and closed after the last. */
export const allTests = <T extends object>(open: () => Promise<T> | T): T => openIn(beforeAll, open)

/** Stands for what is open, so that a suite can name it before its tests run. */
function openIn<T extends object>(hook: Hook, open: () => Promise<T> | T): T {
  let current: T | undefined
  hook(async () => {
    const made = await open()
    current = made
    return async () => {
      current = undefined
      await close(made)
    }
  })
  const opened = (name: string | symbol): T => {
    if (current === undefined) throw new Error(`${String(name)} is there in tests only`)
    return current
  }
  return new Proxy<T>(Object.create(null), {
    get: (_, name) => Reflect.get(opened(name), name),
    set: (_, name, value) => Reflect.set(opened(name), name, value),
  })
}

async function close(made: object): Promise<void> {
  if ('close' in made && typeof made.close === 'function') await made.close()
  if ('stop' in made && typeof made.stop === 'function') await made.stop()
}
