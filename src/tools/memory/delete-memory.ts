import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { eachRecord } from '../../store/each-record.ts'
import { compoundKey } from '../../store/records/define.ts'
import { quote } from '../../text/quote.ts'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { pluralize } from '../pluralize.ts'
import { ProjectName } from '../schemas/fields.ts'
import { limitLocales, localeCountFields } from './locale-counts.ts'

const PAGE = 500

/** Deletes the units of an import from the translation memory of the project's account. */
export const deleteMemory = writeTool({
  name: 'delete_memory',
  title: 'Delete imported translation memory',
  pastTense: 'Deleted imported translation memory',
  description:
    'Delete the units that one import_memory call added or changed, from the memory of the account. import: the ID in its answer and in rows of search_memory. Translations of projects are kept.',
  scope: 'project:write',
  toolset: 'advanced',
  hints: { destructive: true, idempotent: false },
  grows: false,
  rest: [ofProject('DELETE', '/memory')],
  input: z.object({
    project: ProjectName,
    import: z.string().min(1).max(40),
    dry_run: z.boolean().default(false),
  }),
  output: z.object({
    deleted: z.number().int(),
    ...localeCountFields,
    dry_run: z.boolean().optional(),
    next: z.string(),
  }),
  // As imports: one after the other, and no other call of the project waits.
  resource: async ({ project }, call) => {
    const found = await projectTarget(project, call)
    return { ...found, lock: `memory of ${found.account.id}` }
  },
  handler: async (input, call) => {
    const { tx, resource, audit } = call
    const { account, name } = resource
    const pace = call.computed.pace()
    const key = compoundKey(account.id, input.import)
    const ids: string[] = []
    const locales: Record<string, number> = {}
    for await (const unit of eachRecord(after => tx.memory_units.page('import', key, { limit: PAGE, after }))) {
      ids.push(unit.id)
      locales[unit.locale] = (locales[unit.locale] ?? 0) + 1
      if (pace.shouldYield) await pace.yieldNow()
    }
    if (ids.length === 0) throw unknownImportError(input.import, account.handle)
    if (!input.dry_run) {
      for (const id of ids) {
        await tx.memory_units.remove(id)
        if (pace.shouldYield) await pace.yieldNow()
      }
    }
    const detail = { import: input.import, deleted: ids.length, dry_run: input.dry_run }
    audit(name, detail)
    return {
      deleted: ids.length,
      ...limitLocales(locales),
      ...(input.dry_run && { dry_run: true }),
      next: input.dry_run
        ? 'Nothing was deleted. Repeat the call without dry_run.'
        : `The memory of ${account.handle} has ${pluralize(ids.length, 'unit')} less. To restore them, import the file again.`,
    }
  },
})

const unknownImportError = (id: string, account: string): AppError =>
  new AppError('not_found', `The memory of ${account} has no units of the import ${quote(id)}.`, {
    fix: 'Find the ID with search_memory: rows of imported units have it as import.',
  })
