// npm run check:subjects: commit subjects since the rule exists are in the imperative, with at most 72 characters.
import { execFileSync } from 'node:child_process'

const MAX_LENGTH = 72
/** The last commit before the rule. A shallow clone does not have it: then nothing is checked. */
const BEFORE = 'e71faf6d'

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

function log() {
  try {
    const text = execFileSync('git', ['log', '--format=%h %s', '--abbrev=8', `${BEFORE}..HEAD`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return text.split('\n').filter(line => line !== '')
  } catch {
    return []
  }
}
