import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mintSecret, parseSecretKind, SECRETS, type SecretKind } from '../../../src/auth/secrets.ts'
import { verifies } from '../../requirements.ts'

const text = readFileSync(join(import.meta.dirname, '../../../docs/tokens.md'), 'utf8')
const KINDS = Object.keys(SECRETS) as SecretKind[]
/** The first pattern after these words. */
const patternAfter = (words: string): RegExp => {
  const [, pattern] = /`([^`]+)`|'''(.+?)'''/.exec(text.slice(text.indexOf(words) + words.length)) ?? []
  if (pattern === undefined) throw new Error(`no pattern after ${words}`)
  return new RegExp(pattern)
}
const rules = (): RegExp[] =>
  [...text.matchAll(/^regex = '''(.*)'''$/gm)].map(([, pattern = '']) => new RegExp(pattern))

describe('docs/tokens.md', () => {
  it('has patterns that match minted secrets, and nothing shorter or not hexadecimal', () => {
    verifies('2.2.value-format')
    const [account, every] = [patternAfter('| account tokens |'), patternAfter('| every kind of secret |')]
    for (let n = 0; n < 50; n += 1) {
      const { value } = mintSecret('svca')
      expect(account.exec(`TOKEN="${value}"\n`)?.[0]).toBe(value)
      expect(account.test(value.slice(0, -1))).toBe(false)
      expect(account.test(value.toUpperCase())).toBe(false)
    }
    for (const kind of KINDS) {
      const { value } = mintSecret(kind)
      expect(every.exec(`Bearer ${value},`)?.[0], kind).toBe(value)
      expect(account.test(value), kind).toBe(kind === 'svca')
    }
  })

  it('has gitleaks rules that match each secret once, and no client ID', () => {
    expect(rules()).toHaveLength(2)
    for (const kind of KINDS) {
      const { value } = mintSecret(kind)
      const found = rules().flatMap(rule => rule.exec(`token: ${value}`)?.[1] ?? [])
      expect(found, kind).toEqual(kind === 'svcc' ? [] : [value])
      if (kind !== 'svcc') expect(text).toContain(`"${kind}_"`)
    }
  })

  it('names every kind', () => {
    const [list = ''] = /^The kinds: .*?no secret\./ms.exec(text) ?? []
    expect(new Set([...list.matchAll(/`(sv[a-z]{2})`/g)].map(([, kind]) => kind))).toEqual(new Set(KINDS))
  })

  it('has a checksum example that runs, also for a damaged token', () => {
    const [, script = ''] = /```js\n(.*?)```/s.exec(text) ?? []
    expect(script.trim().split('\n').length).toBeLessThanOrEqual(5)
    const [token = ''] = /svca_[0-9a-f]{48}/.exec(script) ?? []
    expect(parseSecretKind(token)).toBe('svca')
    const run = (value: string): string =>
      spawnSync(process.execPath, ['--input-type=module', '-e', script.replace(token, value)], { encoding: 'utf8' })
        .stdout
    expect(run(token)).toBe('true\n')
    expect(run(mintSecret('svcr').value)).toBe('true\n')
    expect(run(token.replace('012', '013'))).toBe('false\n')
  })
})
