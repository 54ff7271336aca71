import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop, type Loop } from '../loop.ts'

const RES = 'app/src/main/res'
const resources = (text: string): string => `<resources>\n    <string name="title">${text}</string>\n</resources>\n`

const loop = eachLoop(['he', 'zh-Hans', 'pt-BR'])
type File = readonly [folder: string, text: string]
const pushTranslationsAs = (by: Loop['ada'], ...files: readonly File[]) =>
  by.call<{ next: string }>('push_translations', {
    project: loop.project,
    files: files.map(([folder, text]) => ({ path: `${RES}/${folder}/strings.xml`, content: resources(text) })),
  })
const pushTranslations = (...files: readonly File[]) => pushTranslationsAs(loop.ada, ...files)

beforeEach(() => loop.push(resources('Title'), {}, `${RES}/values/strings.xml`))

const pull = async () => (await loop.files()).map(({ path, content }) => [path, content])

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

  it('moves no file of others before a user decides on it', async () => {
    await loop.call('update_project_policy', { review: 'required' })
    await pushTranslations(['values-iw', 'כותרת'])
    const agent = await loop.agent()
    const { next } = await pushTranslationsAs(agent, ['values-he', 'כותרת'], ['values-b+pt+BR', 'Título'])
    expect(next).toContain(
      `Pulls still write he to ${RES}/values-iw/strings.xml. A user or a token with project:admin can move it: push ${RES}/values-he/strings.xml.`,
    )
    expect(await pull()).toEqual([[`${RES}/values-iw/strings.xml`, resources('כותרת')]])
    await pushTranslations(['values-he', 'כותרת'], ['values-b+pt+BR', 'Título'])
    expect(await pull()).toEqual([
      [`${RES}/values-he/strings.xml`, resources('כותרת')],
      [`${RES}/values-b+pt+BR/strings.xml`, resources('Título')],
    ])
  })

  it('is rejected beside one with another spelling', async () => {
    await expect(pushTranslations(['values-he', 'כותרת'], ['values-iw', 'כותרת'])).rejects.toThrow(
      `${RES}/values-iw/strings.xml and ${RES}/values-he/strings.xml are both the he target file of ${RES}/values/strings.xml.`,
    )
  })
})
