import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { compoundKey } from '../../../store/records/define.ts'
import { storedFileSize } from '../../../store/records/sizes.ts'
import { mayOverrideProtection } from '../../authority/protected-translations.ts'
import { mayReadTerms } from '../../glossary/redact-findings.ts'
import { nextStep, type Outcome } from '../../next/next-step.ts'
import { surveyWork } from '../../next/remaining.ts'
import { projectLink } from '../../page-links.ts'
import type { ReadContext } from '../../pipeline/call.ts'
import { ofProject, writeTool } from '../../pipeline/define-tool.ts'
import { projectTarget } from '../../pipeline/resources.ts'
import { BranchName, formatBranchSuffix, getBranch, otherBranch } from '../../projects/branches.ts'
import { ProjectName } from '../../schemas/fields.ts'
import { Locale } from '../../schemas/locale.ts'
import { omitUndefined, omitZeros } from '../../schemas/omit-undefined.ts'
import { openBatch, saveBatch } from '../../translations/batch.ts'
import { type BranchReader, BranchView } from '../../translations/branch-view.ts'
import { CheckRulesReader } from '../../translations/check-rules.ts'
import { getOrigin } from '../../translations/origin.ts'
import { describeReach } from '../../work/branch-reach.ts'
import { describeConflicts } from '../conflicts/describe-conflicts.ts'
import { ImportConflicts } from '../conflicts/rows.ts'
import { deliversDecided } from '../pull/target-files.ts'
import { withAliases } from '../rules/rule-book.ts'
import { forEachFile, gatherFiles, type SentFile, sentFileFields } from '../transfer/sent-files.ts'
import { describeUploads, dropStaged, type StagedPlace } from '../transfer/staged-files.ts'
import { requestUploads, uploadFields } from '../transfer/uploads.ts'
import { describeReplaced, describeTrust, formatReplaced, ReplacedTexts } from './describe-replaced.ts'
import { findReviewed, type ImportFile, isAlreadyImported, readImports, saveImportedFile } from './import-file.ts'
import { checkImport, importTexts } from './import-texts.ts'
import { listImportNotices } from './notices.ts'
import {
  countFindings,
  countTextsWithErrors,
  describeOtherShapes,
  FoundByCheck,
  FoundByLocale,
  ImportCountsShape,
  type ImportResult,
  sumImportCounts,
  summarizeFindings,
  summarizeUnknownKeys,
  UnknownKeys,
} from './report.ts'
import { describeFallbackCopies, orderByFallback } from './round-trip.ts'
import { listSpellings } from './spellings.ts'
import { type TargetPlace, TargetResolver } from './target-places.ts'
import { describeOtherSources, describeRejected } from './unfinished-texts.ts'

const PushedTarget = z.strictObject({
  ...sentFileFields,
  locale: Locale.optional().describe('If the path does not name it'),
  source: z.string().min(1).optional(),
})

/** Imports existing translated files: merges their translations with the stored ones; the next pull edits these files. */
export const pushTranslations = writeTool({
  name: 'push_translations',
  title: 'Push translations',
  pastTense: 'Pushed translations',
  description:
    'Merge existing translated files, after push_source. Conflicts become suggestions. Uploads as in push_source.',
  scope: 'project:write',
  toolset: 'core',
  hints: { destructive: false, idempotent: true },
  grows: true,
  rest: [ofProject('POST', '/translations/import')],
  input: z.object({
    project: ProjectName,
    branch: BranchName.optional(),
    files: z.array(PushedTarget).min(1).max(500),
    done: z.boolean().default(false),
    dry_run: z.boolean().default(false),
  }),
  output: ImportCountsShape.extend({
    conflicts: ImportConflicts.optional(),
    replaced: ReplacedTexts.optional(),
    unknown: UnknownKeys.optional(),
    findings: z.array(FoundByCheck).optional(),
    found: FoundByLocale.optional(),
    files: z
      .array(
        ImportCountsShape.extend({
          path: z.string(),
          locale: z.string(),
          source: z.string(),
          unknown: z.number().optional(),
        }),
      )
      .optional(),
    more_files: z.number().int().optional(),
    /** The other branches on which the imported translations count. */
    shared: z.string().optional(),
    dry_run: z.boolean().optional(),
    batch: z.string().optional(),
    left: z.record(z.string(), z.number().int()).optional(),
    ...uploadFields,
    next: z.string(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  prepare: async (input, call) => {
    const { read, principal, resource } = call
    const { project } = resource
    const branch = getBranch(project, input.branch)
    const from = { ...call, project, branch }
    const places = await findPlaces(input.files, from)
    const { files, missing } = await gatherTargets(input.files, places, from)
    if (missing.length > 0) return
    const checker = new CheckRulesReader(project, branch, read, call.computed)
    const view = new BranchView(project, branch, call)
    const importer = { project, origin: getOrigin({ principal }), view, read, computed: call.computed }
    await forEachFile(files, call.computed.pace(), async ({ path, content }) => {
      for (const file of await readImports(getPlaces(places, path), content, from)) {
        await checkImport(file, checker, importer)
      }
    })
  },
  handler: async (input, call) => {
    const { tx, computed, audit, skipAudit, resource, principal } = call
    const { project, account, name, target } = resource
    const branch = getBranch(project, input.branch)
    const from = { ...call, project, branch }
    const places = await findPlaces(input.files, from)
    const { files, staged, missing } = await gatherTargets(input.files, places, from)
    if (missing.length > 0) {
      const wanted = missing.map(file => ({ ...file, purpose: toPurpose(getPlaces(places, file.path)) }))
      return requestUploads(wanted, { project: input.project, branch, done: input.done }, call)
    }
    call.onRefusal(later => dropStaged(staged, later))
    const batch = await openBatch('import', project, call)
    const read: ImportFile[] = []
    await forEachFile(files, call.computed.pace(), async ({ path, content }) => {
      read.push(...(await readImports(getPlaces(places, path), content, from)))
    })
    const isTrusted = await mayOverrideProtection(call, target)
    const isFinal = isTrusted || !deliversDecided(project, project.settings.export)
    await call.claimQuota(account, { used: { bytes: countAddedBytes(read, isFinal) } })
    const checker = new CheckRulesReader(project, branch, tx, computed)
    const view = new BranchView(project, branch, call)
    const to = { batch, branch, checker, view, computed, dryRun: input.dry_run, isTrusted }
    const spellings = await listSpellings(read, { project, branch, isFinal }, tx)
    const all: ImportResult[] = []
    for (const file of orderByFallback(read, project)) {
      all.push({ file, report: await importTexts(file, to) })
      if (!input.dry_run && !isAlreadyImported(file, isFinal)) await saveImportedFile(file, branch, isFinal, batch)
    }
    const counts = sumImportCounts(all)
    const { conflicts: _, ...others } = counts
    const hasChanges =
      spellings.length > 0 || all.some(({ file, report }) => report.changed || !isAlreadyImported(file, isFinal))
    const wrote = hasChanges && !input.dry_run
    if (wrote) await saveBatch(batch, { ...counts }, undefined, { files: withAliases(project.files, spellings) })
    if (!input.dry_run) await dropStaged(staged, tx)
    const detail = {
      branch,
      files: files.length,
      dry_run: input.dry_run,
      ...counts,
      ...describeUploads(staged),
    }
    if (!hasChanges) skipAudit()
    else audit(name, detail)
    const written = all.flatMap(({ report }) => report.written)
    const locales = all.map(({ file }) => file.place.locale)
    const { left, remaining } = await surveyWork(from, locales, input.dry_run ? written : [])
    const withTerms = await mayReadTerms(target, { principal, read: tx })
    const findings = summarizeFindings(all, withTerms)
    const at = formatBranchSuffix(project, branch)
    const place = { baseUrl: call.services.baseUrl, project: name, branch: otherBranch(project, branch), at }
    const page = projectLink(call.services.baseUrl, place.project)
    const conflicts = await describeConflicts(all, { ...to, withTerms, place })
    const shared = await describeReach(from, written)
    const replaced = await describeReplaced(all, tx)
    return {
      ...omitZeros(others),
      ...omitUndefined({ conflicts: conflicts?.list, replaced, unknown: summarizeUnknownKeys(all) }),
      ...(findings.length > 0 && { findings: [...findings] }),
      ...omitUndefined({ found: countFindings(all) }),
      ...listFiles(all),
      ...(shared !== undefined && { shared }),
      ...(input.dry_run && { dry_run: true }),
      ...(wrote && { batch: batch.id }),
      left,
      next: nextStep({
        page,
        at,
        outcome: {
          isDryRun: input.dry_run,
          hasChanges,
          call: 'import',
          notices: [
            ...listImportNotices(read, spellings, project),
            ...describeTrust(all, { project, isTrusted, isByUser: batch.origin.kind === 'human', page }),
            ...listLeftOut(all, page),
            ...(replaced !== undefined ? [formatReplaced(replaced.count, wrote ? batch.id : undefined)] : []),
            ...listFaults(all, findings, input.dry_run),
          ],
          decision: conflicts?.decision ?? '',
          refusal: describeRefusals(all, counts.imported === 0 && conflicts === undefined),
        },
        remaining,
      }),
    }
  },
})

/** Says which texts of the files were not imported, or only as unfinished. */
function listLeftOut(all: readonly ImportResult[], page: string): readonly string[] {
  const sum = (count: (report: ImportResult['report']) => number) =>
    all.reduce((total, { report }) => total + count(report), 0)
  const otherSource = sum(report => report.otherSource)
  const rejected = sum(report => report.rejected)
  const fallback = sum(report => report.counts.fallback)
  return [
    ...[describeOtherShapes(all)].flatMap(notice => notice ?? []),
    ...(otherSource > 0 ? [describeOtherSources(otherSource)] : []),
    ...(rejected > 0 ? [describeRejected(rejected, page)] : []),
    ...(fallback > 0 ? [describeFallbackCopies(fallback)] : []),
  ]
}

/** Says which imported texts are to be corrected. */
function listFaults(
  all: readonly ImportResult[],
  findings: ReturnType<typeof summarizeFindings>,
  isDryRun: boolean,
): readonly string[] {
  const faulty = countTextsWithErrors(all)
  const incomplete = findings.find(({ check, level }) => check === 'plural_forms' && level === 'warning')
  return [
    ...(faulty > 0 ? [describeErrors(faulty, isDryRun)] : []),
    ...(incomplete !== undefined ? [describeMissingForms(incomplete.count, isDryRun)] : []),
  ]
}

const describeErrors = (faulty: number, isDryRun: boolean): string =>
  `Translations with an error: ${faulty}; correct them ${namePlace(isDryRun)}.`

const describeMissingForms = (count: number, isDryRun: boolean): string =>
  `Translations without all plural forms of their locale: ${count} (plural_forms); add the forms ${namePlace(isDryRun)}.`

const namePlace = (isDryRun: boolean): string => (isDryRun ? 'in the file' : 'with submit_translations')

function describeRefusals(all: readonly ImportResult[], isWhole: boolean): Outcome['refusal'] {
  const refusing = all.filter(({ report }) => report.counts.refused > 0)
  if (refusing.length === 0) return undefined
  const count = refusing.reduce((sum, { report }) => sum + report.counts.refused, 0)
  // A file that has all locales is its own source, so it varies by plural itself.
  const isUnpushed = refusing.every(({ file: { place } }) => place.path === place.source.file.path)
  const fix = isUnpushed ? 'push the file with push_source first' : 'correct the file'
  return { fix: `Refused: ${count}, with plural forms where the source has none, or without them; ${fix}.`, isWhole }
}

/** Files that an answer lists. */
const MAX_ROWS = 20

/** The places of each file, by path: one, or one per locale of a file that has all locales. */
type Places = ReadonlyMap<string, readonly TargetPlace[]>

/** Finds the locale and source of each file, by path; reports the faults of all files in one error. */
async function findPlaces(files: readonly z.output<typeof PushedTarget>[], from: BranchReader): Promise<Places> {
  const known = await TargetResolver.open(files, from)
  const places = new Map<string, readonly TargetPlace[]>()
  const taken = new Map<string, string>()
  await forEachFile(files, from.computed.pace(), async file => {
    const found = await known.find(file)
    for (const { source, locale } of found) {
      const target = compoundKey(source.file.id, locale)
      const other = taken.get(target)
      if (other !== undefined && other !== file.path) {
        throw new AppError(
          'invalid_input',
          `${file.path} and ${other} are both the ${locale} target file of ${source.file.path}.`,
          { fix: 'Push only one of them.' },
        )
      }
      taken.set(target, file.path)
    }
    places.set(file.path, found)
  })
  return places
}

function gatherTargets(
  sent: readonly z.output<typeof PushedTarget>[],
  places: Places,
  from: BranchReader & ReadContext,
) {
  const { project, branch, read } = from
  const place = ({ path }: SentFile): StagedPlace => ({
    projectId: project.id,
    purpose: toPurpose(getPlaces(places, path)),
    branch,
    path,
  })
  const findStored = async ({ path }: SentFile) => {
    const found = getPlaces(places, path)
    const own = findOwnSource(path, found)
    if (own !== undefined) return own.branchFile
    const [first] = found
    return first && read.target_files.by('place', compoundKey(first.source.file.id, branch, first.locale))
  }
  // A file that has all locales was sent with push_source: its translations are in the stored source file.
  const files = sent.map(file => {
    const own = findOwnSource(file.path, getPlaces(places, file.path))
    const isSent = file.content !== undefined || file.sha256 !== undefined || file.bytes !== undefined
    return own === undefined || isSent ? file : { ...file, sha256: own.branchFile.sha256 }
  })
  return gatherFiles(files, { place, findStored }, from)
}

/** The source file, if it is the target file, too. */
const findOwnSource = (path: string, [first]: readonly TargetPlace[]): TargetPlace['source'] | undefined =>
  first?.source.file.path === path ? first.source : undefined

/** Purpose of uploads for push_translations. */
const toPurpose = (places: readonly TargetPlace[]): string => `target:${places.length === 1 ? places[0]?.locale : '*'}`

function getPlaces(places: Places, path: string): readonly TargetPlace[] {
  const found = places.get(path)
  if (found === undefined) throw new Error(`no place was looked up for ${path}`)
  return found
}

/** Bytes of the imported files, and of those that others pull until then, minus the files they replace. */
const countAddedBytes = (files: readonly ImportFile[], isFinal: boolean): number =>
  files.reduce((sum, file) => {
    const { content, record } = file
    const added = storedFileSize({ content, reviewed: findReviewed(file, isFinal) })
    return sum + added - (record === undefined ? 0 : storedFileSize(record))
  }, 0)

const listFiles = (all: readonly ImportResult[]) => ({
  ...(all.length > 1 && { files: all.slice(0, MAX_ROWS).map(toRow) }),
  ...(all.length > MAX_ROWS && { more_files: all.length - MAX_ROWS }),
})

function toRow({ file: { place }, report: { counts, unknown } }: ImportResult) {
  return {
    path: place.path,
    locale: place.locale,
    source: place.source.file.path,
    ...omitZeros(counts),
    ...(unknown.length > 0 && { unknown: unknown.length }),
  }
}
