/** What git needs of the environment: programs, the configuration of the user and the machine, and limits of its search for a repository. */
const KEPT = new Set([
  'PATH',
  'HOME',
  'XDG_CONFIG_HOME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'SYSTEMROOT',
  'TMPDIR',
  'TEMP',
  'SUDO_UID',
  'GIT_EXEC_PATH',
  'GIT_CEILING_DIRECTORIES',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
])
const KEPT_CONFIGURATION = /^GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)$/

/**
 * The environment of git. Other variables, such as GIT_DIR and GIT_INDEX_FILE of a hook, would point it at another repository, start programs, or give them
 * our credentials. Git fetches nothing and asks for nothing, also not for the missing objects of a partial clone.
 */
export const readGitEnvironment = (env: NodeJS.ProcessEnv): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && (KEPT.has(name.toUpperCase()) || KEPT_CONFIGURATION.test(name)) ? [[name, value]] : [],
    ),
  ),
  LC_ALL: 'C',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
})
