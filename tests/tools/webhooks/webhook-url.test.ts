import { describe, expect, it, onTestFinished } from 'vitest'
import { classifyHost } from '../../../src/outbound/webhook-request.ts'
import { parseWebhookUrl } from '../../../src/tools/webhooks/save-webhook.ts'
import { openTeam } from '../team.ts'

const parse = (url: string, hosts: readonly string[] = []): string =>
  parseWebhookUrl(url, { webhookHost: one => classifyHost(one, hosts) })

describe('the URL of a webhook', () => {
  it.each([
    ['https://EXAMPLE.org:443', 'https://example.org/'],
    [' https://example.org/a\r\nb\tc ', 'https://example.org/abc'],
    ['https://example.org/\u001b[31m?q=\u001bx', 'https://example.org/%1B[31m?q=%1Bx'],
    ['https://b\u00fccher.example/\u202egnp', 'https://xn--bcher-kva.example/%E2%80%AEgnp'],
    ['https://93.184.216.34/hook', 'https://93.184.216.34/hook'],
    ['https://[2606:4700::1]/hook', 'https://[2606:4700::1]/hook'],
  ])('is what a parser reads: %j', (url, href) => {
    expect(parse(url)).toBe(href)
  })

  it('is stored and shown so', async () => {
    const team = await openTeam()
    onTestFinished(team.close)
    const args = { target: team.project, url: 'https://EXAMPLE.org/a\r\nb', events: ['source.pushed'] }
    const { id, url } = await team.ada.call<{ id: string; url: string }>('save_webhook', args)
    expect([url, (await team.world.services.store.read.webhooks.get(id))?.url]).toEqual(
      Array.from({ length: 2 }, () => 'https://example.org/ab'),
    )
  })

  it.each([
    '127.0.0.1',
    '169.254.169.254',
    '2130706433',
    '127.1',
    '127.0.0.1.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    'LOCALHOST.',
    'hooks.localhost',
  ])('has no private address, unless an operator allows its host: %s', host => {
    const { hostname, href } = new URL(`https://${host}/hook`)
    expect(() => parse(`https://${host}/hook`)).toThrow('is not public')
    expect(parse(`https://${host}/hook`, [hostname])).toBe(href)
  })

  it('is short, also with its special characters encoded', () => {
    expect(() => parse(`https://example.org/${'\u00fc'.repeat(400)}`)).toThrow('has 2420 characters')
  })
})
