import { z } from 'zod'
import { LEVELS } from '../../l10n/checks/check.ts'
import { findFix, placeFindings } from '../../l10n/checks/fixes/find-fix.ts'
import { messageUnits } from '../../l10n/message/message.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { mayReadTerms } from '../glossary/redact-findings.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BranchName, getBranch } from '../projects/branches.ts'
import { targetLocale } from '../projects/locales.ts'
import { ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import { CheckRulesReader, toCheckRequest } from '../translations/check-rules.ts'
import { EntryFinder } from '../translations/find-entry.ts'
import { checkSubmissions } from '../work/check-submissions.ts'
import { FormsInput, TextInput } from '../work/submission/submitted-item.ts'

/** Findings for which a correction is searched: each runs the checks several times. */
const MAX_FIXED = 6
/** Longer texts are checked, but code does not correct them. */
const MAX_FIXED_UNITS = 4000

const DraftFinding = z.object({
  id: z.string(),
  level: z.enum(LEVELS),
  message: z.string(),
  at: z.number().optional(),
  /** The plural form that it is about. */
  form: z.string().optional(),
  /** What to do, as a sentence. */
  fix: z.string().optional(),
  /** The form, or the whole text, as code corrects it. */
  corrected: z.string().optional(),
})

/** Checks the text in an editor as a submission does, says which form each finding is about, and corrects what code can. For pages only. */
export const checkDraft = readTool({
  name: 'check_draft',
  title: 'Check a draft',
  description: 'The findings of a draft by plural form, with corrected texts.',
  scope: 'project:read',
  toolset: 'core',
  rest: [],
  input: z.object({
    project: ProjectName,
    branch: BranchName.optional(),
    locale: Locale,
    id: z.string().max(40),
    text: z.union([TextInput, FormsInput]),
  }),
  output: z.object({ findings: z.array(DraftFinding) }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, call) => {
    const { read, computed, resource } = call
    const { project, target } = resource
    const branch = getBranch(project, input.branch)
    const locale = targetLocale(project, input.locale)
    const found = await new EntryFinder(project, branch, read).find({ id: input.id })
    if ('code' in found) return { findings: [] }
    const seesTerms = await mayReadTerms(target, call)
    const value = { ...found, value: input.text }
    const rules = await new CheckRulesReader(project, branch, read, computed, seesTerms).getTextRules(value, locale)
    const request = toCheckRequest(value, rules)
    const [checked] = await checkSubmissions([request], computed)
    const draft = { ...rules, source: getSource(found.entry, found.line.src), target: input.text }
    const isLong = messageUnits(input.text) > MAX_FIXED_UNITS
    const findings = checked?.findings ?? []
    if (isLong || typeof draft.source !== typeof draft.target) return { findings: findings.map(toRow) }
    const placed = placeFindings(draft, findings)
    return {
      findings: placed.map((finding, at) => {
        const corrected = at < MAX_FIXED ? findFix(draft, finding) : undefined
        return { ...toRow(finding), ...(corrected !== undefined && { corrected }) }
      }),
    }
  },
})

const toRow = ({ id, level, message, at, fix, form }: z.input<typeof DraftFinding>) => ({
  id,
  level,
  message,
  ...omitUndefined({ at, form, fix }),
})
