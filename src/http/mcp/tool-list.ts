import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IS_BUNDLED, PROGRAM_FOLDER } from '../../package-root.ts'
import { DEFAULT_TOOLSETS, type Toolset } from '../../tools/pipeline/toolsets.ts'
import type { ListedTool } from './list-tools.ts'

/** The file of a bundle with the tools of the default toolsets. The build writes it. */
const DEFAULT_LIST = 'default-tools.json'

/** Lists tools as `listTools` does. A bundle has the default list as a file, because loading all tools takes longer than the rest of a start. */
export async function loadToolList(toolsets: readonly Toolset[]): Promise<readonly ListedTool[]> {
  if (IS_BUNDLED && toolsets.join() === DEFAULT_TOOLSETS.join())
    return JSON.parse(await readFile(join(PROGRAM_FOLDER, DEFAULT_LIST), 'utf8')) as readonly ListedTool[]
  const { listTools } = await import('./list-tools.ts')
  return listTools(toolsets)
}
