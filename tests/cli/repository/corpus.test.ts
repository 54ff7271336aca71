import { execFile } from 'node:child_process'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, it } from 'vitest'
import { openGit } from '../../../src/cli/repository/git.ts'
import { listRepositoryFiles } from '../../../src/cli/repository/list-files.ts'
import { detectSources } from '../../../src/cli/setup/detect-sources.ts'
import { writeRules } from '../../../src/cli/setup/file-rules.ts'
import { run } from '../../harness/command-line.ts'
import { temporaryFolder } from '../../harness/folder.ts'
import { describeWith } from '../../require.ts'
import { isNightly } from '../../runs.ts'

/** The source files of each repository: the rules, the number of files and the locales that exist. */
const EXPECTED: Readonly<Record<string, readonly [rules: readonly string[], files: number, locales: string]>> = {
  'anki-fluent': [['core/templates/*.ftl → core/{locale}/*.ftl'], 3, 'ar,ja,pl'],
  'aves-flutter-arb': [['lib/l10n/app_en.arb → lib/l10n/app_{locale_underscore}.arb'], 1, 'ar,he,ja,pl,ru'],
  'bookstack-php': [['lang/en/*.php → lang/{locale}/*.php'], 5, 'ar,ja,pl'],
  'hugocoder-toml': [['i18n/en.toml → i18n/{locale}.toml'], 1, 'ar,ja,pl,ru'],
  'mastodon-formatjs-json': [
    ['app/javascript/mastodon/locales/en.json → app/javascript/mastodon/locales/{locale}.json'],
    1,
    'ar,de,ja,pl,ru',
  ],
  'sharex-resx': [
    ['ShareX/Properties/Resources.resx → ShareX/Properties/Resources.{locale}.resx'],
    1,
    'ar-YE,he-IL,ja-JP,pl',
  ],
  'tusky-android-xml': [
    ['app/src/main/res/values/strings.xml → app/src/main/res/values-{locale_android}/strings.xml'],
    1,
    'ar,fa,ja,pl,ru',
  ],
  'uptimekuma-vue-json': [['src/lang/en.json → src/lang/{locale}.json'], 1, 'ar,ja,pl'],
}

describeWith('corpus', 'real repositories', corpus => {
  it.each(Object.entries(EXPECTED))('init finds the layout of %s', async (name, [rules, count, locales]) => {
    const root = join(corpus, name)
    const files = await listRepositoryFiles(openGit({ config: { gitEnvironment: {} } }, root))
    const sources = await detectSources(root, files, 'en')
    expect(writeRules(sources, files).map(({ source, target }) => `${source} → ${target}`)).toEqual(rules)
    expect(sources).toHaveLength(count)
    expect([...new Set(sources.flatMap(one => one.locales))].sort().join()).toBe(locales)
  })

  /** Each with the locale of the loop. */
  const LOOPS = [
    ['mastodon-formatjs-json', 'pl'],
    ['tusky-android-xml', 'ja'],
    ['mastodon-rails-yaml', 'pl'],
    ['wagtail-gettext-po', 'ja'],
    ['icecubes-xcstrings', 'de'],
  ] as const

  let folder: string
  beforeEach(async () => void (folder = await temporaryFolder()))

  it.each(isNightly ? LOOPS : [])('a pull of %s changes only the lines of new translations', async (name, locale) => {
    const repository = join(folder, 'repository')
    await cp(join(corpus, name), repository, { recursive: true })
    const env = { DRAGOMAN_DATA_DIR: join(folder, 'data'), XDG_STATE_HOME: join(folder, 'state') }
    const dragoman = (args: readonly string[], input = '') => run(args, env, input, { cwd: repository })
    const git = async (...args: string[]) =>
      (
        await promisify(execFile)('git', ['-c', 'user.email=a@example.org', '-c', 'user.name=a', ...args], {
          cwd: repository,
        })
      ).stdout
    await git('init', '-q')
    const { user } = JSON.parse((await dragoman(['call', 'get_context'])).stdout) as { user: { handle: string } }
    expect(await dragoman(['init', '--yes', '--project', `${user.handle}/app`])).toMatchObject({ code: 0 })
    await git('add', '-A')
    await git('commit', '-qm', 'before')
    expect(await dragoman(['push', '--create', '--translations'])).toMatchObject({ code: 0 })
    const work = (await dragoman(['work', locale, '--limit', '5'])).stdout.trim().split('\n').filter(Boolean)
    const done = work.map(line => {
      const { source, plural_forms: forms, ...rest } = JSON.parse(line)
      const other = typeof source === 'string' ? source : source.other
      const text =
        typeof source === 'string'
          ? { text: `${other}` }
          : { forms: Object.fromEntries(forms.map((form: string) => [form, other])) }
      return JSON.stringify({ ...rest, ...text })
    })
    const { stdout } = await dragoman(['submit', '--json'], done.join('\n'))
    const stored = stdout
      .trim()
      .split('\n')
      .filter(line => JSON.parse(line).outcome === 'stored')
    expect(stored.length).toBeGreaterThan(0)
    expect(await dragoman(['pull', locale])).toMatchObject({ code: 0 })
    const changed = (await git('diff', '--numstat'))
      .trim()
      .split('\n')
      .map(line => line.split('\t'))
    expect(changed.length).toBeGreaterThan(0)
    // A translation takes a few lines, and replaces at most a few.
    for (const [added, removed] of changed) {
      expect(Number(added)).toBeLessThan(80)
      expect(Number(removed)).toBeLessThan(20)
    }
    expect(await readdir(repository)).toContain('dragoman.json')
    expect(JSON.parse(await readFile(join(repository, 'dragoman.json'), 'utf8')).files.length).toBeGreaterThan(0)
  })
})
