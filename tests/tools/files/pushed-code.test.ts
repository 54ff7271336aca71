import { expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'
import { expectRefusal } from '../world.ts'

const loop = eachLoop(['de'])

const push = (content: string) => loop.call('push_translations', { files: [{ path: 'lang/de/app.php', content }] })

it('a pushed file with code is refused, unless its source file has the code', async () => {
  const content = "<?php\n\nreturn [\n    'a' => 'x',\n    'b' => t('y'),\n];\n"
  await loop.call('push_source', { files: [{ path: 'lang/en/app.php', content }] })
  const evil = content.replace("'x'", "system('id')")
  await expectRefusal(push(evil), 'invalid_input', `4:12: its source file does not have the code "system('id')"`)
  expect(await push(content.replace("'x'", "'X'"))).toMatchObject({ imported: 1 })
  const answer = await loop.call<{ next: string }>('pull_translations', { content: false })
  expect(answer.next).toContain('Files have code: read git diff before you run it.')
})
