import { userInfo } from 'node:os'

/** The name of the system user; '' if it has none, as in a container with a numeric user. */
export function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
