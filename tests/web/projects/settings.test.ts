import { beforeEach, describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { found } from '../../tools/loop.ts'
import { useOwnAcme } from '../scene.ts'
import { openStrings } from '../string-scene.ts'
import { visible } from '../visible.ts'

const scene = useOwnAcme()
const ada = scene.agent
let project: string
let path: string

beforeEach(async () => {
  project = `${scene.acme}/app`
  path = `/p/${project}/settings`
  await openStrings(scene.testApp, ada, project, { hi: 'Hi' })
})

const stored = async () => {
  const { read } = scene.testApp.services.store
  const { id } = found(await read.accounts.by('handle', scene.acme))
  return found(await read.projects.by('name', compoundKey(id, 'app')))
}
const post = async (setting: string, fields: Readonly<Record<string, string>> = {}) => {
  return scene.ada.sendForm(path, { setting, ...fields })
}

describe('the settings of a project', () => {
  it('change its name', async () => {
    const { text } = await post('name', { name: 'The app' })
    expect(visible(text)).toContain('Name saved.')
    expect((await stored()).name).toBe('The app')
  })

  it('add a locale, and remove it with its translations kept', async () => {
    expect(visible((await post('add_locale', { locale: 'pt-br' })).text)).toContain('Locale added.')
    expect((await stored()).target_locales).toContain('pt-BR')
    expect(visible((await post('remove_locale', { locale: 'pt-BR' })).text)).toContain('Its translations are kept.')
    expect((await stored()).target_locales).not.toContain('pt-BR')
  })

  it('name what is wrong beside the field, and keep what was typed', async () => {
    const { status, text } = await post('add_locale', { locale: 'not a locale' })
    expect(status).toBe(400)
    expect(text).toContain('value="not a locale"')
    expect(text).toMatch(/id="add_locale-locale"[^>]*aria-invalid="true"/)
    expect(visible(text)).toContain('The setting was not changed')
  })

  it.each([
    ['add_locale', { locale: 'xx yy' }, '“xx yy” is not a known locale. Enter a BCP 47 tag, such as de or pt-BR.'],
    ['add_locale', { locale: ' ' }, 'Enter a locale.'],
    ['add_locale', { locale: 'EN' }, 'en is the source locale.'],
    ['path', { source: '', target: 'locales/{locale}.json' }, 'Enter the path of a source file.'],
    ['path', { source: 'locales/en.json', target: 'x.json' }, 'Put {locale} into the target path,'],
    ['delete', { confirm: 'app' }, 'to confirm'],
  ] as const)('explain a fault without the arguments of tools: %s %j', async (setting, fields, message) => {
    const { status, text } = await post(setting, fields)
    expect(status).toBe(400)
    const notice = visible(/<div class="notice danger".*?<\/div>/s.exec(text)?.[0] ?? '')
    expect(notice).toContain(message)
    expect(notice).not.toMatch(/add_locales|files\.0|confirm is|target_locales/)
  })

  it('set the target path of a file', async () => {
    await post('path', { source: 'locales/en.json', target: 'locales/{locale}.json' })
    expect((await stored()).files).toMatchObject([{ source: 'locales/en.json', target: 'locales/{locale}.json' }])
    const { status, text } = await post('path', { source: 'locales/en.json', target: 'locales/de.json' })
    expect(status).toBe(400)
    expect(text).toContain('value="locales/de.json"')
  })

  it('say in words what each choice of the policy means, and save it', async () => {
    const { text } = await scene.ada.get(path)
    expect(visible(text)).toContain('Translations by agents Are used at once Wait for a review')
    const choices = {
      review: 'required',
      approve: 'people',
      four_eyes: 'yes',
      agents_replace: 'no',
      export: 'approved',
      changes_requested: 'current',
    }
    expect(visible((await post('policy', choices)).text)).toContain('Policy saved.')
    const { settings } = await stored()
    expect(settings).toMatchObject({ ...choices, four_eyes: true, agents_replace: false })
  })

  it('set the level of a check, and reset it', async () => {
    await post('levels', { 'level-end_punctuation': 'off' })
    expect((await stored()).settings.levels).toEqual({ end_punctuation: 'off' })
    await post('levels', { 'level-end_punctuation': 'default' })
    expect((await stored()).settings.levels).toEqual({})
  })

  it('delete the project after its name was typed', async () => {
    const wrong = await post('delete', { confirm: 'app' })
    expect(wrong.status).toBe(400)
    expect((await stored()).deleted_at).toBeNull()
    const { path: to } = await post('delete', { confirm: project })
    expect(to).toBe('/')
    expect((await stored()).deleted_at).not.toBeNull()
  })

  it('are read by members, who change what the tools let them', async () => {
    const bea = await scene.signedIn('bea')
    const { text } = await bea.get(path)
    expect(visible(text)).toContain(`Only administrators can change the policy of ${project}.`)
    expect(text).not.toContain('value="policy"')
    expect(text).not.toContain('value="delete"')
    expect((await bea.post(path, { setting: 'policy', review: 'required' })).status).toBe(403)
  })

  it('refuse a form without a setting', async () => {
    expect((await scene.ada.sendForm(path, { setting: 'owner' })).status).toBe(400)
  })
})

describe('the files of a project', () => {
  it('are listed with strings, progress and target path, and lead to their strings', async () => {
    const { text } = await scene.ada.get(`/p/${project}/files`)
    const words = visible(text)
    expect(words).toMatch(/locales\/en\.json json · /)
    expect(words).toContain('1 string')
    expect(text).toContain(`/p/${project}/strings?file=locales%2Fen.json`)
    expect(text).toMatch(/aria-label="locales\/en\.json: 0 of \d translations done"/)
  })

  it('explain how to push the first one', async () => {
    const empty = `${scene.acme}/empty`
    await ada.call('create_project', { project: empty, source_locale: 'en', target_locales: ['de'] })
    const { text } = await scene.ada.get(`/p/${empty}/files`)
    expect(visible(text)).toContain('No source files yet')
    expect(text).toContain(`Push the source files of this repository to the Dragoman project ${empty}.`)
  })
})
