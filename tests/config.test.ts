import { describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { AppError } from '../src/errors.ts'
import { verifies } from './requirements.ts'

function refusal(env: Record<string, string>): AppError {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('expected a refusal')
}

describe('the environment', () => {
  it('needs nothing: every variable has a default that works on loopback', () => {
    verifies('4.5.port')
    expect(readConfig({})).toMatchObject({
      port: 4050,
      host: '127.0.0.1',
      baseUrl: undefined,
      storeUrl: 'lowdb:',
      logLevel: 'info',
    })
  })

  it('takes an empty variable as absent', () => {
    expect(readConfig({ DRAGOMAN_PORT: '', DRAGOMAN_BASE_URL: '' })).toMatchObject({ port: 4050, baseUrl: undefined })
  })

  it.each([
    ['DRAGOMAN_PORT', '99999', '0'],
    ['DRAGOMAN_PORT', 'http', 'port number'],
    ['DRAGOMAN_BASE_URL', 'https://host/path', 'without a path'],
    ['DRAGOMAN_BASE_URL', 'host:80', 'http or https URL'],
    ['DRAGOMAN_DATA_DIR', 'relative/folder', 'absolute path'],
    ['DRAGOMAN_STORE_URL', 'mysql://x', 'lowdb:'],
    ['DRAGOMAN_TRUST_PROXY', '-1', 'reverse proxies'],
    ['DRAGOMAN_LOG_LEVEL', 'loud', 'info'],
  ])('names %s=%s and the fix', (name, value, fix) => {
    const { code, message } = refusal({ [name]: value })
    expect(code).toBe('bad_config')
    expect(message).toContain(`${name} is ${JSON.stringify(value)}`)
    expect(message).toContain(fix)
  })

  it('names everything that is wrong at once, and never shows a token', () => {
    const { message } = refusal({ DRAGOMAN_PORT: 'x', DRAGOMAN_LOG_LEVEL: 'loud', DRAGOMAN_TOKEN: 'svca_secret' })
    expect(message.split('\n')).toHaveLength(3)
    expect(message).not.toContain('svca_secret')
  })

  it('writes a base URL in one way', () => {
    expect(readConfig({ DRAGOMAN_BASE_URL: 'HTTPS://L10N.Example.org:443/' }).baseUrl).toBe('https://l10n.example.org')
  })
})
