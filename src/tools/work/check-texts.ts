import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { CheckResult } from '../../l10n/checks/check.ts'
import { MAX_FAULTS } from '../../l10n/faults.ts'
import { detectSyntax } from '../../l10n/message/detect-syntax.ts'
import { type Message, SYNTAXES, sameMessage } from '../../l10n/message/message.ts'
import { findPatternSyntax } from '../../l10n/message/patterns/find-pattern.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { CheckRequest } from '../../workers/computation.ts'
import { toTextFields } from '../entries/row.ts'
import { findWithheldReason } from '../guidance/withheld.ts'
import { ofProject, readTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BranchName, getBranch } from '../projects/branches.ts'
import { targetLocale } from '../projects/locales.ts'
import { ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { CheckRulesReader, toCheckRequest } from '../translations/check-rules.ts'
import { EntryFinder, type FoundEntry, toGivenName } from '../translations/find-entry.ts'
import { checkSubmissions } from './check-submissions.ts'
import { FormsInput, KeyInput, TextInput } from './submission/submitted-item.ts'

const AnyText = z.union([TextInput, FormsInput])

const Item = z.strictObject({
  id: z.string().min(1).max(40).optional(),
  key: KeyInput.optional(),
  file: z.string().min(1).optional(),
  text: TextInput.optional(),
  forms: FormsInput.optional(),
})

/** Checks texts as a submission does, without writing. */
export const checkTexts = readTool({
  name: 'check_text',
  title: 'Check translations',
  description:
    'Run the checks of submit_translations without writing: the findings, and each text as it would be stored. Give items of a project, or any source and text.',
  scope: 'project:read',
  alsoReads: ['glossary:read'],
  toolset: 'advanced',
  rest: [ofProject('POST', '/check')],
  input: z.object({
    project: ProjectName,
    locale: Locale,
    branch: BranchName.optional(),
    items: z.array(Item).min(1).max(200).optional(),
    source: AnyText.optional(),
    text: AnyText.optional(),
    syntax: z.enum(SYNTAXES).optional(),
  }),
  output: z.looseObject({ results: z.array(z.looseObject({ ok: z.boolean() })), more: z.number().int().optional() }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, { principal, read, computed, resource: { project, target } }) => {
    const branch = getBranch(project, input.branch)
    const locale = targetLocale(project, input.locale)
    const noTerms = await findWithheldReason('glossary:read', target, { principal, read })
    const withheld = noTerms !== undefined && { withheld: [`terms: ${noTerms}`] }
    const checker = new CheckRulesReader(project, branch, read, computed, noTerms === undefined)
    const { items, source, text, syntax } = input
    if (items === undefined) {
      if (source === undefined || text === undefined) throw incompleteError(source === undefined ? 'source' : 'text')
      const texts = typeof source === 'string' ? [source] : Object.values(source)
      const own = findPatternSyntax({ key: '', value: source })
      const loose = { syntax: syntax ?? own ?? project.settings.syntax ?? detectSyntax(texts) }
      const rules = await checker.getRules({ ...loose, file_id: '', do_not_translate: false }, locale)
      const results = await checkSubmissions([{ ...rules, source, target: text, name: 'text' }], computed)
      return { results: results.map(checked => toResult(checked, text)), ...withheld }
    }
    if (source !== undefined || text !== undefined) throw incompleteError('items')
    const entries = await new EntryFinder(project, branch, read).findAll(items)
    const texts: { readonly at: number; readonly found: Known; readonly value: Message }[] = []
    const questions: CheckRequest[] = []
    const results: Result[] = items.map((item, at) => {
      const found = entries[at]
      const value = item.forms ?? item.text
      if (found === undefined || 'code' in found) return { ...toGivenName(item), ok: false, ...found }
      if (value === undefined || (item.forms !== undefined && item.text !== undefined)) {
        const why = 'The item has no text, or two.'
        return { ...toGivenName(item), ok: false, code: 'invalid', why, fix: 'Give text or forms.' }
      }
      texts.push({ at, found, value })
      return { id: found.entry.short, key: escapeInvisible(found.entry.key), ok: true }
    })
    for (const { found, value } of texts) {
      const item = { ...found, value }
      questions.push(toCheckRequest(item, await checker.getTextRules(item, locale)))
    }
    for (const [index, checked] of (await checkSubmissions(questions, computed)).entries()) {
      const { at = 0, value = '' } = texts[index] ?? {}
      results[at] = { ...results[at], ...toResult(checked, value) }
    }
    return { ...limitFaulty(results), ...withheld }
  },
})

type Known = Exclude<FoundEntry, { code: string }>

interface Result extends Readonly<Record<string, unknown>> {
  readonly ok: boolean
}

/** Keeps the findings of the first 20 faulty results. The others keep only `ok: false`, and their number is returned. */
function limitFaulty(results: readonly Result[]): { readonly results: readonly Result[]; readonly more?: number } {
  let faulty = 0
  const compact = results.map(({ why, fix, findings, ...result }) => {
    if (why === undefined && findings === undefined) return result
    faulty += 1
    if (faulty > MAX_FAULTS) return result
    return { ...result, ...(why !== undefined && { why, fix }), ...(findings !== undefined && { findings }) }
  })
  return { results: compact, ...(faulty > MAX_FAULTS && { more: faulty - MAX_FAULTS }) }
}

/** Includes `text` or `forms` only if the checks repaired them. */
const toResult = ({ value, findings, repaired }: CheckResult, sent: CheckResult['value']) => ({
  ok: findings.every(({ level }) => level !== 'error'),
  ...(!sameMessage(value, sent) && { ...toTextFields(value), repaired }),
  ...(findings.length > 0 && { findings }),
})

const incompleteError = (name: string): AppError =>
  new AppError(
    'invalid_input',
    name === 'items' ? 'items and a source or text are both given.' : `${name} is missing.`,
    { fix: 'Give items (id or key, and text or forms), or source and text.' },
  )
