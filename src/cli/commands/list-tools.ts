import { TOOLS } from '../../tools/registry.ts'
import { type Io, paint, printJson } from '../io.ts'
import { pickFields } from '../output/table.ts'

/** Prints all tools of this version; returns the exit code. */
export async function listTools(io: Io, json: boolean): Promise<number> {
  if (json) {
    const fields = ['name', 'title', 'description', 'scope', 'toolset']
    printJson(io, { tools: TOOLS.map(tool => pickFields(tool, fields)) })
    return 0
  }
  const colour = paint(io.stdout)
  const width = Math.max(...TOOLS.map(({ name }) => name.length))
  for (const { name, title, scope } of TOOLS) {
    io.stdout.write(
      `${colour('bold', name.padEnd(width))}  ${title} ${colour('dim', `(${scope ?? 'any credential'})`)}\n`,
    )
  }
  return 0
}
