import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { behindProxy, closeAll, examine } from './doctor-proxy.ts'

afterEach(closeAll)

const page = (response: ServerResponse, status: number): 'answered' => {
  response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><title>Not here</title>')
  return 'answered'
}

describe('dragoman doctor, for a server that no client can use', () => {
  it('finds a proxy that removes Authorization, and blames it for the failing token', async () => {
    const { url, testApp: deps } = await behindProxy(({ headers }) => {
      delete headers.authorization
      return undefined
    })
    const seen = await examine(url)
    expect([seen.code, seen.wrong.map(({ check }) => check)]).toEqual([1, ['authorization']])
    expect(seen.wrong[0]?.fix).toContain('the proxy to forward the Authorization header')
    const { token } = await deps.token('ada', ['user:read'])
    expect((await examine(url, { token })).stateOf('token')).toMatchObject({
      state: 'fault',
      message: expect.stringContaining('does not reach') as string,
      fix: expect.stringContaining('the proxy to forward the Authorization header') as string,
    })
  })

  it('finds a firewall that blocks requests with a token', async () => {
    const { url } = await behindProxy(({ headers }, response) =>
      headers.authorization === undefined ? undefined : page(response, 403),
    )
    expect((await examine(url)).wrong).toEqual([
      expect.objectContaining({
        check: 'authorization',
        message: expect.stringContaining('403 with HTML') as string,
      }),
    ])
  })

  it('finds a firewall that blocks POST to any sign-in endpoint', async () => {
    const { url } = await behindProxy(({ method, url: path }, response) =>
      method === 'POST' && path?.startsWith('/oauth/') === true ? page(response, 403) : undefined,
    )
    const { code, wrong } = await examine(url)
    expect([code, wrong.map(({ check }) => check)]).toEqual([1, ['sign-in calls']])
    for (const name of ['register', 'token', 'revoke', 'introspect', 'device_authorization']) {
      expect(wrong[0]?.message).toContain(`POST /oauth/${name} returns 403 with HTML`)
    }
  })

  it('finds sign-in pages that another server answers', async () => {
    for (const [lost, status] of [
      ['/login', 404],
      ['/oauth/authorize', 404],
      ['/login', 200],
    ] as const) {
      const { url } = await behindProxy(({ url: path }, response) =>
        path?.startsWith(lost) === true ? page(response, status) : undefined,
      )
      const { code, wrong } = await examine(url)
      expect([code, wrong.map(({ check }) => check)]).toEqual([1, ['sign-in pages']])
      expect(wrong[0]?.message).toContain(`${lost} returns ${status} with HTML`)
    }
  })

  it('suggests the https address when http is redirected to it', async () => {
    const { url } = await behindProxy((_request, response) => {
      response.writeHead(301, { location: 'https://l10n.example.org/up' }).end()
      return 'answered'
    })
    const { findings } = await examine(url)
    expect(findings).toEqual([
      expect.objectContaining({
        check: 'reach',
        fix: 'Use https://l10n.example.org, here and in clients.',
      }),
    ])
  })

  it('suggests to pass the Host header on when the server has another name', async () => {
    const { url } = await behindProxy(({ headers }) => {
      headers.host = 'app.internal:8080'
      return undefined
    })
    const { findings } = await examine(url)
    expect(findings.map(({ check, state }) => [check, state])).toEqual([['reach', 'fault']])
    expect(findings[0]?.fix).toMatch(/forward the Host header, or add the name it sends to DRAGOMAN_ALLOWED_HOSTS/)
  })

  it('says that Node.js cannot call some ports', async () => {
    const { findings } = await examine('http://localhost:1')
    expect(findings).toEqual([
      expect.objectContaining({ check: 'reach', fix: expect.stringContaining('another port') as string }),
    ])
    expect(findings[0]?.message).not.toContain('bad port')
  })
})
