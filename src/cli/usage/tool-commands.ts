/** The commands that do what a tool does. Every other tool is `call NAME` in a shell. */
export const TOOL_COMMANDS: Readonly<Record<string, string>> = {
  get_work: 'work',
  submit_translations: 'submit',
  push_source: 'push',
  push_translations: 'push --translations',
  pull_translations: 'pull',
  create_project: 'push --create',
  get_status: 'status',
  get_review: 'review',
  start_run: 'translate',
  get_runs: 'runs list',
  cancel_run: 'runs cancel',
  get_glossary: 'glossary export',
  save_glossary: 'glossary import',
  import_memory: 'memory import',
  export_memory: 'memory export',
  list_tokens: 'token list',
  create_token: 'token create',
  revoke_token: 'token revoke',
}

/** Arguments of tools, and the names under which commands take them. */
export const ARGUMENT_ALIASES: Readonly<Record<string, readonly string[]>> = {
  locale: ['locales'],
  locales: ['locale'],
  target: ['account', 'project'],
  ids: ['what'],
  keys: ['what'],
  path: ['file'],
  files: ['file'],
  engines: ['engine'],
  run: ['resume'],
  user: ['handle'],
}

/** Arguments that commands take from `dragoman.json`, and the fields there. */
export const PROJECT_FILE_FIELDS: Readonly<Record<string, string>> = {
  project: 'project',
  source_locale: 'source_locale',
  target_locales: 'target_locales',
  add_locales: 'target_locales',
  files: 'files',
}
