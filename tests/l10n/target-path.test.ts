import { describe, expect, it } from 'vitest'
import { exampleTarget, guessTargetTemplate } from '../../src/l10n/files/guess-target.ts'
import { matchTemplate } from '../../src/l10n/files/match-template.ts'
import { checkPlace, findApprovalReason, targetPath } from '../../src/l10n/files/target-path.ts'
import { spellsLocale } from '../../src/l10n/locales/spellings.ts'

/** A target for a source file of the same name, unless another source is given. */
const place = (
  target: string,
  aliases: Readonly<Record<string, string>> = {},
  source = `l/${target.split('/').at(-1)}`,
) => ({
  source,
  target,
  aliases,
})

describe('a default target path', () => {
  const guesses: [source: string, locale: string, template: string | undefined, german: string | undefined][] = [
    ['locales/en.json', 'en', 'locales/{locale}.json', 'locales/pt-BR.json'],
    ['en/common.json', 'en', '{locale}/common.json', 'pt-BR/common.json'],
    ['src/i18n/en-US.json', 'en-US', 'src/i18n/{locale}.json', 'src/i18n/pt-BR.json'],
    ['src/i18n/en_US.json', 'en-US', 'src/i18n/{locale_underscore}.json', 'src/i18n/pt_BR.json'],
    ['src/i18n/en-us.json', 'en-US', 'src/i18n/{locale_lower}.json', 'src/i18n/pt-br.json'],
    ['src/i18n/en.json', 'en-US', 'src/i18n/{locale}.json', 'src/i18n/pt-BR.json'],
    ['en/pages/en.json', 'en', 'en/pages/{locale}.json', 'en/pages/pt-BR.json'],
    ['lib/app_en.json', 'en', 'lib/app_{locale}.json', 'lib/app_pt-BR.json'],
    ['lib/l10n/app_en.arb', 'en', 'lib/l10n/app_{locale_underscore}.arb', 'lib/l10n/app_pt_BR.arb'],
    [
      'locale/en/LC_MESSAGES/a.po',
      'en',
      'locale/{locale_underscore}/LC_MESSAGES/a.po',
      'locale/pt_BR/LC_MESSAGES/a.po',
    ],
    [
      'app/src/main/res/values/strings.xml',
      'en',
      'app/src/main/res/values-{locale_android}/strings.xml',
      'app/src/main/res/values-pt-rBR/strings.xml',
    ],
    ['res/values-en/strings.xml', 'en', 'res/values-{locale_android}/strings.xml', 'res/values-pt-rBR/strings.xml'],
    ['App/Base.lproj/Main.strings', 'en', 'App/{locale}.lproj/Main.strings', 'App/pt-BR.lproj/Main.strings'],
    ['Properties/Resources.resx', 'en', 'Properties/Resources.{locale}.resx', 'Properties/Resources.pt-BR.resx'],
    ['Strings/en-US/Resources.resw', 'en-US', 'Strings/{locale}/Resources.resw', 'Strings/pt-BR/Resources.resw'],
    [
      'src/main/resources/messages.properties',
      'en',
      'src/main/resources/messages_{locale_underscore}.properties',
      'src/main/resources/messages_pt_BR.properties',
    ],
    ['src/locale/messages.xlf', 'en', 'src/locale/messages.{locale}.xlf', 'src/locale/messages.pt-BR.xlf'],
    ['config/locales/devise.en.yml', 'en', 'config/locales/devise.{locale}.yml', 'config/locales/devise.pt-BR.yml'],
    ['src/i18n/en.ts', 'en', 'src/i18n/{locale}.ts', 'src/i18n/pt-BR.ts'],
    ['lang/en/auth.php', 'en', 'lang/{locale}/auth.php', 'lang/pt-BR/auth.php'],
    ['locale/en-US/main.ftl', 'en-US', 'locale/{locale}/main.ftl', 'locale/pt-BR/main.ftl'],
    [
      'docs/src/content/docs/guides/a.mdx',
      'en',
      'docs/src/content/docs/{locale}/guides/a.mdx',
      'docs/src/content/docs/pt-BR/guides/a.mdx',
    ],
    ['en-US/app.json', 'en', '{locale}/app.json', 'pt-BR/app.json'],
    ['src/i18n/en-us.json', 'en', 'src/i18n/{locale_lower}.json', 'src/i18n/pt-br.json'],
    ['po/en_US.po', 'en', 'po/{locale_underscore}.po', 'po/pt_BR.po'],
    ['i18n/app_en_US.properties', 'en', 'i18n/app_{locale_underscore}.properties', 'i18n/app_pt_BR.properties'],
    ['App/en-US.lproj/a.strings', 'en', 'App/{locale}.lproj/a.strings', 'App/pt-BR.lproj/a.strings'],
    ['res/values-en-rUS/a.xml', 'en', 'res/values-{locale_android}/a.xml', 'res/values-pt-rBR/a.xml'],
    ['res/values-b+zh+Hans/a.xml', 'zh-Hans', 'res/values-{locale_android}/a.xml', 'res/values-pt-rBR/a.xml'],
    ['res/values-en-night/a.xml', 'en', undefined, undefined],
    ['docs/en-to-de.json', 'en', undefined, undefined],
    ['README.md', 'en', undefined, undefined],
    ['l10n/JabRef_en.properties', 'en', 'l10n/JabRef_{locale_underscore}.properties', 'l10n/JabRef_pt_BR.properties'],
    ['messages.json', 'en', undefined, undefined],
    ['content/open.json', 'en', undefined, undefined],
  ]
  for (const [source, locale, template, target] of guesses) {
    it(`is ${template} for ${source}, and needs no approval`, () => {
      expect(guessTargetTemplate(source, locale)).toBe(template)
      if (template === undefined) return
      expect(targetPath(place(template), 'pt-BR')).toBe(target)
      expect(findApprovalReason(place(template, {}, source), 'pt-BR')).toBeUndefined()
    })
  }
})

describe('a default target path of programs that load one spelling', () => {
  /** The template, and its paths for pt-BR, zh-Hans and de. */
  const guesses: [source: string, locale: string, template: string, paths: string][] = [
    ['_locales/en/messages.json', 'en', '_locales/{locale_webextension}/messages.json', 'pt_BR zh_CN de'],
    ['src/_locales/en/messages.json', 'en-US', 'src/_locales/{locale_webextension}/messages.json', 'pt_BR zh_CN de'],
    ['a/b/_locales/en_US/messages.json', 'en', 'a/b/_locales/{locale_webextension}/messages.json', 'pt_BR zh_CN de'],
    ['assets/m/lang/en_us.json', 'en-US', 'assets/m/lang/{locale_minecraft}.json', 'pt_br zh_cn de_de'],
    ['assets/m/lang/en_us.json', 'en', 'assets/m/lang/{locale_minecraft}.json', 'pt_br zh_cn de_de'],
    ['common/lang/en_us.json', 'en', 'common/lang/{locale_minecraft}.json', 'pt_br zh_cn de_de'],
    ['lang/en.json', 'en', 'lang/{locale}.json', 'pt-BR zh-Hans de'],
    ['text/en_us.json', 'en-US', 'text/{locale_lower_underscore}.json', 'pt_br zh_hans de'],
    ['text/en_us.json', 'en', 'text/{locale_lower_underscore}.json', 'pt_br zh_hans de'],
    ['package.nls.json', 'en', 'package.nls.{locale_vscode}.json', 'pt-br zh-cn de'],
    ['extensions/en/package.nls.json', 'en', 'extensions/en/package.nls.{locale_vscode}.json', 'pt-br zh-cn de'],
    ['l10n/bundle.l10n.json', 'en', 'l10n/bundle.l10n.{locale_vscode}.json', 'pt-br zh-cn de'],
    ['i18n/en/code.json', 'en', 'i18n/{locale}/code.json', 'pt-BR zh-Hans de'],
    [
      'i18n/en/docusaurus-theme-classic/en/footer.json',
      'en',
      'i18n/{locale}/docusaurus-theme-classic/en/footer.json',
      'pt-BR zh-Hans de',
    ],
    ['locales/en.default.json', 'en', 'locales/{locale}.json', 'pt-BR zh-Hans de'],
    ['locales/en.default.schema.json', 'en', 'locales/{locale}.schema.json', 'pt-BR zh-Hans de'],
    ['translations/messages.en.yaml', 'en', 'translations/messages.{locale_underscore}.yaml', 'pt_BR zh_Hans de'],
  ]
  it.each(guesses)('of %s in %s is %s', (source, locale, template, paths) => {
    expect(guessTargetTemplate(source, locale)).toBe(template)
    for (const [at, spelled] of paths.split(' ').entries()) {
      const target = ['pt-BR', 'zh-Hans', 'de'][at] ?? ''
      const path = template.replace(/\{\w+\}/, spelled)
      expect(targetPath(place(template), target)).toBe(path)
      expect(findApprovalReason(place(template, {}, source), target)).toBeUndefined()
      expect(() => checkPlace(place(template), target)).not.toThrow()
      expect(matchTemplate(place(template), path, ['ja', target])?.locale).toBe(target)
    }
  })

  const QT = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="en">\n'
  const JAVA = '<!DOCTYPE properties SYSTEM "http://java.sun.com/dtd/properties.dtd">\n<properties>\n'
  it.each([
    ['i18n/en.json', '{\n\t"@metadata": {\n\t\t"authors": []\n\t}\n}', 'i18n/{locale_lower}.json'],
    ['i18n/en.json', '{ "about": "About" }', 'i18n/{locale}.json'],
    ['translations/app_en.ts', QT, 'translations/app_{locale_underscore}.ts'],
    ['translations/app.ts', QT, 'translations/app_{locale_underscore}.ts'],
    ['translations/app_en.ts', 'export default {}', 'translations/app_{locale}.ts'],
    ['src/locale/messages.json', '{\n  "locale": "en",\n  "translations": {}\n}', 'src/locale/messages.{locale}.json'],
    ['src/locale/messages.json', '{ "locale": "Locale" }', undefined],
    ['res/messages.xml', JAVA, 'res/messages_{locale_underscore}.xml'],
    ['res/messages_en.xml', JAVA, 'res/messages_{locale_underscore}.xml'],
    ['res/messages.xml', '<resources/>', undefined],
    ['src/locales/en.po', 'msgid ""\nmsgstr ""\n"X-Generator: @lingui/cli\\n"\n', 'src/locales/{locale}.po'],
    ['messages/en.po', 'msgid ""\nmsgstr ""\n"X-Generator: next-intl\\n"\n', 'messages/{locale}.po'],
    ['messages/en.po', 'msgid ""\nmsgstr ""\n"X-Generator: Poedit 3.4\\n"\n', 'messages/{locale_underscore}.po'],
  ])('of %s follows its content', (source, text, template) => {
    expect(guessTargetTemplate(source, 'en', text)).toBe(template)
  })

  it.each([
    ['de', 'de_de'],
    ['zh-Hant', 'zh_tw'],
    ['zh-HK', 'zh_hk'],
    ['pt', 'pt_br'],
    ['nb', 'no_no'],
    ['sr', 'sr_sp'],
    ['es-419', 'es_mx'],
  ])('spells %s as %s for Minecraft', (locale, spelled) => {
    expect(targetPath(place('lang/{locale_minecraft}.json'), locale)).toBe(`lang/${spelled}.json`)
  })
})

describe('{locale_android}', () => {
  const folders: [locale: string, folder: string][] = [
    ['de', 'values-de'],
    ['pt-BR', 'values-pt-rBR'],
    ['he', 'values-iw'],
    ['id', 'values-in'],
    ['yi', 'values-ji'],
    ['fil', 'values-fil'],
    ['sr-Latn', 'values-b+sr+Latn'],
    ['zh-Hans-CN', 'values-b+zh+Hans+CN'],
    ['es-419', 'values-b+es+419'],
    ['ca-valencia', 'values-b+ca+valencia'],
  ]
  for (const [locale, folder] of folders) {
    it(`spells ${locale} as ${folder}, without approval`, () => {
      const one = place('res/values-{locale_android}/strings.xml')
      expect(targetPath(one, locale)).toBe(`res/${folder}/strings.xml`)
      expect(findApprovalReason(one, locale)).toBeUndefined()
      expect(() => checkPlace(one, locale)).not.toThrow()
      expect(spellsLocale(folder, locale)).toBe(true)
    })
  }
})

describe('a target path', () => {
  it('uses the alias of its locale, and nothing from the prototype', () => {
    expect(targetPath(place('values-{locale}/strings.json', { he: 'iw' }), 'he')).toBe('values-iw/strings.json')
    expect(targetPath(place('{locale}.json'), 'constructor')).toBe('constructor.json')
    expect(targetPath(place('{locale}.json', { de: '$&$1' }), 'de')).toBe('$&$1.json')
  })

  it('cannot leave its folder by an alias', () => {
    for (const alias of [
      '..',
      '.claude/settings',
      'a/b',
      '',
      'a.b',
      '$&',
      '.x',
      'x'.repeat(41),
      '-x',
      'de\n',
      'a\\b',
    ]) {
      expect(() => checkPlace(place('{locale}/a.json', { de: alias }), 'de'), alias).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      )
    }
    for (const alias of ['iw', 'pt-rBR', 'zh_CN', 'ca@valencia', 'français', '日本語', 'de.lproj', 'values-b+de+DE'])
      expect(() => checkPlace(place('{locale}/a.json', { de: alias }), 'de')).not.toThrow()
    expect(() => checkPlace(place('{locale}.json', { de: 'package' }), 'de')).toThrow(/tools run/)
  })

  const unusual: [target: string, locale: string, aliases: Readonly<Record<string, string>>, why: RegExp][] = [
    ['{locale}.json', 'de', { de: 'opencode' }, /"opencode" is not a spelling of de/],
    ['apps/{locale}/moon.yml', 'de', {}, /moon runs commands from moon.yml/],
    ['x/{locale}/Fleet.yaml', 'de', {}, /Fleet runs/],
    ['plugin/commands/{locale}.md', 'de', {}, /Coding agents/],
    ['Agents/x/{locale}/a.mdx', 'de', {}, /Coding agents/],
    ['l/{locale}.json', 'de', { de: 'german' }, /not a spelling/],
    ['l/{locale}.json', 'cs', { cs: 'cz' }, /not a spelling/],
    ['openco{locale}.json', 'de', {}, /touch \{locale\}/],
    ['{locale}{locale}.json', 'de', {}, /touch/],
    ['{locale_lower}s.json', 'de', {}, /touch/],
    ['v2{locale}.json', 'de', {}, /touch/],
    ['*{locale}.json', 'de', {}, /touch/],
    ['lang\u0301{locale}.json', 'de', {}, /touch/],
    ['l/{locale}/x.json', 'renovate-x-a', {}, /does not know the language/],
    ['{locale}.json', 'zog', {}, /does not know the language of locale "zog"/],
    ['l/{locale}.json', 'zog-x-a', {}, /does not know the language/],
    ['l/{locale}.json', 'art', {}, /does not know the language/],
    ['libs/{locale}/project.json', 'de', {}, /Nx/],
  ]
  for (const [target, locale, aliases, why] of unusual) {
    it(`needs an approval: ${target} for ${locale} with ${JSON.stringify(aliases)}`, () => {
      expect(findApprovalReason(place(target, aliases), locale)).toMatchObject({
        why: expect.stringMatching(why),
        fix: expect.any(String),
      })
    })
  }

  it('needs an approval for a file name that neither has {locale} nor is that of the source', () => {
    const others: [target: string, source: string][] = [
      ['{locale}/newtool.json', 'l/en.json'],
      ['{locale}/sub/newtool.json', 'newtool.json/en.json'],
      ['{locale}/newtool.json', 'l/xnewtool.json'],
      ['{locale}/x-*.json', 'l/*.json'],
      ['{locale}/newtool.po', 'l/newtool.po.json'],
    ]
    for (const [target, source] of others)
      expect(findApprovalReason(place(target, {}, source), 'bin'), target).toMatchObject({
        why: expect.stringMatching(/^File name ".*" has no \{locale\}/),
        fix: expect.stringContaining('{locale}'),
      })
    const own: [target: string, source: string][] = [
      ['{locale}/LC_MESSAGES/app.po', 'locales/app.pot'],
      ['{locale}/LC_MESSAGES/app.po', 'en/LC_MESSAGES/app.po'],
      ['l/{locale}/messages.json', 'l/en/messages.json'],
      ['l/{locale}/*.json', 'l/en/*.json'],
      ['l/{locale}/en.json', 'l/en.json'],
      ['x/*_{locale}.json', 'l/*.json'],
    ]
    for (const [target, source] of own)
      expect(findApprovalReason(place(target, {}, source), 'de'), target).toBeUndefined()
  })

  it('needs none for a private-use locale, or a language with a three-letter code', () => {
    for (const locale of ['qaa', 'qtz-DE', 'art-x-klingon', 'fil', 'yue-Hant', 'de-x-pirate'])
      expect(findApprovalReason(place('{locale}.json'), locale), locale).toBeUndefined()
  })

  it('needs none for the layouts of common frameworks', () => {
    const usual: [target: string, path: string, locale: string, alias?: string][] = [
      ['config/locales/{locale}.yml', 'config/locales/de.yml', 'de'],
      ['config/locales/devise.{locale}.yml', 'config/locales/devise.de.yml', 'de'],
      ['res/{locale}/strings.xml', 'res/values-de-rDE/strings.xml', 'de', 'values-de-rDE'],
      ['res/values-{locale}/strings.xml', 'res/values-b+sr+Latn/strings.xml', 'sr-Latn', 'b+sr+Latn'],
      ['App/{locale}.lproj/Localizable.strings', 'App/zh-Hans.lproj/Localizable.strings', 'zh-Hans'],
      ['locale/{locale_underscore}/LC_MESSAGES/django.po', 'locale/pt_BR/LC_MESSAGES/django.po', 'pt-BR'],
      ['po/{locale}.po', 'po/sr@latin.po', 'sr-Latn', 'sr@latin'],
      ['lib/l10n/app_{locale}.arb', 'lib/l10n/app_de.arb', 'de'],
      ['_locales/{locale_underscore}/messages.json', '_locales/pt_BR/messages.json', 'pt-BR'],
      ['l10n/JabRef_{locale}.properties', 'l10n/JabRef_zh_CN.properties', 'zh-Hans', 'zh_CN'],
      ['Properties/Resources.{locale}.resx', 'Properties/Resources.ar-YE.resx', 'ar', 'ar-YE'],
      ['public/locales/{locale}/app.json', 'public/locales/de/app.json', 'de'],
      ['locales/{locale}/mcp.json', 'locales/pt-BR/mcp.json', 'pt-BR'],
      ['{locale}.json', 'de.json', 'de'],
      ['lang/{locale}.json', 'lang/zhHans.json', 'zh-Hans', 'zhHans'],
      ['app/[{locale}]/x.json', 'app/[de]/x.json', 'de'],
      ['l/{locale}.json', 'l/de-x-pirate.json', 'de-x-pirate'],
    ]
    for (const [target, path, locale, alias] of usual) {
      const given = place(target, alias === undefined ? {} : { [locale]: alias })
      expect(targetPath(given, locale)).toBe(path)
      expect(findApprovalReason(given, locale), path).toBeUndefined()
      expect(() => checkPlace(given, locale)).not.toThrow()
    }
  })
})

it('an example of a target template has the name of the source file', () => {
  expect(exampleTarget('docs/intro.mdx')).toBe('i18n/{locale}/intro.mdx')
  expect(exampleTarget('README.md')).toBe('i18n/{locale}/README.md')
  expect(exampleTarget('po/app.pot')).toBe('i18n/{locale}/app.po')
})
