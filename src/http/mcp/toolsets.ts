import { AppError } from '../../errors.ts'
import { findClosestName } from '../../tools/closest-name.ts'
import { DEFAULT_TOOLSETS, TOOLSETS, type Toolset } from '../../tools/pipeline/toolsets.ts'

/**
 * Parses `?toolsets=`: `all`, or names separated by commas. `use_tool` runs the others.
 * @throws AppError `invalid_input` that lists the toolsets.
 */
export function parseToolsets(text: string | null | undefined): readonly Toolset[] {
  if (text === null || text === undefined || text === '') return DEFAULT_TOOLSETS
  const names = text.split(',').map(name => name.trim())
  if (names.includes('all')) return TOOLSETS
  const unknown = names.find(name => !isToolset(name))
  if (unknown !== undefined) {
    const close = findClosestName(unknown, ['all', ...TOOLSETS])
    throw new AppError('invalid_input', `Toolset ${JSON.stringify(unknown.slice(0, 40))} does not exist.`, {
      fix: `${close === undefined ? '' : `Did you mean ${close}? `}Use all, or some of ${TOOLSETS.join(', ')}.`,
    })
  }
  return TOOLSETS.filter(name => names.includes(name))
}

const isToolset = (name: string): boolean => (TOOLSETS as readonly string[]).includes(name)
