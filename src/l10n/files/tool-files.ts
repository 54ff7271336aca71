import { isLocaleName } from '../locales/spellings.ts'
import { foldName } from './fold-name.ts'
import { isToolScript } from './script-files.ts'
import { ROOT_NAMES, TOOL_NAMES } from './tool-names.ts'

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
  /^(?:cloudbuild|devbox|fly|import_map|importmap|nixpacks|samconfig|sfdx-project|zappa_settings)\.json$/,
  /^(?:tsconfig|jsconfig|docker-bake|docker-compose)\b.*\.json$/,
  // Files that tools find by extension: app.config.json, and every *.tf.json in a Terraform folder.
  /\.(?:conf|config|tf|tofu|tftest|tofutest|tfvars|pkr|pkrvars|podspec|nomad|deps)\.json$/,
  // .NET loads the files that these name into the program next to them: app.runtimeconfig.dev.json.
  /\bruntimeconfig\b.*\.json$/,
]

/** Names that tools read at the root of a workspace. In a folder named after a locale they are translations: `locales/de/app.json`. */
const ROOT_FILES =
  /^(?:amp|amplify|app|codex|command-line|conductor|detox|ecosystem|global|goose|host|infection|intern|karma|launch|lsp|mcp|now|plugin|project|railway|tasks|up|workspace)\.json$/

/** Nx reads `project.json` in every folder of a repository, and runs the commands in it. */
const AMBIGUOUS_FILES = /^project\.json$/

/** Ansible, and services with a configuration folder such as conf.d, read every JSON file in these folders. */
const TOOL_FOLDERS = /^(?:group_vars|host_vars)$|\.d$/

/** Returns whether the path has a folder in which a tool reads every file. */
export const isInToolFolder = (path: string): boolean =>
  path
    .split('/')
    .slice(0, -1)
    .some(name => TOOL_FOLDERS.test(foldName(name)))

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

/** Returns whether a file name is used both for a tool, in any folder, and for translations. */
export const isAmbiguousToolFile = (path: string): boolean =>
  AMBIGUOUS_FILES.test(foldName(path.split('/').at(-1) ?? ''))
