import { describe, expect, it } from 'vitest'
import { allTests } from '../../harness/each-test.ts'
import { openLoop } from '../loop.ts'

const loop = allTests(() => openLoop())

interface Row {
  readonly format: string
  readonly sure: { readonly format: string }
  readonly could_be?: readonly string[]
}

const detect = async (path: string, content: string, more: object = {}) => {
  const answer: { files: readonly [Row]; next: string } = await loop.call('push_source', {
    files: [
      { path, content, target: `${path.replace(/[^/]*$/, '')}{locale}${/\.\w+$/.exec(path)?.[0] ?? ''}`, ...more },
    ],
    dry_run: true,
  })
  return { ...answer.files[0], next: answer.next }
}

describe('the format of a new file', () => {
  it.each([
    ['locales/en.json', '{"a": "A", "b": {"c": "C"}}', 'json'],
    ['locales/en.json', '{"step_one": "Begin", "step_last": "End"}', 'json'],
    ['locales/en.json', '{"a": {"defaultMessage": "A", "description": "B"}}', 'json'],
    ['locales/en.json', '{"item_one": "{{count}} item", "item_other": "{{count}} items"}', 'i18next'],
    ['i18n.json', '{"en": {"a": {"message": "A"}}}', 'json'],
    ['_locales/en/messages.json', '{"a": {"message": "A"}}', 'json-messages'],
    ['package.nls.json', '{"a": "A"}', 'json-messages'],
    ['src/en.json', '{"a": {"message": "$N$", "placeholders": {"n": {"content": "$1"}}}}', 'json-messages'],
    ['src/locale/messages.json', '{"locale": "en", "translations": {"a": "A"}}', 'angular-json'],
    ['lib/app_en.arb', '{"a": "A"}', 'arb'],
    ['lib/l10n/en.json', '{"@@locale": "en", "a": "A", "@a": {"description": "B"}}', 'arb'],
    ['locales/ja.json', '{"item_other": "{{count}}個"}', 'i18next'],
    ['locales/ja.json', '{"reason_other": "その他"}', 'json'],
    ['config/locales/en.yml', 'en:\n  a: A\n', 'rails'],
    ['locales/en.yml', 'en:\n  a: Hi %{name}\n', 'rails'],
    ['locales/en.yml', 'a: A\n', 'yaml'],
    ['app/src/main/res/values/strings.xml', '<resources>\n  <string name="a">A</string>\n</resources>\n', 'android'],
  ])('of %s with %s is certain', async (path, content, format) => {
    const found = await detect(path, content)
    expect([found.format, found.sure.format]).toEqual([format, 'certain'])
    expect(found).not.toHaveProperty('could_be')
    expect(found.next).not.toContain('is read as')
  })

  it.each([
    ['locales/en.json', '{"item_one": "Item", "item_other": "Items"}', 'i18next', ['json']],
    ['locales/en.json', '{"step_one": "Begin", "step_two": "End"}', 'json', ['i18next']],
    ['locales/en.json', '{"errors": {"message": "Failed"}, "done": {"message": "Done"}}', 'json', ['json-messages']],
    ['locales/en.json', '{"a": {"message": "A", "owner": "x"}, "b": "B"}', 'json', ['json-messages']],
    ['locales/en.json', '{"a": {"message": "A", "description": "B"}}', 'json-messages', ['json']],
    ['locales/en.json', '{"item": "{{count}} item", "item_plural": "{{count}} items"}', 'json', ['i18next']],
    ['locales/en.json', '{"a_zero": "A", "a_one": "B", "a_few": "C", "a_many": "D"}', 'i18next', ['json']],
    ['locales/en.json', '{"a": {"value": "A", "comment": "B"}}', 'json', ['json-messages']],
    ['_locales/en/messages.json', '{"a": {"title": "A", "note": "B"}}', 'json', ['json-messages']],
    ['lib/l10n/en.json', '{"a": "A", "@a": "B"}', 'json', ['arb']],
    ['locales/en.json', '{"item_other": "{{count}} tệp"}', 'json', ['i18next']],
    ['locales/en.yml', 'en:\n  a: A\n', 'rails', ['yaml']],
    ['texts/en.xml', '<resources>\n  <string name="a">A</string>\n</resources>\n', 'android', ['compose']],
  ])('of %s with %s is likely, and names what else it could be', async (path, content, format, rivals) => {
    const found = await detect(path, content)
    expect([found.format, found.sure.format, found.could_be]).toEqual([format, 'likely', rivals])
    expect(found.next).toContain(
      `"${path}" is read as ${format}: if it is ${rivals[0]}, push it again with format: ${rivals[0]}.`,
    )
  })

  it('has no rivals once it was chosen', async () => {
    const found = await detect('locales/en.json', '{"item_one": "Item", "item_other": "Items"}', { format: 'json' })
    expect([found.format, found.sure.format]).toEqual(['json', 'set'])
    expect(found).not.toHaveProperty('could_be')
  })
})

it.each([['locales/en.dtd', 'a DTD of Mozilla']])(
  'refuses %s by the name of its family, also where its path says the locale',
  async (path, family) => {
    const pushed = loop.call('push_source', { files: [{ path, content: 'a' }] })
    await expect(pushed).rejects.toThrow(`"${path}" is ${family}, which is not supported.`)
  },
)
