import { targetPath } from '../../../l10n/files/target-path.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import type { Project } from '../../translations/records.ts'
import {
  type BlankFile,
  type RenderedFile,
  type RenderedSource,
  type RenderOptions,
  renderFor,
  toContent,
} from './render-file.ts'
import { deliversDecided, findImportedFile, findReviewedFile, getReviewedSource } from './target-files.ts'

type Rendered = RenderedFile | BlankFile

/** What a file keeps that nobody decided on: nothing, the texts that it has, or those and all imported ones. */
type Keeping = 'decided' | 'own' | 'imported'

/**
 * Renders a file that has all locales, one after the other; returns it for each of `locales`. What nobody decided on stays only in the file of a caller who has
 * it: the pushed one, the one before, or the pushed one with what was imported since.
 */
export async function renderWhole(
  project: Project,
  branch: string,
  from: RenderedSource,
  locales: readonly string[],
  options: RenderOptions,
  reading: ReadDeps,
): Promise<readonly Rendered[]> {
  const { branchFile, file } = from.source
  const reviewed = getReviewedSource(from.source, project)
  const render = (base: string, keeps: Keeping) =>
    renderChain({ project, branch, from, locales, options }, base, keeps, reading)
  const has = options.have.get(file.path)
  const own = [branchFile, reviewed].find(({ sha256 }) => sha256 === has)
  if (own !== undefined) return render(own.content, 'own')
  const pulled = has === undefined ? [] : await render(branchFile.content, 'imported')
  const isSame = pulled.some(one => one.content !== undefined && one.sha256 === has)
  return isSame ? pulled : render(reviewed.content, 'decided')
}

interface WholeFile {
  readonly project: Project
  readonly branch: string
  readonly from: RenderedSource
  readonly locales: readonly string[]
  readonly options: RenderOptions
}

async function renderChain(
  { project, branch, from, locales, options }: WholeFile,
  base: string,
  keeps: Keeping,
  reading: ReadDeps,
): Promise<readonly Rendered[]> {
  const { source, rule } = from
  const { file, branchFile } = source
  const { read, computed } = reading
  let content = base
  const render = async (locale: string): Promise<Rendered> => {
    const path = targetPath(rule, locale)
    const place = { path, format: file.format, source: branchFile.content, locale }
    const imported = await findImportedFile(project, branch, file.id, locale, read)
    const reviewed = await findReviewedFile(project, branch, file.id, locale, read)
    const readTexts = async (text: string) => (await computed.readTarget({ ...place, content: text })).entries
    if (keeps === 'imported' && imported !== undefined) {
      const entries = await readTexts(imported.content)
      const values = new Map(entries.map(({ key, value }) => [key, value]))
      const states = new Map(entries.flatMap(({ key, state }) => (state === undefined ? [] : [[key, state]])))
      content = await computed.writeTarget({ ...place, base: content, values, states })
    }
    const ownTexts =
      keeps === 'own' ? new Map((await readTexts(base)).map(({ key, value }) => [key, value])) : undefined
    const target = {
      ...from,
      path,
      base: keeps === 'imported' ? imported : reviewed,
      before: content,
      decided: (branchFile.reviewed ?? branchFile).content,
      isOwner: keeps !== 'decided',
      conflictsOn: imported?.branch,
      ownTexts,
    }
    const rendered = await renderFor(project, branch, target, locale, options, reading)
    content = rendered.content ?? content
    return rendered
  }
  const files: Rendered[] = []
  for (const locale of locales) files.push(await render(locale))
  if (files.every(one => one.content === undefined)) return files
  // What nobody decided on is not in this file, in whichever locale.
  const others = deliversDecided(project, options.include) ? project.target_locales : []
  for (const locale of others) if (!locales.includes(locale)) await render(locale)
  const whole = toContent(content)
  return files.map(one => (one.content === undefined ? one : { ...one, ...whole }))
}
