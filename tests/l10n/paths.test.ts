import { describe, expect, it } from 'vitest'
import { checkPath, checkTarget, checkTextFile, defaultTargetTemplate, targetPath } from '../../src/l10n/paths.ts'

describe('checkPath', () => {
  it('takes paths below the root of a repository', () => {
    for (const path of ['locales/en.json', 'a b/ü.json', '.github/x.json', '.gitignore', 'a/.gitkeep'])
      expect(checkPath(path)).toBe(path)
  })

  const refused = [
    '',
    '/etc/passwd',
    'C:/x',
    '../x',
    'a/../b',
    'a/./b',
    'a//b',
    'a/',
    '.git/config',
    'a/.GIT/x',
    '.git./x',
    '.g\u200Cit/x',
    'git~1/x',
    'a\nb',
    'a\0',
    'a\\b',
    '-rf',
    'a/-x',
    'x'.repeat(401),
    '\uD800',
  ]
  for (const path of refused) {
    it(`refuses ${JSON.stringify(path.slice(0, 20))}`, () => {
      expect(() => checkPath(path)).toThrow(
        expect.objectContaining({ code: 'invalid_input', fix: expect.stringContaining('locales/en.json') }),
      )
    })
  }
})

const TOOL_FILES = [
  'package.json',
  'web/Package.JSON',
  'pac\u212Aage.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'composer.json',
  'deno.json',
  't\u017Fconfig.json',
  'tsconfig.build.json',
  'jsconfig.json',
  'babel.config.json',
  'src-tauri/tauri.conf.json',
  'apps/web/nx.json',
]

describe('where no texts are kept', () => {
  const places = [
    '.claude/settings.json',
    'a/.vscode/tasks.json',
    '.mcp.json',
    'CLAUDE~1/settings.json',
    'node_modules/x/de.json',
  ]
  for (const path of [...TOOL_FILES, ...places]) {
    it(`refuses ${JSON.stringify(path)} as a target`, () => {
      expect(() => checkTarget(path)).toThrow(
        expect.objectContaining({ code: 'invalid_input', fix: expect.stringContaining('locales/{locale}.json') }),
      )
    })
  }

  it('refuses the files of tools as files of texts', () => {
    for (const path of TOOL_FILES)
      expect(() => checkTextFile(path)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })

  it('takes what repositories call their texts', () => {
    const names = ['settings', 'tasks', 'project', 'app', 'common', 'packages', 'tsconfigs', 'manifest', 'config']
    for (const name of names) {
      expect(checkTarget(`locales/de/${name}.json`)).toBe(`locales/de/${name}.json`)
      expect(checkTextFile(`.storybook/en/${name}.json`)).toBe(`.storybook/en/${name}.json`)
    }
    expect(checkTarget('Resources/nb-NO.lproj/x.json')).toBe('Resources/nb-NO.lproj/x.json')
  })
})

describe('target paths', () => {
  const guesses: [source: string, locale: string, template: string | undefined, german: string | undefined][] = [
    ['locales/en.json', 'en', 'locales/{locale}.json', 'locales/pt-BR.json'],
    ['en/common.json', 'en', '{locale}/common.json', 'pt-BR/common.json'],
    ['src/i18n/en-US.json', 'en-US', 'src/i18n/{locale}.json', 'src/i18n/pt-BR.json'],
    ['src/i18n/en_US.json', 'en-US', 'src/i18n/{locale_underscore}.json', 'src/i18n/pt_BR.json'],
    ['src/i18n/en-us.json', 'en-US', 'src/i18n/{locale_lower}.json', 'src/i18n/pt-br.json'],
    ['src/i18n/en.json', 'en-US', 'src/i18n/{locale}.json', 'src/i18n/pt-BR.json'],
    ['en/pages/en.json', 'en', 'en/pages/{locale}.json', 'en/pages/pt-BR.json'],
    ['lib/app_en.json', 'en', 'lib/app_{locale}.json', 'lib/app_pt-BR.json'],
    ['messages.json', 'en', undefined, undefined],
    ['content/open.json', 'en', undefined, undefined],
  ]
  for (const [source, locale, template, target] of guesses) {
    it(`guesses ${template} for ${source}`, () => {
      expect(defaultTargetTemplate(source, locale)).toBe(template)
      expect(template === undefined ? undefined : targetPath(template, 'pt-BR')).toBe(target)
    })
  }

  it('writes the alias of a locale, and nothing from the prototype', () => {
    expect(targetPath('values-{locale}/strings.json', 'he', { he: 'iw' })).toBe('values-iw/strings.json')
    expect(targetPath('{locale}.json', 'constructor')).toBe('constructor.json')
  })

  it('refuses a template without a locale, and an alias that leaves the repository', () => {
    expect(() => targetPath('locales/target.json', 'de')).toThrow(
      expect.objectContaining({ fix: expect.stringContaining('{locale}') }),
    )
    for (const alias of ['..', '.claude/settings', 'a/b', '', 'a.b', '$&', '.x', 'x'.repeat(41), '-x']) {
      expect(() => targetPath('{locale}/a.json', 'de', { de: alias })).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      )
    }
    for (const alias of ['iw', 'pt-rBR', 'zh_CN', 'ca@valencia', 'français', '日本語'])
      expect(targetPath('{locale}/a.json', 'de', { de: alias })).toBe(`${alias}/a.json`)
    expect(() => targetPath('{locale}.json', 'de', { de: 'package' })).toThrow(/tools run/)
  })
})
