import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { currentIgnores, listIgnored } from '../../l10n/translation/findings.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { stringLink } from '../page-links.ts'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BranchName, getBranch, otherBranch } from '../projects/branches.ts'
import { targetLocale } from '../projects/locales.ts'
import { Lines, ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { addComment } from '../translations/add-comment.ts'
import { type Batch, openBatch, saveBatch } from '../translations/batch.ts'
import { BranchView } from '../translations/branch-view.ts'
import { CheckRulesReader, toRecheckRequest } from '../translations/check-rules.ts'
import { EntryFinder } from '../translations/find-entry.ts'
import { recordTranslation } from '../translations/record-text.ts'
import type { Entry, Translation } from '../translations/records.ts'
import { applyAnnotation } from './apply-annotation.ts'

/** Comments on an entry, gives it a context note, or annotates its translation in one locale. */
export const annotateEntry = writeTool({
  name: 'annotate_entry',
  title: 'Annotate entry',
  pastTense: 'Annotated entry',
  description:
    'Comment on an entry, or give it a context note. With locale: ignore a finding, confirm it (dismiss_stale), lock. Agents cannot ignore errors or unlock.',
  scope: 'project:write',
  hints: { destructive: false, idempotent: false },
  grows: true,
  toolset: 'advanced',
  rest: [ofProject('POST', '/entries/annotate')],
  input: z.object({
    project: ProjectName,
    id: z.string().min(1).max(40).optional(),
    key: z.string().max(2000).optional(),
    file: z.string().min(1).optional(),
    branch: BranchName.optional(),
    locale: Locale.optional(),
    comment: Lines.min(1).optional(),
    note: Lines.optional().describe('Context for translators; "" removes'),
    ignore: z.strictObject({ finding: z.string().max(60), reason: Lines.min(1) }).optional(),
    unignore: z.string().min(1).max(60).optional(),
    dismiss_stale: z.literal(true).optional(),
    lock: z.boolean().optional(),
  }),
  output: z.object({
    id: z.string(),
    key: z.string(),
    locale: z.string().optional(),
    done: z.array(z.string()),
    /** Why something was not done. */
    why: z.string().optional(),
    rev: z.number().int().optional(),
    stale: z.string().optional(),
    locked: z.boolean().optional(),
    ignored: z.array(z.string()).optional(),
    batch: z.string().optional(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  prepare: async (input, { read, computed, resource: { project } }) => {
    if (input.locale === undefined) return
    const branch = getBranch(project, input.branch)
    const found = await new EntryFinder(project, branch, read).find(input)
    if ('code' in found) return
    const { entry, line } = found
    const view = new BranchView(project, branch, { read, computed })
    const translation = await view.getTranslation(entry, targetLocale(project, input.locale), line)
    const { text } = shownText(translation, line)
    if (input.dismiss_stale === undefined || text === undefined || staleReason(translation, entry, line) === undefined)
      return
    const rules = await new CheckRulesReader(project, branch, read, computed).getRules(entry, translation.locale)
    await computed.check(toRecheckRequest({ entry, line, value: text.value }, rules))
  },
  handler: async (input, context) => {
    const { tx, computed, resource, audit, skipAudit, principal, services } = context
    const { project, name, target } = resource
    const branch = getBranch(project, input.branch)
    const found = await new EntryFinder(project, branch, tx).find(input)
    const { ignore, unignore, dismiss_stale, lock } = input
    const notes = { ignore, unignore, dismiss_stale, lock }
    const ofText = Object.entries(notes).flatMap(([field, value]) => (value === undefined ? [] : [field]))
    assertAnyNote(input, ofText)
    if ('code' in found) throw new AppError(found.code === 'unknown_key' ? 'not_found' : found.code, found.why, found)
    const { entry, line } = found
    const batch = await openBatch('annotate', project, context, entry.id)
    const locale = input.locale === undefined ? undefined : targetLocale(project, input.locale)
    const view = new BranchView(project, branch, { read: tx, computed })
    const translation = locale === undefined ? undefined : await view.getTranslation(entry, locale, line)
    const done: string[] = []
    const notDone: string[] = []
    let after = translation
    if (translation !== undefined && ofText.length > 0) {
      const rules = await new CheckRulesReader(project, branch, tx, computed).getRules(entry, translation.locale)
      const page = stringLink(services.baseUrl, {
        project: name,
        id: entry.short,
        locale: translation.locale,
        branch: otherBranch(project, branch),
      })
      const noting = { translation, entry, line, rules, computed, caller: { principal, read: tx }, target, page }
      const noted = await applyAnnotation(notes, noting, batch)
      await recordTranslation(translation, noted.after, batch)
      after = noted.after
      done.push(...noted.done)
      notDone.push(...noted.notDone)
    }
    if (input.note !== undefined) {
      if (await applyNote(entry, input.note, batch)) done.push(input.note === '' ? 'note_removed' : 'noted')
      else notDone.push(input.note === '' ? 'The entry has no added note.' : 'The entry already has this note.')
    }
    if (input.comment !== undefined) {
      await addComment({ entry, locale, kind: 'comment', text: input.comment }, batch)
      done.push('commented')
    }
    if (done.length === 0) skipAudit()
    else {
      await saveBatch(batch, Object.fromEntries(done.map(what => [what, 1])))
      audit(name, { entry: entry.short, done: done.join(' ') })
    }
    return {
      id: entry.short,
      key: escapeInvisible(entry.key),
      ...(locale !== undefined && { locale }),
      done,
      ...(notDone.length > 0 && { why: notDone.join(' ') }),
      ...(after !== undefined && describeTranslation(after, entry, line)),
      ...(done.length > 0 && { batch: batch.id }),
    }
  },
})

function describeTranslation(translation: Translation, entry: Entry, line: SourceLine) {
  const stale = staleReason(translation, entry, line)
  const findings = shownText(translation, line).text?.findings ?? []
  const ignored = listIgnored(findings, currentIgnores(translation, line))
  return {
    rev: translation.rev,
    ...(stale !== undefined && { stale }),
    ...(translation.locked && { locked: true }),
    ...(ignored.length > 0 && { ignored }),
  }
}

function assertAnyNote(
  input: { locale?: string | undefined; comment?: string | undefined; note?: string | undefined },
  ofText: readonly string[],
) {
  if (ofText.length > 0 && input.locale === undefined) {
    throw new AppError('invalid_input', `locale is missing: ${ofText.join(' and ')} applies to a translation.`, {
      fix: 'Give locale; only comment and note work without it.',
    })
  }
  if (ofText.length > 0 || (input.comment ?? input.note) !== undefined) return
  throw new AppError('invalid_input', 'The call has no annotation.', {
    fix: 'Give comment or note, or with locale: ignore, unignore, dismiss_stale or lock.',
  })
}

/** Sets the added note of an entry, or removes it if the text is empty. Makes no translation stale. Returns whether it changed. */
async function applyNote(entry: Entry, text: string, { tx, origin, at }: Batch): Promise<boolean> {
  if ((entry.added_note?.text ?? '') === text) return false
  const stored = await tx.entries.get(entry.id)
  if (stored === undefined) return false
  const { added_note: _before, ...rest } = stored
  await tx.entries.put({ ...rest, ...(text !== '' && { added_note: { text, origin, at } }) })
  return true
}
