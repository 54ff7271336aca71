import { describe, expect, it } from 'vitest'
import { findBaseUrl, isBaseUrlHost, listBaseUrls } from '../../../src/auth/oauth/base-urls.ts'
import { findIssuer, isSameResource, listAudiences, parseResources } from '../../../src/auth/oauth/resources.ts'

const BASE = 'http://localhost:4050'
const NAMES = ['localhost', '127.0.0.1', '[::1]']

describe('the names of a server on this machine', () => {
  it.each(NAMES)('are all loopback names if its base URL has %s', name => {
    const own = `http://${name}:4050`
    expect(listBaseUrls(own)[0]).toBe(own)
    expect([...listBaseUrls(own)].sort()).toEqual(NAMES.map(one => `http://${one}:4050`).sort())
    for (const one of NAMES) expect(findBaseUrl(`${one.toUpperCase()}:4050`, own)).toBe(`http://${one}:4050`)
  })

  it('keep the scheme and the default port', () => {
    expect(findBaseUrl('127.0.0.1', 'https://localhost')).toBe('https://127.0.0.1')
    expect(findBaseUrl('127.0.0.1:443', 'https://localhost')).toBe('https://localhost')
  })

  it.each([
    undefined,
    '',
    'localhost',
    'localhost:4051',
    '127.0.0.1:40500',
    '127.0.0.2:4050',
    '127.0.0.1.evil.com:4050',
    'evil.com:4050',
    'localhost.:4050',
    'app.localhost:4050',
    'a@localhost:4050',
    '0.0.0.0:4050',
    '[::ffff:127.0.0.1]:4050',
  ])('are not in the Host header %s', host => {
    expect(findBaseUrl(host, 'http://127.0.0.1:4050')).toBe('http://127.0.0.1:4050')
    expect(isBaseUrlHost(host, 'http://127.0.0.1:4050')).toBe(false)
  })

  it.each(['https://l10n.example.org', 'http://10.0.0.1:4050', 'http://app.localhost:4050', 'http://127.0.0.2:4050'])(
    'do not exist for %s',
    base => {
      expect(listBaseUrls(base)).toEqual([base])
      for (const name of NAMES) expect(findBaseUrl(`${name}:4050`, base)).toBe(base)
    },
  )
})

describe('the resources of a server on this machine', () => {
  it('are accepted by each name, and each once', () => {
    const asked = ['http://127.0.0.1:4050/mcp/', `${BASE}/mcp`, 'HTTP://[::1]:4050/api']
    expect(parseResources(asked, BASE)).toEqual(['http://127.0.0.1:4050/mcp', 'http://[::1]:4050/api'])
    expect(parseResources([], 'http://127.0.0.1:4050')).toEqual(['http://127.0.0.1:4050/mcp'])
    expect(listAudiences(BASE, 'mcp')).toContain('http://[::1]:4050/mcp')
    expect(listAudiences(BASE, 'mcp')).not.toContain('http://127.0.0.1:4050/api')
    expect(isSameResource(`${BASE}/mcp`, 'http://127.0.0.1:4050/api')).toBe(false)
    for (const other of [
      'http://127.0.0.1:4051/mcp',
      'https://127.0.0.1:4050/mcp',
      'http://127.0.0.1.evil.com:4050/mcp',
    ]) {
      expect(() => parseResources([other], BASE), other).toThrow('resource is not one of')
    }
    expect(() => parseResources(['http://127.0.0.1/mcp'], 'https://l10n.example.org')).toThrow('resource is not one of')
  })

  it('have the issuer of the same name', () => {
    expect(findIssuer(['http://127.0.0.1:4050/mcp', BASE], BASE)).toBe('http://127.0.0.1:4050')
    expect(findIssuer(['http://[::1]:4050'], BASE)).toBe('http://[::1]:4050')
    for (const other of [[], ['http://127.0.0.1:40500/mcp'], ['https://evil.example/mcp']]) {
      expect(findIssuer(other, BASE)).toBe(BASE)
    }
  })
})
