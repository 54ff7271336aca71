import { describe, expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { openWorld, refused } from './world.ts'

const world = allTests(() => openWorld())

describe('an update of a token', () => {
  const open = async () => {
    const ada = await world.user('ada')
    const token = { name: 'ci', description: 'why', scopes: ['user:read'] }
    const { id } = await ada.call<{ id: string }>('create_token', token)
    return (change: object) => ada.call('update_token', { id, ...change })
  }

  it.each([
    [{}, 'The call changes nothing.'],
    [{ description: null }, 'description is null, which changes nothing.'],
    [{ name: null, description: null }, 'name and description are null, which changes nothing.'],
  ])('rejects %j', async (change, message) => {
    const update = await open()
    const fix = 'Give name, description or both. An empty string clears the description.'
    expect(await refused(update(change))).toMatchObject({ code: 'invalid_input', message, fix })
  })

  it('treats null as unchanged', async () => {
    const update = await open()
    expect(await update({ name: 'new', description: null })).toMatchObject({ name: 'new', description: 'why' })
  })

  it('clears the description by an empty string', async () => {
    const update = await open()
    expect(await update({ description: '' })).not.toHaveProperty('description')
  })
})
