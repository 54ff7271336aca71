import { Environment } from '../../src/config.ts'
import { markdownTable } from './markdown.ts'

/** Variables as a table: name, default and meaning. */
function configurationTable(): string {
  const rows = Object.entries(Environment.shape).map(([name, schema]) => [
    `\`${name}\``,
    shownDefault(schema.safeParse(undefined).data),
    schema.description ?? missing(name),
  ])
  return markdownTable(['Variable', 'Default', 'Meaning'], rows)
}

/** docs/configuration.md */
export function configurationPage(): string {
  return `# Configuration

Set environment variables before the start. The defaults work on one machine. With an invalid value, the server exits with code 78 and prints the
variable, its value and the fix.

${configurationTable()}
`
}

function shownDefault(value: unknown): string {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return ''
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

function missing(name: string): never {
  throw new Error(`${name} has no description: add .describe() in src/config.ts`)
}
