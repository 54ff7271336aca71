import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loop, openLoop } from '../loop.ts'

const RES = 'app/src/main/res'
const resources = (text: string): string => `<resources>\n    <string name="title">${text}</string>\n</resources>\n`

let loop: Loop
const pushTranslations = (...files: readonly (readonly [folder: string, text: string])[]) =>
  loop.ada.call<{ next: string }>('push_translations', {
    project: loop.project,
    files: files.map(([folder, text]) => ({ path: `${RES}/${folder}/strings.xml`, content: resources(text) })),
  })

beforeEach(async () => {
  loop = await openLoop(['he', 'zh-Hans', 'pt-BR'])
  await loop.push(resources('Title'), {}, `${RES}/values/strings.xml`)
})
afterEach(() => loop.close())

const pull = async () => {
  const answer = await loop.ada.call<{ files: readonly { path: string; content: string }[] }>('pull_translations', {
    project: loop.project,
  })
  return answer.files.map(({ path, content }) => [path, content])
}

describe('a translated Android file', () => {
  it('keeps the spelling of the locale in its folder', async () => {
    await pushTranslations(['values-he', 'כותרת'], ['values-b+zh+Hans', '标题'], ['values-pt-rBR', 'Título'])
    expect(await pull()).toEqual([
      [`${RES}/values-he/strings.xml`, resources('כותרת')],
      [`${RES}/values-b+zh+Hans/strings.xml`, resources('标题')],
      [`${RES}/values-pt-rBR/strings.xml`, resources('Título')],
    ])
  })

  it('that spells it in another way than before is written from now on, and the answer says so', async () => {
    const { next } = await pushTranslations(['values-iw', 'כותרת'])
    expect(next).not.toContain('Pulls now write')
    expect((await pushTranslations(['values-he', 'הכותרת'])).next).toContain(
      `Pulls now write he to ${RES}/values-he/strings.xml, not to ${RES}/values-iw/strings.xml: keep only one of these files.`,
    )
    expect(await pull()).toEqual([[`${RES}/values-he/strings.xml`, resources('הכותרת')]])
  })

  it('is rejected beside one with another spelling', async () => {
    await expect(pushTranslations(['values-he', 'כותרת'], ['values-iw', 'כותרת'])).rejects.toThrow(
      `${RES}/values-iw/strings.xml and ${RES}/values-he/strings.xml are both the he target file of ${RES}/values/strings.xml.`,
    )
  })
})
