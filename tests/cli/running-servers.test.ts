import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { restore } from '../../src/cli/backup/restore.ts'
import { registerServer } from '../../src/cli/control/running-servers.ts'
import { composeMachine } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { openLog } from '../../src/log.ts'
import { run } from '../harness/command-line.ts'
import { withFolder } from '../harness/folder.ts'
import { start } from '../harness/process.ts'
import { STATE } from '../harness/state.ts'
import { type Dragoman, startDragoman } from '../harness.ts'

const log = openLog('silent')
const configOf = (dataDir: string) => readConfig({ DRAGOMAN_DATA_DIR: dataDir, XDG_STATE_HOME: STATE })
const notes = async (): Promise<readonly string[]> => readdir(join(STATE, 'dragoman/servers')).catch(() => [])

describe('a command that would create a store while a server uses another folder', () => {
  let dragoman: Dragoman
  let removeNote: () => Promise<void>
  beforeEach(async () => {
    dragoman = await startDragoman()
    removeNote = await registerServer(configOf(dragoman.dataDir), dragoman.url, log)
  })
  afterEach(async () => {
    await removeNote()
    await dragoman.stop()
  })

  it.each(['login-link', 'token create --name ci --scopes all', 'accounts', 'backup -', 'call get_context'])(
    'stops: %s',
    async line => {
      await withFolder(async dataDir => {
        const stopped = await run(line.split(' '), { DRAGOMAN_DATA_DIR: dataDir })
        expect(stopped).toMatchObject({ code: 78, stdout: '' })
        expect(stopped.stderr).toContain(`${dataDir} has no store.`)
        expect(stopped.stderr).toContain(`${dragoman.dataDir} (${dragoman.url}, process ${process.pid})`)
        expect(stopped.stderr).toMatch(new RegExp(`DRAGOMAN_DATA_DIR=${dataDir} .* serve(\\n|\\\\n|")`))
        expect(existsSync(dataDir)).toBe(false)
      })
    },
  )

  it('names the command that works', async () => {
    await withFolder(async dataDir => {
      const args = ['login-link', '--user', 'ada', '--create', '--quiet']
      const { stderr } = await run(args, { DRAGOMAN_DATA_DIR: dataDir })
      const [, folder = '', given = ''] =
        /^ +DRAGOMAN_DATA_DIR=(\S+) npm run --silent dragoman -- (login.*)$/m.exec(stderr) ?? []
      const { stdout } = await run(given.split(' '), { DRAGOMAN_DATA_DIR: folder })
      expect(await (await fetch(stdout.trim())).text()).toContain('Sign in as ada?')
    })
  })

  it('continues where a store exists, and when the server has stopped', async () => {
    await withFolder(async dataDir => {
      await dragoman.stop()
      expect(await run(['login-link'], { DRAGOMAN_DATA_DIR: dataDir })).toMatchObject({ code: 0 })
      dragoman = await startDragoman({ dataDir: dragoman.dataDir })
      expect(await run(['login-link'], { DRAGOMAN_DATA_DIR: dataDir })).toMatchObject({ code: 0 })
    })
  })

  it('is reported by doctor, too', async () => {
    await withFolder(async dataDir => {
      const { code, stdout } = await run(['doctor'], { DRAGOMAN_DATA_DIR: dataDir })
      expect(code).toBe(1)
      expect(stdout).toContain(`DRAGOMAN_DATA_DIR=${dragoman.dataDir} npm run --silent dragoman -- doctor\n`)
    })
  })

  it('blocks a restore too, unless the command names the folder', async () => {
    await withFolder(async dataDir => {
      const file = `${dragoman.dataDir}/site.jsonl.gz`
      await run(['backup', file], { DRAGOMAN_DATA_DIR: dragoman.dataDir })
      const config = { ...configOf(dataDir), isDataDirGiven: false }
      const machine = await composeMachine({ config, log, now: () => new Date(), args: ['restore', file] })
      const options = { replace: false, keepCredentials: false, dryRun: false, json: true, command: machine.command }
      await expect(restore(machine, file, options, process)).rejects.toMatchObject({ code: 'bad_config' })
      expect(existsSync(dataDir)).toBe(false)
      expect(await run(['restore', file], { DRAGOMAN_DATA_DIR: dataDir })).toMatchObject({ code: 0 })
    })
  })

  it('continues when the note is unreadable, or belongs to another installation', async () => {
    await removeNote()
    const other = { installation: '/elsewhere', data_dir: dragoman.dataDir, url: dragoman.url, pid: 1 }
    const files = ['other', 'broken'].map(name => join(STATE, `dragoman/servers/${name}.json`)) as [string, string]
    await writeFile(files[0], JSON.stringify(other))
    await writeFile(files[1], '{')
    await withFolder(async dataDir => {
      expect(await run(['login-link'], { DRAGOMAN_DATA_DIR: dataDir })).toMatchObject({ code: 0 })
    })
    await Promise.all(files.map(file => rm(file)))
  })
})

it('each running server has a note, and a stopped one has none', async () => {
  await withFolder(async dataDir => {
    const before = await notes()
    const serving = start(['serve'], { DRAGOMAN_DATA_DIR: dataDir, DRAGOMAN_PORT: '0' })
    await serving.seen(/listening/)
    expect(await notes()).toHaveLength(before.length + 1)
    serving.child.kill('SIGTERM')
    await serving.ended
    expect(await notes()).toEqual(before)
  })
})

it('a server runs although its note cannot be written', async () => {
  await withFolder(async dataDir => {
    const config = { ...configOf(dataDir), stateDir: '/dev/null/state' }
    await (await registerServer(config, 'http://localhost:4050', log))()
  })
})
