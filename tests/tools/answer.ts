import type { z } from 'zod'
import type { Tool } from '../../src/tools/pipeline/tool.ts'

/** What a tool answers, by the schema of its output: `AnswerOf<typeof pushSource>`. */
export type AnswerOf<T extends Tool> = z.output<T['output']>
