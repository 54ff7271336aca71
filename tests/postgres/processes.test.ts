import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startDragomanProcess, startProcesses } from './processes.ts'
import { type RoundRobin, startRoundRobin } from './round-robin.ts'

let proxy: RoundRobin

beforeEach(async () => {
  proxy = await startRoundRobin()
})
afterEach(() => proxy.close())

describe('processes behind a proxy', () => {
  it('are ready, have the address of the proxy, and stop', async () => {
    const [one] = await startProcesses(1, { storeUrl: 'lowdb:', baseUrl: proxy.url })
    if (one === undefined) throw new Error('No process was started.')
    proxy.add(one.port)
    const response = await fetch(`${proxy.url}/.well-known/oauth-authorization-server`)
    expect(await response.json()).toMatchObject({ issuer: proxy.url })
    const { code, stderr } = await one.stop()
    expect(code).toBe(0)
    expect(stderr).toContain('"signal":"SIGTERM"')
    expect(one.log()).toBe(stderr)
  })

  it('leave nothing when they are killed', async () => {
    const folders = (): readonly string[] => readdirSync(tmpdir()).filter(name => name.startsWith('dragoman-process-'))
    const one = await startDragomanProcess({ storeUrl: 'lowdb:' })
    const folder = /"data_dir":"([^"]+)"/.exec(one.log())?.[1]?.split('/').at(-1)
    expect(folders()).toContain(folder)
    expect(await one.kill()).toMatchObject({ code: null, signal: 'SIGKILL' })
    expect(folders()).not.toContain(folder)
  })

  it('say why they do not start', async () => {
    await expect(startProcesses(2, { storeUrl: 'nothing:' })).rejects.toThrow('DRAGOMAN_STORE_URL')
  })
})
