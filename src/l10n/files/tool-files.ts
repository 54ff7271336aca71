import { isLocaleName } from '../locales/spellings.ts'
import { foldName } from './fold-name.ts'
import { isToolScript } from './script-files.ts'

/**
 * Names of files, without their ending, that tools run or read as configuration, by ending. `*` stands for any text. Those `atRoot` of a workspace are
 * translations in a folder named after a locale: `lang/de/app.php`.
 */
const NAMES: Readonly<Record<string, { readonly anywhere: string; readonly atRoot?: string }>> = {
  xml: {
    anywhere:
      'pom build ivy androidmanifest logback logback-* log4j log4j2 log4j2-* phpunit phpcs phpmd psalm ruleset testng ' +
      'checkstyle findbugs spotbugs nuget web applicationcontext* persistence hibernate.cfg maven-metadata',
    atRoot: 'app config package plugin settings project',
  },
  'yml yaml': {
    anywhere:
      'docker-compose* compose compose.* action pnpm-workspace pnpm-lock mkdocs serverless* taskfile* azure-pipelines* ' +
      'appveyor codecov cloudbuild skaffold kustomization chart helmfile* bitbucket-pipelines buildspec* _config ' +
      'pubspec* analysis_options melos lefthook* dependabot renovate galaxy playbook* samconfig wercker circle codeship ' +
      'crowdin mise procfile docker-bake stack shard goreleaser earthly sgconfig rubocop conda-lock jitpack dvc netlify ' +
      'render tox cypress detekt sonar-project hpack log4j2 log4j2-* molecule converge pulumi ' +
      'pulumi.* codegen buf.gen* devenv *.garden',
    atRoot:
      'app application application-* amplify build config environment package project site template values settings now',
  },
  toml: {
    anywhere:
      'cargo pyproject netlify wrangler fly bunfig mise rustfmt clippy deny poetry pipfile uv ruff rust-toolchain railway ' +
      'gopkg taplo typos foundry anchor dprint nextest cross trunk tauri tauri.* dioxus leptos cliff release-plz ' +
      'codecov gitleaks libs.versions prek lefthook* hatch pdm pixi tox',
    atRoot: 'config book hugo project settings app',
  },
  properties: {
    anywhere:
      'gradle gradle-wrapper maven-wrapper local sonar-project log4j log4j2 logging application application-* bootstrap ' +
      'bootstrap-* junit-platform testng keystore signing lombok arquillian quarkus',
    atRoot: 'build project settings config',
  },
  php: {
    anywhere:
      'artisan wp-* rector ecs phpstan* phpinsights scoper.inc .php-cs-fixer* deploy castor autoload bootstrap preload ' +
      '_ide_helper* kernel phpunit* pint infection',
    atRoot: 'index config web api console server router settings local constants functions app routes channels',
  },
  // Coding agents follow the instructions in these files, in any folder.
  'md mdx markdown': {
    anywhere:
      'agents agent claude claude.* gemini skill copilot-instructions *.instructions *.prompt *.agent *.chatmode ' +
      'agents.override agents.local conventions cursorrules windsurfrules warp crush qwen junie roomodes',
  },
}

const toPattern = (names: string, endings: string): RegExp =>
  new RegExp(
    `^(?:${names
      .split(' ')
      .map(name => name.replaceAll('.', '\\.').replaceAll('*', '.*'))
      .join('|')})\\.(?:${endings.replaceAll(' ', '|')})$`,
  )

/** Matches folded names that no file of translations can have. */
const TOOL_NAMES: readonly RegExp[] = Object.entries(NAMES).map(([endings, { anywhere }]) =>
  toPattern(anywhere, endings),
)

/** Matches folded names that only files in a folder named after a locale can have. */
const ROOT_NAMES: readonly RegExp[] = Object.entries(NAMES).flatMap(([endings, { atRoot }]) =>
  atRoot === undefined ? [] : [toPattern(atRoot, endings)],
)

/**
 * Names of files with code that package managers, compilers, bundlers, task runners, editors or coding agents load or run, in any folder. The list is a
 * second line of defense, because no list is complete; the rules of target-path.ts are the first.
 */
const TOOL_FILES: readonly RegExp[] = [
  /^(?:package|package-lock|npm-shrinkwrap|bower|composer|deno|lerna|nx|turbo|rush|angular|angular-cli|nest-cli|nodemon|cdk|cdktf|biome|swc|firebase|vercel|netlify|serverless|wrangler|renovate|eas)\.json$/,
  /^(?:opencode|crush|gemini-extension|claude_desktop_config|cline_mcp_settings|mcp[-_](?:config|servers|settings))\.json$/,
  /^(?:typedoc|codegen|api-extractor|jasmine|cypress|tslint|electron-builder|lefthook|lefthook-local|simple-git-hooks|pm2|vcpkg|launchsettings|cmakepresets|cmakeuserpresets|devcontainer)\.json$/,
  // Other languages and their language servers.
  /^(?:bsconfig|dub|dub\.selections|dub\.settings|esy|haxelib|ols|omnisharp|rescript|spago|compile_commands|dotnet-tools|vcpkg-configuration|captainhook|grumphp|phpbench)\.json$/,
  // Test runners and generators.
  /^(?:backstop|codecept|cucumber|lighthouserc|nightwatch|ormconfig|openapitools|package-scripts|testem|wallaby)\.json$/,
  // Editors and agents.
  /^(?:codebuff|coc-settings|lazy-lock|neoconf|qwen-extension)\.json$/,
  // Development environments and deployment services.
  /^(?:cloudbuild|devbox|fly|import_map|importmap|nixpacks|samconfig|sfdx-project|zappa_settings|dagger|jsr)\.json$/,
  /^(?:tsconfig|jsconfig|docker-bake|docker-compose)\b.*\.json$/,
  // Files that tools find by extension: app.config.json, and every *.tf.json in a Terraform folder.
  /\.(?:conf|config|tf|tofu|tftest|tofutest|tfvars|pkr|pkrvars|podspec|nomad|deps)\.json$/,
  // .NET loads the files that these name into the program next to them: app.runtimeconfig.dev.json.
  /\bruntimeconfig\b.*\.json$/,
]

/** Names that tools read at the root of a workspace. In a folder named after a locale they are translations: `locales/de/app.json`. */
const ROOT_FILES =
  /^(?:amp|amplify|app|codex|command-line|conductor|detox|ecosystem|global|goose|host|infection|intern|karma|launch|lsp|mcp|now|plugin|project|railway|tasks|up|workspace)\.json$/

/** Tools that read a file by this name in every folder of a repository, and run the commands in it. */
const AMBIGUOUS_FILES: Readonly<Record<string, RegExp>> = {
  Nx: /^project\.json$/,
  moon: /^moon\.ya?ml$/,
  Garden: /^garden\.ya?ml$/,
  Fleet: /^fleet\.ya?ml$/,
}

/** `folders` matches the folders of a path, each with a slash behind it. */
const TOOL_FOLDERS: readonly { readonly files: RegExp; readonly folders: RegExp }[] = [
  // Ansible, and services with a configuration folder such as conf.d.
  { files: /./, folders: /(?:^|\/)(?:group_vars|host_vars)\/|\.d\// },
  // Rails runs the ERB code in fixtures; Symfony reads these folders of its configuration.
  { files: /\.ya?ml$/, folders: /(?:^|\/)(?:fixtures|config\/packages|config\/routes)\// },
  // Inventories and roles of Ansible, and what is deployed to a cluster or run by a CI server.
  { files: /\.ya?ml$/, folders: /(?:^|\/)(?:inventor(?:y|ies)|playbooks?|k8s|kubernetes|manifests|helm|workflows)\/$/ },
  { files: /^main\.ya?ml$/, folders: /(?:^|\/)(?:tasks|handlers|vars|defaults|meta)\/$/ },
  // Templates of FreeMarker are code, and have the extension of Fluent.
  { files: /\.ftl$/, folders: /(?:^|\/)(?:resources|webapp|web-inf)\/(?:.*\/)?(?:templates?|views|freemarker|ftl)\// },
]

/** Returns whether the path has a folder in which a tool reads every file. */
export function isInToolFolder(path: string): boolean {
  const names = path.split('/').map(foldName)
  const name = names.pop() ?? ''
  const all = names.map(one => `${one}/`).join('')
  while (isLocaleName(names.at(-1) ?? '')) names.pop()
  const above = names.map(one => `${one}/`).join('')
  return TOOL_FOLDERS.some(({ files, folders }) => files.test(name) && (folders.test(all) || folders.test(above)))
}

/** Returns whether developer tools run a file or read it as configuration, in any folder. */
export function isToolFile(path: string): boolean {
  const names = path.split('/').map(foldName)
  const name = names.at(-1) ?? ''
  const isHooks = name === 'hooks.json' && names.at(-2) === 'hooks'
  return [...TOOL_FILES, ...TOOL_NAMES].some(pattern => pattern.test(name)) || isHooks || isToolScript(path)
}

/** Returns whether tools read a file as their own, because no folder above it is named after a locale. */
export function isRootFile(path: string): boolean {
  const names = path.split('/')
  const name = foldName(names.pop() ?? '')
  return [ROOT_FILES, ...ROOT_NAMES].some(pattern => pattern.test(name)) && !names.some(isLocaleName)
}

/** Returns the tool that uses a file name in any folder, although translations may have it, too. */
export function findAmbiguousTool(path: string): string | undefined {
  const name = foldName(path.split('/').at(-1) ?? '')
  return Object.entries(AMBIGUOUS_FILES).find(([, pattern]) => pattern.test(name))?.[0]
}

/** Folders of plugins of coding agents, such as `commands/de.md`. Below a locale, they are chapters of a manual. */
const AGENT_FOLDER = /^(?:[^{]*\/)?(?:commands|agents|skills|prompts|rules)\/.*\{locale.*\.(?:mdx?|markdown)$/i

/** Returns whether coding agents may follow the files of a target template. */
export const isAgentFile = (target: string): boolean => AGENT_FOLDER.test(target)

/** Returns whether the names that fill the `*` of a target template need an approval of their own. */
export const needsOwnApproval = (target: string): boolean =>
  findAmbiguousTool(target) !== undefined || isAgentFile(target)
