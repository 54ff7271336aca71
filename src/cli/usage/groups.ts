/** The commands that `dragoman` alone shows, by what they are for. All others are for operators. */
export const DAILY_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Set up:': ['init', 'login', 'logout', 'whoami', 'connect'],
  'Translate:': ['push', 'work', 'submit', 'translate', 'runs', 'status', 'review', 'pull', 'open'],
  'Check:': ['check'],
}

/** Commands that the help of the program only names. */
export const MORE = ['glossary', 'memory', 'token', 'mcp', 'call', 'tools', 'doctor', 'completion', 'serve', 'help']

/** Whether only operators run a command. */
export const isForOperators = (name: string): boolean =>
  !MORE.includes(name) && !Object.values(DAILY_GROUPS).some(names => names.includes(name))
