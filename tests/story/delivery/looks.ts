import type { TestFormat } from './formats/format.ts'
import type { Policy } from './history.ts'
import type { Listed } from './lines.ts'
import { LOCALES, type Project, type PulledFile } from './project.ts'
import { readText, toSourceId, type Written } from './texts.ts'
import { type Decisions, judgeText, type Kind } from './verdicts.ts'

/** What a string shows in a locale. */
export interface Shown {
  readonly written: Written
  readonly isStale: boolean
  readonly isApproved: boolean
}

/** What a branch shows: by string and locale; and its files with what they say. */
export interface Look {
  readonly strings: ReadonlyMap<number, Listed>
  readonly shown: ReadonlyMap<string, Shown>
  /** By path. */
  readonly files: ReadonlyMap<string, { readonly content: string; readonly says: string }>
  /** What the source files have. */
  readonly sources: string
  /** Texts that were judged. */
  readonly count: number
}

export const cellOf = (id: number, locale: string): string => `${id} ${locale}`

interface Looking {
  readonly project: Project
  readonly policy: Policy
  readonly decisions: Decisions
  readonly report: (kind: Kind, what: string) => void
}

/** Pulls all files of a branch and judges each text in them. Only a text without fault counts as shown. */
export async function look(branch: string, listed: readonly Listed[], looking: Looking): Promise<Look> {
  const { project, policy, decisions, report } = looking
  const shown = new Map<string, Shown>()
  const files = new Map<string, { content: string; says: string }>()
  const staleIn = new Map<string, number>()
  let count = 0
  const judge = (
    { path, locale, text, one }: Cell,
    rules: Policy,
  ): { readonly written: Written; readonly isStale: boolean } | undefined => {
    count += 1
    const asked = rules === policy ? '' : ' (include approved)'
    const where = `${branch}${asked} ${path} ${one.key} "${one.source}" shows "${text}"`
    const written = readText(text)
    if (written === undefined) {
      report('wrong', `${where}: it is no translation of anybody`)
      return undefined
    }
    const { isStale, fault } = judgeText(one, written, locale, rules, decisions)
    if (isStale && fault?.kind !== 'wrong') staleIn.set(path, (staleIn.get(path) ?? 0) + 1)
    if (fault === undefined) return { written, isStale }
    report(fault.kind, `${where}: ${fault.why}`)
    return undefined
  }

  const pulled = await project.pull(branch)
  for (const file of pulled) {
    files.set(file.path, { content: file.content, says: JSON.stringify(project.format.read(file.content)) })
    for (const cell of listCells(file, listed, project.format, looking)) {
      const fine = judge(cell, policy)
      if (fine !== undefined) shown.set(cellOf(cell.one.id, cell.locale), { ...fine, isApproved: false })
    }
    const stale = staleIn.get(file.path) ?? 0
    if (stale > (file.stale ?? 0)) {
      report('stale unnamed', `${branch} ${file.path}: ${stale} stale texts, and the pull counts ${file.stale ?? 0}`)
    }
  }
  if (staleIn.size > 0) await compareStatus(branch, pulled, staleIn, looking)

  staleIn.clear()
  const approved = await project.pull(branch, { include: 'approved' })
  for (const file of approved) {
    for (const cell of listCells(file, listed, project.format, looking)) {
      const fine = judge(cell, { ...policy, export: 'approved' })
      const known = shown.get(cellOf(cell.one.id, cell.locale))
      if (fine === undefined || known?.written.text !== fine.written.text) continue
      shown.set(cellOf(cell.one.id, cell.locale), { ...known, isApproved: true })
    }
  }
  const sources = JSON.stringify(listed.map(({ line: _line, ...one }) => one))
  return { strings: new Map(listed.map(one => [one.id, one])), shown, files, sources, count }
}

/** A token without project:admin asks main for more than the policy exports: it is refused, or gets no more. */
export async function judgeWidePulls(listed: readonly Listed[], looking: Looking): Promise<void> {
  const { project, policy, decisions, report } = looking
  for (const include of ['translated', 'all'] as const) {
    if (include === policy.export) continue
    const pulled = await project.pull('main', { include }).catch(() => [])
    for (const file of pulled) {
      for (const { one, locale, path, text } of listCells(file, listed, project.format, looking)) {
        const written = readText(text)
        const fault = written && judgeText(one, written, locale, policy, decisions).fault
        if (fault?.kind !== 'policy') continue
        report('policy', `a pull with include ${include}: ${path} ${one.key} shows "${text}": ${fault.why}`)
      }
    }
  }
}

async function compareStatus(
  branch: string,
  pulled: readonly PulledFile[],
  staleIn: ReadonlyMap<string, number>,
  { project, report }: Looking,
): Promise<void> {
  const counted = await project.countStale(branch)
  for (const locale of LOCALES) {
    const stale = pulled
      .filter(file => file.locale === locale)
      .reduce((sum, { path }) => sum + (staleIn.get(path) ?? 0), 0)
    if (stale <= (counted.get(locale) ?? 0)) continue
    report(
      'stale unnamed',
      `${branch} ${locale}: ${stale} stale texts, and the status counts ${counted.get(locale) ?? 0}`,
    )
  }
}

interface Cell {
  readonly path: string
  readonly locale: string
  readonly text: string
  readonly one: Listed
}

/** The finished texts of a file. An unfinished one must say itself which source it is for. */
function listCells(
  { path, locale, content }: PulledFile,
  listed: readonly Listed[],
  format: TestFormat,
  { report, decisions }: Pick<Looking, 'report' | 'decisions'>,
): readonly Cell[] {
  const there = listed.filter(({ file }) => format.targetPath(file, locale) === path)
  const cells: Cell[] = []
  for (const { key, context, text, unfinished } of format.read(content)) {
    const one = there.find(other => {
      const name = format.nameOf(other)
      return name.key === key && name.context === context
    })
    if (one === undefined) continue
    if (unfinished === undefined) cells.push({ path, locale, text, one })
    else {
      const { source } = unfinished
      // Without an earlier source, an unfinished text is for the source of its entry.
      const named = source === undefined ? one.sourceId : toSourceId(source, unfinished.context ?? context)
      const written = readText(text)
      if (written !== undefined && decisions.sourcesOf(written).includes(named)) continue
      report('wrong', `${path} ${key}: "${text}" is unfinished, and its file names the source "${source ?? ''}"`)
    }
  }
  return cells
}
