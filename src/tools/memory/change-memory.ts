import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { readTmx } from '../../l10n/memory/tmx/read.ts'
import { eachRecord } from '../../store/each-record.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { quote } from '../../text/quote.ts'
import { forEachFile, gatherFiles, type SentFile, sentFileFields } from '../files/transfer/sent-files.ts'
import { describeUploads, dropStaged, type StagedPlace } from '../files/transfer/staged-files.ts'
import { requestUploads, uploadFields } from '../files/transfer/uploads.ts'
import type { ReadContext } from '../pipeline/call.ts'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { pluralize } from '../pluralize.ts'
import { ProjectName } from '../schemas/fields.ts'
import { getOrigin } from '../translations/origin.ts'
import { type ImportOutcome, UnitImport } from './import-units.ts'

/** Locales of an answer: a file may have hundreds. */
const MAX_LOCALES = 50

/** Units by target locale: the first 50. */
const localeCountFields = {
  locales: z.record(z.string(), z.number()).optional(),
  more_locales: z.number().int().optional(),
}

/** Limits counts by locale for an answer, the largest first. */
function limitLocales(counts: Readonly<Record<string, number>>) {
  const all = Object.entries(counts).sort(([, a], [, b]) => b - a)
  return {
    locales: Object.fromEntries(all.slice(0, MAX_LOCALES)),
    ...(all.length > MAX_LOCALES && { more_locales: all.length - MAX_LOCALES }),
  }
}

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

/** Purpose of uploads for import_memory. */
const MEMORY = 'memory'

const MAX_FILES = 20

/** Adds the units of TMX files to the translation memory of the project's account. */
export const importMemory = writeTool({
  name: 'import_memory',
  title: 'Import translation memory',
  pastTense: 'Imported translation memory',
  description:
    "Add the translations of TMX files to the memory of the project's account, for all its members and projects. Uploads as in push_source. A unit with the same source and key replaces an older one.",
  scope: 'project:write',
  toolset: 'advanced',
  hints: { destructive: false, idempotent: true },
  grows: true,
  rest: [ofProject('POST', '/memory/import'), ofProject('PUT', '/memory/file', { body: 'file' })],
  input: z.object({
    project: ProjectName,
    files: z.array(z.strictObject(sentFileFields)).min(1).max(MAX_FILES),
    done: z.boolean().default(false),
    dry_run: z.boolean().default(false),
  }),
  output: z.object({
    added: z.number().int().optional(),
    changed: z.number().int().optional(),
    unchanged: z.number().int().optional(),
    /** Units that the memory has with a newer translation. */
    older: z.number().int().optional(),
    ...localeCountFields,
    /** ID for delete_memory. */
    import: z.string().optional(),
    dry_run: z.boolean().optional(),
    ...uploadFields,
    next: z.string(),
  }),
  // Imports of one account run one after the other, and no other call of the project waits for them.
  resource: async ({ project }, call) => {
    const found = await projectTarget(project, call)
    return { ...found, lock: `memory of ${found.account.id}` }
  },
  handler: async (input, call) => {
    const { tx, resource, services, audit, skipAudit } = call
    const { project, account, name } = resource
    const { files, staged, missing } = await gatherTmx(input.files, project, call)
    if (missing.length > 0) {
      const wanted = missing.map(file => ({ ...file, purpose: MEMORY }))
      return requestUploads(wanted, { project: input.project, branch: project.main_branch, done: input.done }, call)
    }
    call.onRefusal(later => dropStaged(staged, later))
    const at = services.now().toISOString()
    const origin = { ...getOrigin(call), kind: 'import' as const }
    const importId = services.newId()
    const units = new UnitImport({ project, origin, importId, at, newId: services.newId, read: tx })
    const pace = call.computed.pace()
    await forEachFile(files, pace, async ({ content }) => {
      for (const rows of readTmx(content, { sourceLocale: project.source_locale })) {
        for (const row of rows) await units.add(row)
        if (pace.shouldYield) await pace.yieldNow()
      }
    })
    const counts: Record<ImportOutcome, number> = { added: 0, changed: 0, unchanged: 0, older: 0 }
    const locales: Record<string, number> = {}
    let bytes = 0
    for (const { outcome, unit, grown } of units.planned) {
      counts[outcome] += 1
      locales[unit.locale] = (locales[unit.locale] ?? 0) + 1
      bytes += grown
    }
    await call.claimQuota(account, { used: { bytes } })
    const hasChanges = counts.added + counts.changed > 0
    if (!input.dry_run) {
      for (const { outcome, unit } of units.planned) {
        if (outcome === 'added') await tx.memory_units.insert(unit)
        if (outcome === 'changed') await tx.memory_units.put(unit)
        if (pace.shouldYield) await pace.yieldNow()
      }
      await dropStaged(staged, tx)
    }
    const written = hasChanges && !input.dry_run ? { import: importId } : {}
    if (hasChanges)
      audit(name, {
        ...counts,
        ...written,
        dry_run: input.dry_run,
        ...describeUploads(staged),
      })
    else skipAudit()
    return {
      ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
      ...(Object.keys(locales).length > 0 && limitLocales(locales)),
      ...written,
      ...(input.dry_run && { dry_run: true }),
      next: describeNext(counts, { hasChanges, dryRun: input.dry_run, account: account.handle }),
    }
  },
})

function gatherTmx(sent: readonly SentFile[], project: Frozen<ProjectRecord>, call: ReadContext) {
  const place = ({ path }: SentFile): StagedPlace => ({
    projectId: project.id,
    purpose: MEMORY,
    branch: project.main_branch,
    path,
  })
  return gatherFiles(sent, { place, findStored: async () => undefined }, call)
}

function describeNext(
  { added, changed, unchanged, older }: Readonly<Record<ImportOutcome, number>>,
  { hasChanges, dryRun, account }: { readonly hasChanges: boolean; readonly dryRun: boolean; readonly account: string },
): string {
  if (added + changed + unchanged + older === 0) return 'No translations were found. Nothing was written.'
  if (!hasChanges) return `The memory of ${account} already has all of it. Nothing was written.`
  if (dryRun) return 'Nothing was written. Repeat the call without dry_run.'
  return `The memory of ${account} has ${pluralize(added + changed, 'new unit')}. Find them with search_memory and in get_work as like. delete_memory with import deletes them.`
}
