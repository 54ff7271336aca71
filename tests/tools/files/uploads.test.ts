import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { pushSource } from '../../../src/tools/files/push/push-source.ts'
import { stageFile } from '../../../src/tools/files/transfer/stage-file.ts'
import type { Call } from '../../../src/tools/pipeline/call.ts'
import { findTool } from '../../../src/tools/registry.ts'
import { temporaryFolder } from '../../harness/folder.ts'
import { stagedFile } from '../../store/contract/samples.ts'
import type { AnswerOf } from '../answer.ts'
import { eachLoop } from '../loop.ts'
import { expectRefusal, refused } from '../world.ts'

const MIB = 1024 * 1024

const loop = eachLoop()

const push = (files: readonly object[], more: object = {}) =>
  loop.ada.call<AnswerOf<typeof pushSource>>('push_source', { project: 'ada/app', files, ...more })
const callOf = (more: Partial<Call> = {}): Call => ({
  services: loop.world.services,
  principal: loop.ada.principal,
  surface: 'rest',
  requestId: 'r1',
  ...more,
})
const upload = (path: string, content: string, more: object = {}, call = callOf()) =>
  stageFile.invoke({ project: 'ada/app', branch: 'main', purpose: 'source', path, content, ...more }, call)
/** Adds a waiting upload of this size, for another project. */
const wait = async (handle: string, size: number) => {
  const { user } = (await loop.world.user(handle)).principal
  const { store, now } = loop.world.services
  const expires_at = new Date(now().getTime() + 20 * 60_000).toISOString()
  await store.transaction(tx => tx.staged_files.insert(stagedFile(handle, size, { user_id: user.id, expires_at })))
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('a push without content', () => {
  it('writes nothing and returns a single-use link for each announced file', async () => {
    const answer = await push([{ path: 'l/en.json', sha256: 'A'.repeat(64), bytes: 7 }])
    expect(answer.uploads).toHaveLength(1)
    const [{ path, put = '' } = { path: '' }] = answer.uploads ?? []
    expect(path).toBe('l/en.json')
    expect(put).toMatch(/^http:\/\/localhost:4050\/transfer\/[\w-]{43}$/)
    expect(answer.next).toContain('Nothing was written yet')
    const secret = put.split('/').at(-1) ?? ''
    expect(await loop.world.services.links.peek(secret)).toMatchObject({
      kind: 'put',
      purpose: 'source',
      project: 'ada/app',
      branch: 'main',
      path: 'l/en.json',
      bytes: 7,
      sha256: 'a'.repeat(64),
    })
  })

  it('imports all files when the last upload is complete, and removes the uploads', async () => {
    const files = [{ path: 'l/en.json' }, { path: 'm/en.json' }]
    await push(files)
    await upload('l/en.json', '{"a":"A"}')
    const half = await push(files)
    expect(half.uploads).toMatchObject([{ path: 'm/en.json' }])
    expect(await loop.world.services.store.read.files.list('project', (await loop.record()).id)).toEqual([])
    await upload('m/en.json', '{"b":"B","c":"C"}')
    expect(await push(files, { dry_run: true })).toMatchObject({ dry_run: true, added: 3 })
    expect(await push(files, { done: true })).toMatchObject({ added: 3 })
    expect(await loop.world.services.store.read.staged_files.count('all', '')).toBe(0)
  })

  it('uses no upload that is older than another push or has another size', async () => {
    await push([{ path: 'l/en.json', content: '{"a":"one"}' }])
    await upload('l/en.json', '{"a":"two"}')
    await push([{ path: 'l/en.json', content: '{"a":"three"}' }])
    expect((await push([{ path: 'l/en.json' }])).uploads).toHaveLength(1)
    await upload('l/en.json', '{"a":"four"}')
    expect((await push([{ path: 'l/en.json', bytes: 999 }])).uploads).toHaveLength(1)
    expect(await loop.work({ locale: 'de' })).toMatchObject({ items: [{ text: 'three' }] })
  })

  it('removes a rejected upload, so that the next one replaces it', async () => {
    await upload('l/en.json', '{bad')
    expect((await refused(push([{ path: 'l/en.json' }]))).code).toBe('invalid_input')
    expect((await push([{ path: 'l/en.json' }])).uploads).toHaveLength(1)
    await upload('l/en.json', '{"a":"A"}')
    expect(await push([{ path: 'l/en.json' }])).toMatchObject({ added: 1 })
  })

  it('names the missing files when it should be complete', async () => {
    await upload('l/en.json', '{"a":"A"}')
    const error = await refused(push([{ path: 'l/en.json' }, { path: 'm/en.json' }], { done: true }))
    expect(error).toMatchObject({ code: 'invalid_input', fix: expect.stringContaining('without done') })
    expect(error.message).toContain('m/en.json was not uploaded')
    expect(error.message).not.toContain('l/en.json')
  })

  it('requests a file again when another version was uploaded', async () => {
    await upload('l/en.json', '{"a":"Old"}')
    const file = { path: 'l/en.json', sha256: sha256('{"a":"New"}') }
    expect(await push([file])).toMatchObject({ uploads: [{ path: 'l/en.json' }] })
    await upload('l/en.json', '{"a":"New"}')
    expect(await push([file])).toMatchObject({ added: 1 })
    expect(await push([file])).toMatchObject({ unchanged: 1 })
  })

  it('returns 40 links at a time', async () => {
    const files = Array.from({ length: 100 }, (_, at) => ({ path: `${at}/en.json` }))
    const answer = await push(files)
    expect([answer.uploads?.length, answer.more]).toEqual([40, 60])
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(16_000)
  })

  it('is rejected on surfaces that send files with the call', async () => {
    const tool = findTool('push_source')
    const args = { project: 'ada/app', files: [{ path: 'l/en.json' }] }
    const error = await refused(tool.invoke(args, callOf({ surface: 'cli', inlineFiles: true })))
    expect(error).toMatchObject({ code: 'invalid_input', fix: expect.stringContaining('in content') })
  })

  it('accepts at most 16 kB of content from a model, and any size elsewhere', async () => {
    const tool = findTool('push_source')
    const file = (size: number) => {
      const texts = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`k${at}`, 'x'.repeat(size / 10)]))
      const rest = size - JSON.stringify({ ...texts, k9: '' }).length
      return { path: 'l/en.json', content: JSON.stringify({ ...texts, k9: 'x'.repeat(rest) }) }
    }
    const args = (size: number) => ({ project: 'ada/app', files: [file(size)] })
    const mcp = callOf({ surface: 'mcp' })
    const error = await refused(tool.invoke(args(16_001), mcp))
    expect(error).toMatchObject({ code: 'too_large', fix: expect.stringContaining('upload URL') })
    expect(error.message).toContain('"l/en.json" has 16001 bytes')
    expect(await tool.invoke(args(16_000), mcp)).toMatchObject({ added: 10 })
    expect(await tool.invoke(args(200_000), callOf())).toMatchObject({ changed: 10 })
    expect(await tool.invoke(args(100_000), { ...mcp, inlineFiles: true })).toMatchObject({ changed: 10 })
  })
})

describe('an upload', () => {
  it('is visible to its own credential only', async () => {
    const session = (await loop.world.human('ada')).principal
    await upload('l/en.json', '{"a":"A"}', {}, callOf({ principal: session }))
    expect(await push([{ path: 'l/en.json' }])).toHaveProperty('uploads')
  })

  it('expires after 20 minutes, and a later one replaces it', async () => {
    await upload('l/en.json', '{"a":"A"}')
    loop.world.pass(20 * 60_000 - 1)
    expect(await push([{ path: 'l/en.json' }], { dry_run: true })).toMatchObject({ added: 1 })
    loop.world.pass(1)
    expect(await push([{ path: 'l/en.json' }])).toHaveProperty('uploads')
    await upload('l/en.json', '{"a":"A"}')
    await upload('l/en.json', '{"a":"A","b":"B"}')
    expect(await loop.world.services.store.read.staged_files.count('all', '')).toBe(1)
    expect(await push([{ path: 'l/en.json' }])).toMatchObject({ added: 2 })
  })

  it('is rejected over 16 MiB, and over 64 MiB of waiting uploads of a user', async () => {
    expect(await refused(upload('0.json', 'x'.repeat(16 * MIB + 1)))).toMatchObject({ code: 'too_large' })
    await wait('ada', 64 * MIB - 1)
    await upload('2.json', 'x')
    const own = await refused(upload('3.json', 'xy'))
    expect(own).toMatchObject({ code: 'conflict', fix: expect.stringContaining('process the waiting files') })
    expect(own.message).toBe(
      '"3.json" has 2 bytes, and 67108864 bytes uploaded by ada are waiting; the limit is 67108864.',
    )
    const { principal } = await loop.world.human('ada')
    expect((await refused(upload('3.json', 'xy', {}, callOf({ principal })))).message).toBe(own.message)
    await upload('2.json', '')
    await upload('3.json', 'x')
    loop.world.pass(20 * 60_000)
    await upload('4.json', 'xy')
    expect(await loop.world.services.store.read.staged_files.count('all', '')).toBe(1)
  })

  it('always finds half of the room for a new user', async () => {
    const members = ['u0', 'u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7', 'u8', 'u9', 'eve']
    await loop.world.organization('acme', {
      ada: 'admin',
      ...Object.fromEntries(members.map(name => [name, 'member'])),
    })
    await loop.ada.call('create_project', { project: 'acme/app', source_locale: 'en', target_locales: ['de'] })
    const send = async (handle: string, path: string, content: string) => {
      const { principal } = await loop.world.user(handle)
      return upload(path, content, { project: 'acme/app' }, callOf({ principal }))
    }
    const shares = [64, 64, 64, 32, 16, 8, 4, 2, 1, 0.5]
    for (const [at, share] of shares.entries()) {
      const name = members[at] ?? ''
      await wait(name, share * MIB - 1)
      await send(name, 'last.json', 'x')
      expect(await refused(send(name, 'more.json', 'x')), name).toMatchObject({
        code: at < 3 ? 'conflict' : 'unavailable',
      })
      if (at === 3) {
        await send('eve', 'whole.json', 'x'.repeat(16 * MIB))
        await send('eve', 'whole.json', '')
      }
    }
    await wait('eve', 0.25 * MIB)
    const error = await refused(send('eve', 'en.json', 'xyz'))
    expect(error).toMatchObject({ code: 'unavailable', retryAfter: 60, fix: expect.stringContaining('20 minutes') })
    expect(error.message).toBe(
      `"en.json" has 3 bytes, and ${0.25 * MIB} bytes uploaded by eve are waiting; the limit is ${0.25 * MIB} while ${255.5 * MIB} bytes of other users are waiting.`,
    )
  })

  it('counts concurrent uploads to other projects', async () => {
    await loop.ada.call('create_project', { project: 'ada/two', source_locale: 'en', target_locales: ['de'] })
    await wait('ada', 64 * MIB - 1)
    const both = await Promise.allSettled(['ada/app', 'ada/two'].map(project => upload('en.json', 'x', { project })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('needs the scope and the role of the push', async () => {
    const { principal } = await loop.world.user('ada', ['project:read'])
    await expectRefusal(upload('l/en.json', '{}', {}, callOf({ principal })), 'insufficient_scope')
    const stranger = (await loop.world.user('bob')).principal
    await expectRefusal(upload('l/en.json', '{}', {}, callOf({ principal: stranger })), 'not_found')
  })
})

describe('the curl command', () => {
  it('is safe for a shell, whatever the path contains', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'curl'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
    const paths = [
      "it's/en.json",
      'a b/en.json',
      '$(touch x)/en.json',
      '`id`/en.json',
      '"q"/$HOME/en.json',
      'app/[lang]/{x}/en.json',
    ]
    const { uploads } = (await findTool('push_source').invoke(
      { project: 'ada/app', files: paths.map(path => ({ path })) },
      callOf({ surface: 'mcp' }),
    )) as { uploads: readonly { curl: string }[] }
    for (const [at, path] of paths.entries()) {
      const { curl = '' } = uploads[at] ?? {}
      const env = { PATH: `${folder}${delimiter}/usr/bin${delimiter}/bin` }
      const { stdout } = await promisify(execFile)('/bin/sh', ['-c', curl], { cwd: folder, env })
      expect(stdout.trimEnd().split('\n')).toEqual([
        '--fail-with-body',
        '-sSgT',
        path,
        expect.stringMatching(/^http:\/\/localhost:4050\/transfer\/[\w-]{43}$/),
      ])
    }
  })

  it.each([
    ['a line for the shell of a model', { surface: 'mcp' }, ['path', 'curl']],
    ['a URL for the command line and stdio', { surface: 'mcp', program: 'stdio' }, ['path', 'put']],
    ['a URL for REST', { surface: 'rest' }, ['path', 'put']],
  ] as const)('has each URL once: %s', async (_what, by, fields) => {
    const files = Array.from({ length: 3 }, (_, at) => ({ path: `l${at}/en.json` }))
    const answer = await findTool('push_source').invoke({ project: 'ada/app', files }, callOf(by))
    const { uploads } = answer as { uploads: readonly object[] }
    expect(uploads.map(row => Object.keys(row))).toEqual([fields, fields, fields])
    expect(JSON.stringify(answer).match(/\/transfer\//g)).toHaveLength(3)
  })

  it('is omitted for a path that a shell or curl could misread', async () => {
    for (const path of ['-rf.json', 'a/-x.json', 'a\nb.json', '../en.json', '.git/en.json', 'a/.GIT/hooks/en.json']) {
      expect(await refused(push([{ path }]))).toMatchObject({ code: 'invalid_input' })
    }
  })
})
