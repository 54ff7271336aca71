import { describe, expect, it } from 'vitest'
import { ALL_SCOPES } from '../../../src/auth/policy/scopes.ts'
import { eachTest } from '../../harness/each-test.ts'
import { callByRest } from '../../harness/rest-call.ts'
import { openTestApp } from '../../http/test-app.ts'
import { verifies } from '../../requirements.ts'

describe('guidance over REST', () => {
  verifies('1.agent-configuration', '1.agent-project-context')

  const deps = eachTest(openTestApp)
  const ada = eachTest(() => deps.token('ada', ALL_SCOPES))

  const call = (tool: string, args: Readonly<Record<string, unknown>>) => callByRest(deps.url, ada.token, tool, args)

  it('has a path for the account and one for the project', async () => {
    await call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de'] })
    for (const target of ['ada', 'ada/app']) {
      const voice = { tone: target === 'ada' ? 'formal' : 'casual' }
      expect(await call('save_voice', { target, voice, base_version: 0 })).toMatchObject({ target, version: 1 })
      const saved = await call('get_voice', { target, locale: 'de' })
      expect(saved).toMatchObject({ target, voice, resolved: voice })
      await expect(call('save_voice', { target, voice: {} })).rejects.toMatchObject({ code: 'conflict' })
      expect(await call('restore_voice', { target, version: 1 })).toMatchObject({ target, unchanged: true })

      const upsert = [{ term: `Acme of ${target}` }]
      expect(await call('save_glossary', { target, upsert })).toMatchObject({ target, version: 1, added: 1 })
      const total = target === 'ada' ? 1 : 2
      expect(await call('get_glossary', { target, q: 'acme', limit: 5 })).toMatchObject({ target, total })
      const levels = { do_not_translate: 'warning', forbidden_term: 'error' }
      expect(await call('update_glossary_policy', { target, ...levels })).toMatchObject({ target, policy: levels })
      expect(await call('restore_glossary', { target, version: 0 })).toMatchObject({ target, removed: 1 })
      expect(await call('restore_glossary', { target, version: 1 })).toMatchObject({ target, version: 3, added: 1 })
    }
  })
})
