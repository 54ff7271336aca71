import { execFile } from 'node:child_process'

/** Runs a script, and gives all that it prints. @throws Error with that when a command fails. */
export function runShell(script: string, cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((done, reject) => {
    const child = execFile('sh', ['-c', `exec 2>&1\nset -eu\n${script}`], { cwd, env }, (error, stdout) => {
      if (error === null) done(stdout)
      else reject(new Error(`exit code ${error.code}: ${stdout}`))
    })
    child.stdin?.end()
  })
}
