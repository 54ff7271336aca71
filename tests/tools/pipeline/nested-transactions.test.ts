import { expect, it } from 'vitest'
import { openWorld } from '../world.ts'

it('a nested transaction is detected before it waits for itself', async () => {
  const { services, close } = await openWorld()
  const { store } = services
  await store.transaction(async () => {
    await expect(store.transaction(async () => undefined)).rejects.toThrow('inside a transaction')
  })
  await expect(store.transaction(async () => 1)).resolves.toBe(1)
  await close()
})
