import { describe, expect, it } from 'vitest'
import { useOwnAcme } from './scene.ts'

const scene = useOwnAcme()

/** Blank values of a field that was not filled in. */
const BLANKS = ['', '  ']

describe('an optional field', () => {
  it('is labeled so, and may be blank in the form of a token', async () => {
    const path = '/account/tokens/new'
    const page = await scene.ada.get(path)
    expect(page.text).toContain('Description (optional)</label>')
    for (const blank of BLANKS) {
      await scene.ada.get(path)
      const fields = { name: 'ci', scope: ['project:read'], description: blank, date: blank }
      const made = await scene.ada.post(path, { ...fields, step: 'create' })
      expect(made.text, JSON.stringify(blank)).toMatch(/svca_[0-9a-f]{48}/)
      expect(made.text).toMatch(/<dt>Expiration<\/dt><dd>Never</)
    }
  })

  it('may be blank when a token is changed', async () => {
    const ada = await scene.testApp.world.user('ada')
    const { id } = await ada.call<{ id: string }>('create_token', { name: 'ci', scopes: ['project:read'] })
    const page = await scene.ada.get(`/account/tokens/${id}`)
    expect(page.text).toContain('Description (optional)</label>')
    for (const description of BLANKS) {
      await scene.ada.get(`/account/tokens/${id}`)
      expect((await scene.ada.post(`/account/tokens/${id}`, { name: 'ci', description })).text).toContain('Saved')
    }
  })

  it('is labeled so, and may be blank in the form of an organization', async () => {
    const path = '/account/organizations/new'
    for (const [at, name] of BLANKS.entries()) {
      expect((await scene.ada.get(path)).text).toContain('Display name (optional)</label>')
      const organization = `${scene.acme}-new-${at}`
      const made = await scene.ada.post(path, { organization, name })
      expect([made.status, made.path.split('?')[0]]).toEqual([200, `/o/${organization}`])
    }
  })

  it('is labeled so, and may be blank in the form of an invitation', async () => {
    const path = `/o/${scene.acme}/invitations`
    for (const blank of BLANKS) {
      const page = await scene.ada.get(path)
      expect(page.text).toContain('Note (optional)</label>')
      const made = await scene.ada.post(path, { user: blank, note: blank, role: 'member', expires_in_days: '7' })
      expect(made.text).toMatch(/\/invite\/svci_[0-9a-f]{48}/)
    }
  })

  it('may be blank in the filter of an audit log', async () => {
    for (const blank of BLANKS) {
      const names = ['action', 'user', 'account', 'target', 'surface', 'since', 'until']
      const query = new URLSearchParams(names.map(name => [name, blank]))
      expect((await scene.ada.get(`/account/audit?${query}`)).status, JSON.stringify(blank)).toBe(200)
    }
  })
})
