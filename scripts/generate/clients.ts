import { scopesOf } from '../../src/cli/connect/client-file.ts'
import { CLIENTS } from '../../src/cli/connect/client-list.ts'
import { type Client, isFileClient, type Place, type Scope } from '../../src/cli/connect/clients.ts'
import { markdownTable } from './markdown.ts'

const PLACE: Place = { home: '~', root: '', platform: 'linux', env: {} }

/** The table of docs/clients.md: what `dragoman connect` edits. */
export const connectTable = (): string =>
  markdownTable(
    ['Client', '`dragoman connect`', '`--scope project`', '`--scope user`', '`--skill`'],
    CLIENTS.map(client => [
      client.name,
      `\`${client.id}\``,
      fileOf(client, 'project'),
      fileOf(client, 'user'),
      isFileClient(client) && client.skills !== undefined ? 'yes' : '–',
    ]),
  )

function fileOf(client: Client, scope: Scope): string {
  const path = isFileClient(client) ? client.files[scope]?.(PLACE) : undefined
  if (path === undefined || !isFileClient(client)) return isFileClient(client) ? '–' : 'prints steps'
  const file = scopesOf(client)[0] === scope ? `**\`${path}\`**` : `\`${path}\``
  return client.http === undefined ? `${file} with \`--stdio\`, else prints steps` : file
}
