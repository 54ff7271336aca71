import { readFileSync } from 'node:fs'
import type { Detection } from '../../bench/checks/measure-defects.ts'
import { RATES, type Rates } from '../../bench/checks/rates.ts'
import { checkText } from '../../src/l10n/checks/check-text.ts'
import type { Check } from '../../src/l10n/checks/define-check.ts'
import { CHECKS } from '../../src/l10n/checks/registry.ts'
import { markdownTable } from './markdown.ts'

const LEVELS = ['error', 'warning', 'info'] as const

/** docs/checks.md */
export function checksPage(): string {
  const rates = JSON.parse(readFileSync(RATES, 'utf8')) as Rates
  const rows = LEVELS.map(level => [level, listChecks(CHECKS.filter(check => check.level === level))])
  const formats = Object.entries(rates.formats).map(([format, pairs]) => `${format} ${count(pairs)}`)
  return `# Checks

Every translation is checked when it is submitted, imported or edited. Each finding has an ID, a level, a message, a fix and the place in the text.

- An **error** breaks the file or the application. \`submit_translations\` refuses the text; an import keeps it and reports the finding.
- A **warning** is probably a fault. The text is stored with the finding.
- An **info** is worth a look.

A translation is stored as it was sent, white space included. Only its line endings become those of the source, and the answer lists these translations in \`repairs\`.

${markdownTable(['Level', 'Checks'], rows)}

## Change a level, or ignore a finding

Ignore a finding of one translation with a reason: \`annotate_entry { project, id, locale, ignore: { finding: "numbers", reason: "The German page has other limits" } }\`.
The text and the finding stay; \`unignore\` shows it again. It counts again when the source or the translation changes, and a new finding of the same check counts: another term, another wording that the glossary asks for, another message.
Agents can ignore warnings and infos. Only users can ignore errors, on the page of the string; what an agent ignored counts again when it becomes an error.

Change the level of a check for a project: \`update_project_policy { project, levels: { double_space: "error", case: "off" } }\`. After a change, the server checks all translations again in the background.
These checks stay errors, because their findings break files or applications: ${listChecks(CHECKS.filter(({ isFixed }) => isFixed))}.

## Rates

\`npm run bench:checks\` runs all checks on ${count(rates.pairs)} published translations of open-source projects
([decision 0049](decisions/0049-checks.md)):

${markdownTable(['Translations by format'], [[formats.join(', ')]])}

Of these, ${count(rates.refused)} have an error (${perMille(rates.refused, rates.pairs)}). All of them were reviewed.
${count(rates.wronglyRefused)} were refused wrongly (${perMille(rates.wronglyRefused, rates.pairs)}).

With seed ${rates.seed}, it then puts one defect into up to 300 good texts of each format and locale. The table has the share of these texts
in which it is found, in percent and by level. The last column names the checks that find at least half of them.

${markdownTable(['Defect', 'Texts', 'Found', 'Error', 'Warning', 'Info', 'By'], rates.defects.filter(({ tried }) => tried > 0).map(defectRow))}

${CHECKS.map(check => section(check, rates)).join('\n')}`
}

const count = (value: number): string => value.toLocaleString('en')
const share = (part: number, whole: number): string => ((part / whole) * 100).toFixed(2)
const percent = (part: number, whole: number): string => `${share(part, whole)} %`
const perMille = (part: number, whole: number): string => `${((part / whole) * 1000).toFixed(2)} ‰`
const listChecks = (checks: readonly Pick<Check, 'id'>[]): string =>
  checks.map(({ id }) => `[\`${id}\`](#${id})`).join(', ')

function defectRow({ id, tried, found, levels, checks }: Detection): string[] {
  const most = Object.entries(checks)
    .toSorted(([, a], [, b]) => b - a)
    .filter(([, times], index) => index === 0 || times >= tried * MIN_SHARE)
  return [
    id,
    count(tried),
    share(found, tried),
    ...LEVELS.map(level => (levels[level] === 0 ? '' : share(levels[level], tried))),
    listChecks(most.map(([check]) => ({ id: check }))),
  ]
}

/** The least share of a defect that a check finds, to be listed with it, unless no check finds more. */
const MIN_SHARE = 0.5

function section(check: Check, rates: Rates): string {
  const { id, level, isFixed, finds, why, standard } = check
  const counts = rates.checks[id] ?? { error: 0, warning: 0, info: 0 }
  const published = LEVELS.filter(name => counts[name] > 0).map(name => `${name} ${percent(counts[name], rates.pairs)}`)
  const lines = [
    `- Level: ${level}${isFixed === true ? ' in every project' : ''}${published.length === 0 ? '' : `; in published translations: ${published.join(', ')}`}`,
    `- Why: ${why}`,
    ...(standard === undefined ? [] : [`- Standard: ${standard}`]),
  ]
  return `## ${id}

${finds}

${lines.join('\n')}
${example(check)}`
}

/** The first example with its message. */
function example({ id, examples }: Check): string {
  const [first] = examples
  if (first === undefined) return ''
  const { source, good, bad, locale, syntax } = first
  const { findings } = checkText({ source, target: bad, sourceLocale: 'en', locale, syntax })
  const finding = findings.find(found => found.id === id)
  const show = (text: string): string =>
    JSON.stringify(text).replace(
      /[\u200B-\u202E\uFEFF]/g,
      char => `\\u${char.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  return `
\`\`\`text
source  ${show(source)}
${locale.padEnd(7)} ${show(good)}
wrong   ${show(bad)}
        ${finding?.message ?? ''} ${finding?.fix ?? ''}
\`\`\`
`
}
