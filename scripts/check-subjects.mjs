// npm run check:subjects: commit subjects since this file exists are in the imperative, with at most 72 characters.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const MAX_LENGTH = 72
const RULE = 'scripts/check-subjects.mjs'

/** What a subject in another mood begins with: a past tense, a third person, a gerund, a clause or an article. */
const NO_IMPERATIVE =
  /^(?:\w+(?:ed|ing)|(?:[Aa]n?|[Tt]he|[Ww]ho|[Ww]hat|[Ii]t|[Nn]o|[Ee]very|[Ee]ach|adds|fixes|makes|moves|removes|uses|keeps|says|tests))\b/
/** Imperatives that look like one of those. */
const IMPERATIVE = /^(?:embed|feed|need|seed|speed|shed|bring|string|ping)\b/

const subjects = log()
const faults = subjects.flatMap(line => {
  const [hash, subject] = [line.slice(0, 8), line.slice(9)]
  if (/^(Merge|Revert) /.test(subject)) return []
  const words = subject.replace(/^[\w/.-]+: /, '')
  if (subject.length > MAX_LENGTH) return [`${hash} has ${subject.length} characters: ${subject}`]
  return NO_IMPERATIVE.test(words) && !IMPERATIVE.test(words) ? [`${hash} is not in the imperative: ${subject}`] : []
})
for (const fault of faults) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0

/** The commits since the one that added this file. Without it, as in a package or a shallow clone, there is nothing to check. */
function log() {
  const [first] = git('log', '--diff-filter=A', '--format=%H', '--', RULE)
  return first === undefined ? [] : git('log', '--format=%h %s', '--abbrev=8', `${first}..HEAD`)
}

function git(...args) {
  try {
    const text = execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return text.split('\n').filter(line => line !== '')
  } catch (error) {
    if (existsSync('.git')) throw error
    return []
  }
}
