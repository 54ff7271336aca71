import { expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'

const loop = eachLoop(['de', 'zh-Hans'])

const importFile = async (path: string, content: string): Promise<string> => {
  const files = [{ path, content }]
  return (await loop.call<{ next: string }>('push_translations', { files })).next
}

it('a pushed file that names another locale is imported, and the answer says so: PO', async () => {
  await loop.push('msgid "Quit"\nmsgstr ""\n', {}, 'po/en.po')
  const po = (header: string, text: string) => `msgid ""\nmsgstr ""\n${header}\nmsgid "Quit"\nmsgstr "${text}"\n`
  expect(await importFile('po/de.po', po('"Language: fr\\n"\n', 'Beenden'))).toContain(
    'In po/de.po, Language is "fr", but the file was read as de: correct it, or push the file as "fr".',
  )
  for (const same of ['"Language: de_DE\\n"\n', '"Language: \\n"\n', '"Project-Id-Version: x\\n"\n'])
    expect(await importFile('po/de.po', po(same, 'Beenden'))).not.toContain('Language is')
  expect(await importFile('po/zh-Hans.po', po('"Language: zh_CN\\n"\n', '退出'))).not.toContain('Language is')
})
