import { expect, it } from 'vitest'
import { describeFirstSteps } from '../../src/cli/first-steps.ts'
import { run } from '../harness/process.ts'
import { startDragoman } from '../harness.ts'

it('tells two commands to copy, and the first of them makes a token that works', async () => {
  const dragoman = await startDragoman()
  const text = describeFirstSteps({ url: dragoman.url, command: 'dragoman', handle: 'ada' })
  expect(text).toContain(`claude mcp add --transport http dragoman ${dragoman.url}/mcp --header`)
  const command = /\$\(dragoman ([^)]+)\)/.exec(text)?.[1] ?? ''
  const { stdout } = await run(command.split(' '), { DRAGOMAN_DATA_DIR: dragoman.dataDir })
  const answer = await fetch(`${dragoman.url}/api/context`, { headers: { authorization: `Bearer ${stdout.trim()}` } })
  expect(await answer.json()).toMatchObject({ user: { handle: 'ada' } })
  await dragoman.stop()
})
