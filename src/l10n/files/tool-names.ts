/** Names of files, without their ending, that tools run or read as configuration. `*` stands for any text. */
interface ToolNames {
  /** In any folder. */
  readonly anywhere: string
  /** At the root of a workspace; in a folder named after a locale they are translations: `lang/de/app.php`. */
  readonly atRoot?: string
}

/** Names by ending, without the dot. Those of JSON files and scripts are in tool-files.ts. */
const NAMES: Readonly<Record<string, ToolNames>> = {
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
export const TOOL_NAMES: readonly RegExp[] = Object.entries(NAMES).map(([endings, { anywhere }]) =>
  toPattern(anywhere, endings),
)

/** Matches folded names that only files in a folder named after a locale can have. */
export const ROOT_NAMES: readonly RegExp[] = Object.entries(NAMES).flatMap(([endings, { atRoot }]) =>
  atRoot === undefined ? [] : [toPattern(atRoot, endings)],
)
