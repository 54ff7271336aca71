import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { ToolBackend, ToolCallContext } from '../../http/mcp/tool-backend.ts'
import { readLeniently } from '../../tools/schemas/normalize-input.ts'
import { omitUndefined } from '../../tools/schemas/omit-undefined.ts'
import { toolError } from '../backends/error-answer.ts'
import type { FileAccess } from './file-access.ts'
import { parseAnswer, type ToolCalls } from './tool-result.ts'
import type { FileTransfer } from './transfer.ts'

/** The arguments that this process reads itself. The tool validates them. */
const FileArguments = z.looseObject({
  branch: z.string().min(1).optional(),
  preview: z.string().min(1).optional(),
  files: z.array(z.looseObject({ path: z.string(), content: z.string().optional() })).optional(),
})

const PUSH_TOOLS: ReadonlySet<string> = new Set(['push_source', 'push_translations', 'import_memory'])

/** Makes a backend read and write repository files itself, so that their content does not pass through the model. Explicit `content` still works. */
export function withFileAccess<B extends ToolBackend>(backend: B, access: FileAccess, carrier: FileTransfer): B {
  const call: ToolBackend['call'] = async (name, raw, context) => {
    const { signal, inlineFiles } = context
    const isPull = name === 'pull_translations' && inlineFiles !== true
    const isExport = name === 'export_memory' && inlineFiles !== true
    if (!PUSH_TOOLS.has(name) && !isPull && !isExport) return backend.call(name, raw, context)
    const args = readLeniently(FileArguments, raw)
    try {
      if (isExport) {
        const { exportMemory } = await import('./export-memory.ts')
        return await exportMemory(() => backend.call(name, args, context), access.root, carrier, signal)
      }
      if (isPull) {
        const [{ pullFiles }, { compareCall, findPreview }] = await Promise.all([
          import('./pull.ts'),
          import('./local-changes.ts'),
        ])
        const caller = createToolCalls(backend, { signal, client: context.client })
        const calls: Parameters<typeof pullFiles>[0] = {
          pull: others => backend.call(name, others === undefined ? args : { ...Object(args), ...others }, context),
          preview: findPreview(args),
          // A caller who says which files it has may mean others than those of the repository.
          compare: (files, isSent, pullOwned) =>
            compareCall(files, access, { args, caller }, isSent, 'have' in Object(args) ? async () => [] : pullOwned),
        }
        return await pullFiles(calls, access, carrier, signal)
      }
      const { pushFiles } = await import('./push.ts')
      return await pushFiles(args, given => backend.call(name, given, context), access, carrier, signal)
    } catch (error) {
      if (error instanceof AppError) return toolError(error, 'files')
      throw error
    }
  }
  return { ...backend, call }
}

const createToolCalls = (backend: ToolBackend, context: ToolCallContext): ToolCalls => ({
  call: async (tool, args, shape) => parseAnswer(await backend.call(tool, omitUndefined(args), context), shape),
})
