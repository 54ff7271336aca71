/**
 * The program that opens a URL in the user's browser: the one in BROWSER, or that of the desktop. Undefined where no browser can show a page to the user:
 * without a display, over SSH and in CI.
 */
export function findBrowser(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string | undefined {
  const isSet = (name: string): boolean => (env[name]?.trim() ?? '') !== ''
  if (isSet('CI')) return undefined
  const own = env['BROWSER']?.trim() ?? ''
  // Lists and command lines are left to the desktop's own program, which reads the variable, too.
  if (/^[^\s:%]+$/.test(own)) return own
  if (isSet('SSH_CONNECTION') || isSet('SSH_TTY')) return undefined
  if (platform === 'darwin') return 'open'
  if (isSet('WSL_DISTRO_NAME')) return 'wslview'
  return isSet('DISPLAY') || isSet('WAYLAND_DISPLAY') ? 'xdg-open' : undefined
}
