import { describe, expect, it } from 'vitest'
import { checkPath, checkTarget, checkTextFile } from '../../src/l10n/files/paths.ts'

describe('checkPath', () => {
  it('accepts paths inside a repository', () => {
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
    `${'x/'.repeat(200)}y`,
    `a/${'ä'.repeat(101)}`,
    '\uD800',
  ]
  for (const path of refused) {
    it(`rejects ${JSON.stringify(path.slice(0, 20))}`, () => {
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
  'opencode.json',
  'OpenCode.JSON',
  'open\u034Fcode.json',
  'opéncode.json',
  'opencode\uFE0F.json',
  'crush.json',
  'docker-bake.json',
  'docker-bake.override.json',
  'typedoc.json',
  'codegen.json',
  'hooks/hooks.json',
  'plugin/Hooks/HOOKS.json',
  'lefthook.json',
  'de.tf.json',
  'infra/main.tf.json',
  'mcp_config.json',
  'gemini-extension.json',
  ...[
    'testem dub dub.selections rescript bsconfig nightwatch openapitools dotnet-tools qwen-extension esy ols fly',
    'cucumber lighthouserc devbox coc-settings omnisharp captainhook compile_commands codebuff',
  ].flatMap(names => names.split(' ').map(name => `bin/${name}.json`)),
  'de.podspec.json',
  'bin/App.runtimeconfig.dev.json',
  'bin/runtimeconfig.template.json',
  'src/App.RuntimeConfig.json',
  'pom.xml',
  'app/src/main/AndroidManifest.xml',
  'docker-compose.override.yml',
  'deploy/compose.yaml',
  'pubspec.yaml',
  'Cargo.toml',
  'gradle/wrapper/gradle-wrapper.properties',
  'src/main/resources/application-de.properties',
  'wp-config.php',
  'CLAUDE.md',
  'docs/de/AGENTS.md',
  'skills/x/SKILL.md',
  'de.instructions.md',
  'docs/de/AGENTS.override.md',
  'x/de/prek.toml',
  'x/de/lefthook.toml',
  'molecule/de/molecule.yml',
  'x/de/Pulumi.dev.yaml',
  'x/de/dagger.json',
]

/** Paths that developer tools read, and translation files whose folder is a locale. */
const ROOT_FILES = [
  'mcp.json',
  'project.json',
  'app.json',
  'web/App.json',
  'apps/x/project.json',
  'workspace.json',
  'tasks.json',
  'x/plugin.json',
  'public/index.php',
  'config/app.php',
  'config.toml',
  'chart/values.yaml',
  'src/main/resources/application-de.yml',
]

/** Folders from which tools read every file of a kind, and names that Windows cannot check out. */
const LOADED_PLACES = [
  'test/fixtures/de.yml',
  'spec/fixtures/locales/de.yaml',
  'config/packages/de.yaml',
  'config/packages/de/framework.yaml',
  'config/Routes/de.yml',
  'inventory/de.yml',
  'Inventories/de/hosts.yml',
  'roles/de/tasks/main.yml',
  'roles/x/tasks/de/main.yml',
  'k8s/de.yaml',
  'deploy/manifests/de/texts.yaml',
  'src/main/resources/templates/de/mail.ftl',
  'aux/de.json',
  'NUL.de.json',
  'l/Com1.de.json',
]

/** Near those, for translations. */
const NEAR_PLACES = [
  'test/fixtures/de.json',
  'config/locales/de.yml',
  'src/inventory/locales/de.yml',
  'src/inventory/de.json',
  'src/tasks/de.yml',
  'config/de/routes.yml',
  'core/templates/de/browsing.ftl',
  'l/auxiliary.de.json',
  'lang/de/config.php',
  'lang/de/index.php',
  'docs/de/commands/run.md',
]

describe('paths of no translation files', () => {
  const places = [
    '.claude/settings.json',
    'a/.vscode/tasks.json',
    '.mcp.json',
    'CLAUDE~1/settings.json',
    'node_modules/x/de.json',
    'Node_Modules./x/de.json',
    '.github/workflows/de.json',
    'hooks/de.json',
    'Hooks /de.json',
    'group_vars/de.json',
    'ansible/Host_Vars/de/l.json',
    'sensu/conf.d/de.json',
    'a.json:b.json',
    'x/C:de.json',
  ]
  for (const path of [...TOOL_FILES, ...ROOT_FILES, ...places]) {
    it(`rejects ${JSON.stringify(path)} as a target`, () => {
      expect(() => checkTarget(path)).toThrow(
        expect.objectContaining({ code: 'invalid_input', fix: expect.stringContaining('locales/{locale}.json') }),
      )
    })
  }

  it('rejects the files of developer tools', () => {
    for (const path of TOOL_FILES)
      expect(() => checkTextFile(path)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })

  it.each(LOADED_PLACES)('rejects %s as a target', path => {
    expect(() => checkTarget(path)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })

  it.each(NEAR_PLACES)('accepts %s as a target', path => {
    expect(checkTarget(path)).toBe(path)
  })

  it('accepts the usual paths of translation files', () => {
    for (const path of [
      'app/src/main/res/values-de/strings.xml',
      'config/locales/de.yml',
      'lang/de/app.php',
      'i18n/de.toml',
      'src/main/resources/messages_de.properties',
      'src/content/docs/de/index.mdx',
      'README.de.md',
      'de.lproj/Localizable.strings',
      'App/Localizable.xcstrings',
    ]) {
      expect(checkTarget(path)).toBe(path)
    }
    const names = [
      'settings',
      'tasks',
      'project',
      'app',
      'mcp',
      'common',
      'packages',
      'tsconfigs',
      'manifest',
      'config',
    ]
    for (const name of names) {
      expect(checkTarget(`locales/de/${name}.json`)).toBe(`locales/de/${name}.json`)
      expect(checkTextFile(`.storybook/en/${name}.json`)).toBe(`.storybook/en/${name}.json`)
    }
    expect(checkTarget('Resources/nb-NO.lproj/x.json')).toBe('Resources/nb-NO.lproj/x.json')
  })
})
