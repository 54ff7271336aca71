import { spawn } from 'node:child_process'

/**
 * Opens a URL in the user's browser, by a program that gets it as its only argument. No shell reads it, and only http and https URLs are opened: a program
 * could read another one as a file or an option. Whether the page appears is unknown, so callers print the URL as well.
 */
export function openBrowser(program: string, address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return
  const child = spawn(program, [url.href], { detached: true, stdio: 'ignore', shell: false })
  // A missing program is no error: the user opens the printed URL.
  child.once('error', () => undefined)
  child.unref()
}
