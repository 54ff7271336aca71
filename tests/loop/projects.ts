import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatById } from '../../src/l10n/formats/registry.ts'
import type { Message } from '../../src/l10n/message/message.ts'
import { corpusFolder } from '../require.ts'

/** A real project of the corpus: its source files, and what its own translators published. */
export interface RealProject {
  readonly name: string
  readonly format: string
  /** Source files from the root of its repository. */
  readonly sources: readonly string[]
  readonly locales: readonly string[]
  /** The path of the file of a locale. */
  readonly target: (source: string, locale: string) => string
}

export const MASTODON: RealProject = {
  name: 'mastodon-formatjs-json',
  format: 'json',
  sources: ['app/javascript/mastodon/locales/en.json'],
  locales: ['ar', 'de', 'ja', 'pl', 'ru'],
  target: (source, locale) => source.replace('en.json', `${locale}.json`),
}

export const WAGTAIL: RealProject = {
  name: 'wagtail-gettext-po',
  format: 'po',
  sources: [
    'wagtail/admin/locale/en/LC_MESSAGES/django.po',
    'wagtail/admin/locale/en/LC_MESSAGES/djangojs.po',
    'wagtail/images/locale/en/LC_MESSAGES/django.po',
  ],
  locales: ['ar', 'ja', 'pl', 'ru'],
  target: (source, locale) => source.replace('/en/', `/${locale}/`),
}

export const readSource = ({ name }: RealProject, path: string): string =>
  readFileSync(join(corpusFolder, name, path), 'utf8')

/** Source file → key → the published text. */
export function published(project: RealProject, locale: string): ReadonlyMap<string, ReadonlyMap<string, Message>> {
  const format = formatById(project.format)
  return new Map(
    project.sources.map(source => {
      const text = readSource(project, project.target(source, locale))
      return [source, new Map(format.readTarget(text, locale).map(({ key, value }) => [key, value]))]
    }),
  )
}
