import { describe, expect, it } from 'vitest'
import { checkTarget, checkTextFile } from '../../src/l10n/files/paths.ts'
import { checkPlace } from '../../src/l10n/files/target-path.ts'

/** Scripts that tools run, even in a folder that is named after a locale. */
const TOOL_SCRIPTS = [
  'vite.config.ts',
  'Vite.Config.TS',
  'next.config.mjs',
  'karma.conf.js',
  'jest.setup.ts',
  'gulpfile.js',
  'Gruntfile.cjs',
  'webpack.prod.js',
  'webpack.mix.js',
  'middleware.ts',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'texts.test.ts',
  'texts.spec.js',
  'test-texts.mjs',
  'texts_test.js',
  'texts.stories.ts',
  'page.tsx',
  'route.ts',
  '+page.server.ts',
  'entry-client.ts',
  'service-worker.js',
  'main.ts',
  'lintstagedrc.js',
  'serverless.ts',
  'seed.ts',
]

const LOADED = [
  'pages/de.ts',
  'src/pages/de/texts.ts',
  'pages/de/index.ts',
  'api/de.js',
  'config/de.php',
  'routes/de.php',
  'database/migrations/de/auth.php',
  'wp-content/mu-plugins/de.php',
  'tests/de/FooTest.php',
  'plugins/de.ts',
  'test/de.js',
  '__tests__/locales/de.ts',
  'migrations/de.ts',
  'scripts/de.mjs',
  'locales/index.ts',
  'index.js',
  'sw.js',
  'public/sw.js',
]

const UNNAMED = ['src/app.ts', 'messages.js', 'locales/common.mjs', 'src/locales/de-texts.ts', 'i18n/xdeutsch.cjs']

describe('scripts as targets', () => {
  it.each(TOOL_SCRIPTS.flatMap(name => [name, `locales/de/${name}`]))('rejects the tool %s', path => {
    expect(() => checkTarget(path)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
    expect(() => checkTextFile(path)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })

  it.each([...LOADED, ...UNNAMED])('rejects %s', path => {
    expect(() => checkTarget(path)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })

  it.each([
    'src/locales/de.ts',
    'src/locales/pt-BR.js',
    'src/i18n/ptBR.mjs',
    'lang/messages.de.cjs',
    'lang/messages_zh_Hans.ts',
    'lang/de/checkout.ts',
    'src/locales/de/index.ts',
    'plugins/i18n/locales/de.ts',
    'app/locales/sw.ts',
  ])('accepts %s', path => {
    expect(checkTarget(path)).toBe(path)
  })

  it('accepts only the spelling of the locale', () => {
    const place = (target: string, aliases: Record<string, string> = {}) => ({ source: 'l/en.ts', target, aliases })
    for (const target of ['l/{locale}.ts', 'l/{locale}/index.ts', 'l/texts.{locale}.js'])
      expect(() => checkPlace(place(target), 'de')).not.toThrow()
    expect(() => checkPlace(place('l/{locale}.ts', { 'pt-BR': 'ptBR' }), 'pt-BR')).not.toThrow()
    expect(() => checkPlace(place('l/{locale}.ts', { cs: 'cz' }), 'cs')).toThrow(/does not spell cs|without a locale/)
    expect(() => checkPlace(place('l/{locale}.ts', { de: 'fr' }), 'de')).toThrow(/does not spell de/)
    expect(() => checkPlace(place('l/{locale}.json', { cs: 'cz' }), 'cs')).not.toThrow()
  })
})
