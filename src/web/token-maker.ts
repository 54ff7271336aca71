import { escapeInvisible } from '../shown.ts'
import type { Reader } from '../store/store.ts'

type CreatorReader = Pick<Reader, 'grants' | 'tokens'>

/** Who made a token, for the person whose it is; `createdBy` as tools tell it (`grant:<id>`). */
export async function describeCreator(createdBy: string, read: CreatorReader): Promise<string> {
  const [kind = '', id = ''] = createdBy.split(':')
  switch (kind) {
    case 'session':
      return 'you, in a browser'
    case 'grant':
      return `the app ${escapeInvisible((await read.grants.get(id))?.client_name ?? id)}`
    case 'token':
      return `the token ${(await read.tokens.get(id))?.name ?? id}`
    case 'stdio':
      return 'a program on the machine of the server'
    default:
      return 'the command line of the server'
  }
}
