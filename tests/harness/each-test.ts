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
    const opened = await open()
    current = opened
    return async () => {
      current = undefined
      await close(opened)
    }
  })
  return new Proxy<T>(Object.create(null), {
    get: (_, name) => {
      if (current === undefined) throw new Error(`${String(name)} is there in tests only`)
      return Reflect.get(current, name)
    },
  })
}

async function close(opened: object): Promise<void> {
  if ('close' in opened && typeof opened.close === 'function') await opened.close()
  if ('stop' in opened && typeof opened.stop === 'function') await opened.stop()
}
