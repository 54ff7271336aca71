import { AppError } from '../errors.ts'
import { nearest } from './parse.ts'
import { listProjects } from './projects/list-projects.ts'
import type { Tool } from './tool.ts'

/** Every tool, in the order in which clients list them: `get_context` first, then the work, guidance, tokens, people. */
export const TOOLS: readonly Tool[] = [listProjects]

const byName = new Map(TOOLS.map(tool => [tool.name, tool]))

/** @throws AppError `unknown_tool` with the nearest name. */
export function findTool(name: string): Tool {
  const tool = byName.get(name)
  if (tool !== undefined) return tool
  const close = nearest(name, [...byName.keys()])
  throw new AppError('unknown_tool', `There is no tool ${JSON.stringify(name.slice(0, 80))}.`, {
    fix: close === undefined ? 'Call tools/list for the names.' : `Did you mean ${close}?`,
  })
}
