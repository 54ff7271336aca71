import type { Finding, Level } from '../../l10n/checks/check.ts'
import { sourceText } from '../../l10n/checks/define-check.ts'
import { sameAsSource } from '../../l10n/checks/wording/same-as-source.ts'
import { findDisplayName } from '../../l10n/locales/spellings.ts'
import { getEntryFamilies, readFamilies } from '../../l10n/message/families.ts'
import { quote } from '../../text/quote.ts'
import type { Unit } from './check-file.ts'
import { type ChangedFile, compareSources, findOutcome, isOpen, type SourceChange } from './compare.ts'
import { type ChangedText, COPIED_SOURCE, equalsSource, findCopies } from './copied-source.ts'
import { examine, type Listed, listProject } from './examine.ts'
import type { FoundSource } from './find-on-disk.ts'
import type { ReadFile } from './open-files.ts'
import type { ProjectRules } from './project-rules.ts'
import { type RepositoryStrings, readBase } from './read-repository.ts'
import type { FileChange, GateReport } from './report.ts'
import type { StoredTexts } from './server/stored-texts.ts'
import type { TargetStrings } from './strings.ts'

interface ChangeContext {
  readonly read: ReadFile
  /** Reads the files at the base. */
  readonly before: ReadFile
  /** Absent without a server. */
  readonly stored?: StoredTexts | undefined
}

/** Checks the translations that a change adds or edits, and lists what it leaves for Dragoman. */
export async function examineChange(
  repository: RepositoryStrings,
  found: readonly FoundSource[],
  rules: ProjectRules,
  { stored, ...files }: ChangeContext,
): Promise<GateReport> {
  const places = new Map(found.map(one => [one.path, one]))
  const changed: ChangedFile[] = []
  for (const after of repository.files) {
    const place = places.get(after.source.path)
    const before = place === undefined ? undefined : await readBase(place, rules, files.before)
    changed.push(compareFile(after, before))
  }
  const outcomes = new Map(changed.flatMap(one => [...one.outcomes]))
  const touched = await listTouched(repository, files)
  const listed = listProject(repository)
  const copies = listCopies(changed, listed, rules)
  if (stored !== undefined) await readEdited(changed, stored)
  const { findings, strings } = examine(repository, listed, rules, {
    isChecked: (file, { item }) => outcomes.get(file)?.get(item.key) === 'written',
    isReported: path => touched.has(path),
    amend: (file, unit, results) => [
      ...withCopy(results, unit, copies.get(file)?.get(unit.item.key), rules),
      ...listProtected(file, unit, stored),
    ],
    stored,
  })
  return { findings, strings, queued: {}, changes: changed.map(summarizeFile).filter(hasContent) }
}

/** Reads what the server has for the translations that the change edits. */
async function readEdited(changed: readonly ChangedFile[], stored: StoredTexts): Promise<void> {
  for (const { outcomes, change } of changed) {
    for (const [{ locale }, own] of outcomes) {
      const edited = [...own].flatMap(([key, outcome]) =>
        outcome === 'written' && !change.added.has(key) ? [key] : [],
      )
      await stored.readKeys(locale, edited)
    }
  }
}

/** ID of findings about translations that a push cannot replace. */
export const PROTECTED_CHECK = 'protected'

function listProtected(file: TargetStrings, unit: Unit, stored: StoredTexts | undefined): readonly Finding[] {
  const why = stored?.findProtection(file, unit)
  if (why === undefined) return []
  return [
    {
      id: PROTECTED_CHECK,
      level: 'warning',
      message: `The translation is ${why} on the server, and differs there.`,
      fix: 'Run dragoman push --translations: the text of the file becomes a suggestion.',
    },
  ]
}

function compareFile(after: ChangedFile['after'], before: ChangedFile['before']): ChangedFile {
  const change = compareSources(before?.source, after.source)
  const known = new Map(before?.targets.map(file => [file.locale, file]))
  const outcomes = after.targets.map(file => {
    const own = known.get(file.locale)
    // A file that cannot be read has a finding of its own.
    const items = file.fault === undefined ? after.source.items : []
    return [file, new Map(items.map(({ key }) => [key, findOutcome(key, change, own, file)]))] as const
  })
  return { after, before, change, outcomes: new Map(outcomes) }
}

/** The files whose content differs from the base. */
async function listTouched(
  { files, faults }: RepositoryStrings,
  { read, before }: { readonly read: ReadFile; readonly before: ReadFile },
): Promise<ReadonlySet<string>> {
  const paths = [
    ...faults.map(({ path }) => path),
    ...files.flatMap(({ targets }) => targets.flatMap(({ fault, path }) => (fault === undefined ? [] : [path]))),
  ]
  const touched = new Set<string>()
  for (const path of paths) if ((await read(path)) !== (await before(path))) touched.add(path)
  return touched
}

type Copies = ReadonlyMap<TargetStrings, ReadonlyMap<string, Level>>

/** Finds what the change copies from the source, in each target file. */
function listCopies(changed: readonly ChangedFile[], { units }: Listed, rules: ProjectRules): Copies {
  const copies = new Map<TargetStrings, ReadonlyMap<string, Level>>()
  for (const { before, change, outcomes } of changed) {
    const known = listKnownCopies(before)
    const texts = [...outcomes].map(([file, outcome]) => {
      const own = (units.get(file) ?? []).filter(({ item }) => outcome.get(item.key) === 'written')
      return [file, own.map(unit => toChangedText(unit, file, change, known))] as const
    })
    const translated = new Set(
      texts.flatMap(([, own]) => own.flatMap(({ key, source, target }) => (equalsSource(source, target) ? [] : [key]))),
    )
    for (const [file, own] of texts)
      copies.set(
        file,
        findCopies(own, rules, key => translated.has(key)),
      )
  }
  return copies
}

/** The sources that the base keeps as they are in a locale, as `locale source`. */
function listKnownCopies(before: ChangedFile['before']): ReadonlySet<string> {
  const known = new Set<string>()
  for (const { source, entries, locale } of before?.targets ?? []) {
    for (const { key, value } of source.items) {
      const entry = entries.get(key)
      if (entry !== undefined && !isOpen(entry) && equalsSource(value, entry.value))
        known.add(`${locale} ${sourceText(value, 'other')}`)
    }
  }
  return known
}

function toChangedText(
  { item, entry }: Unit,
  { locale, source: { options } }: TargetStrings,
  { added, changed }: SourceChange,
  known: ReadonlySet<string>,
): ChangedText {
  const { key, value, tags = [], syntax = options.syntax, doNotTranslate = false } = item
  return {
    key,
    locale,
    source: value,
    target: entry.value,
    syntax,
    families: getEntryFamilies(tags, readFamilies(options)),
    doNotTranslate,
    isNewSource: added.has(key) || changed.has(key),
    isKnownCopy: known.has(`${locale} ${sourceText(value, 'other')}`),
  }
}

/** Adds the finding of a copy, in place of the one that the check has for it. */
function withCopy(
  findings: readonly Finding[],
  { item }: Unit,
  copied: Level | undefined,
  { sourceLocale, levels }: ProjectRules,
): readonly Finding[] {
  const level = copied === undefined ? undefined : (levels[COPIED_SOURCE] ?? copied)
  if (level === undefined || level === 'off') return findings
  const language = findDisplayName(sourceLocale.split('-')[0] ?? sourceLocale, 'language') ?? sourceLocale
  const copy: Finding = {
    id: COPIED_SOURCE,
    level,
    message: `${quote(sourceText(item.value, 'other'))} equals the ${language} source.`,
    fix: 'Leave it out: Dragoman queues it.',
  }
  return [copy, ...findings.filter(({ id }) => id !== sameAsSource.id)]
}

const hasContent = ({ added, changed, renamed, edited, removed }: FileChange): boolean =>
  added + changed + renamed.length + Object.keys(edited).length + Object.keys(removed).length > 0

/** Counts what a change does to a source file and its translations. */
function summarizeFile({ after, change, outcomes }: ChangedFile): FileChange {
  const { added, changed, renamed } = change
  const kept = new Set(after.source.items.flatMap(({ key, doNotTranslate }) => (doNotTranslate === true ? [key] : [])))
  const counts = { queued: new Counter(), stale: new Counter(), edited: new Counter(), removed: new Counter() }
  const open = new Set<string>()
  for (const [{ locale, path }, own] of outcomes) {
    for (const [key, outcome] of own) {
      if (kept.has(key)) continue
      const isChanged = changed.has(key)
      if (outcome === 'queued' || outcome === 'stale') {
        counts[isChanged ? 'stale' : 'queued'].add(locale)
        open.add(key)
      }
      if (outcome === 'written' && !isChanged && !added.has(key)) counts.edited.add(path)
      if (outcome === 'removed') counts.removed.add(path)
    }
  }
  return {
    path: after.source.path,
    added: [...added].filter(key => open.has(key)).length,
    changed: [...changed].filter(key => open.has(key)).length,
    queued: counts.queued.counts,
    stale: counts.stale.counts,
    renamed: [...renamed].map(([to, from]) => ({ from, to })),
    edited: counts.edited.counts,
    removed: counts.removed.counts,
  }
}

class Counter {
  readonly counts: Record<string, number> = {}

  add(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }
}
