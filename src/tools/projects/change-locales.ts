import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { canonicalLocale, canonicalLocales } from '../schemas/locale.ts'
import { assertSourceNotTarget, targetLocales } from './locales.ts'

/** The limit of create_project. */
const MAX_LOCALES = 200

type Project = Pick<Frozen<ProjectRecord>, 'source_locale' | 'target_locales'>

/** Locale fields of a call. */
export interface LocaleInput {
  readonly source_locale?: string | undefined
  readonly target_locales?: readonly string[] | undefined
  readonly add_locales?: readonly string[] | undefined
  readonly remove_locales?: readonly string[] | undefined
  readonly allow_private_locale?: boolean | undefined
}

export interface LocaleChange {
  readonly source: string
  readonly targets: readonly string[]
  readonly added: readonly string[]
  /** No longer target locales; their translations are kept. */
  readonly removed: readonly string[]
}

/**
 * The locales of a project after a call. A target locale that becomes the source locale is removed from the targets.
 * @throws AppError `invalid_input`
 */
export function changeLocales(project: Project, wishes: LocaleInput): LocaleChange {
  const options = { allowPrivate: wishes.allow_private_locale ?? false }
  const source =
    wishes.source_locale === undefined
      ? project.source_locale
      : canonicalLocale('source_locale', wishes.source_locale, options)
  const targets =
    wishes.target_locales === undefined ? updateLocales(project, wishes, source) : replaceLocales(wishes, options)
  assertSourceNotTarget(targets, source)
  if (targets.length === 0) {
    throw new AppError('invalid_input', 'The project would have no target locale.', { fix: 'Keep at least one.' })
  }
  if (targets.length > MAX_LOCALES) {
    throw new AppError(
      'quota_exceeded',
      `The project has ${project.target_locales.length} of ${MAX_LOCALES} target locales. It would have ${targets.length}. Nothing was written.`,
      { fix: 'Remove target locales, or create a second project for the others. This limit cannot be raised.' },
    )
  }
  return {
    source,
    targets,
    added: targets.filter(locale => !project.target_locales.includes(locale)),
    removed: project.target_locales.filter(locale => !targets.includes(locale)),
  }
}

function replaceLocales(wishes: LocaleInput, options: { readonly allowPrivate: boolean }): readonly string[] {
  if (wishes.add_locales !== undefined || wishes.remove_locales !== undefined) {
    throw new AppError('invalid_input', 'target_locales cannot be combined with add_locales or remove_locales.', {
      fix: 'Give either the full list in target_locales, or add_locales and remove_locales.',
    })
  }
  return canonicalLocales('target_locales', wishes.target_locales ?? [], options)
}

function updateLocales(project: Project, wishes: LocaleInput, source: string): readonly string[] {
  const added = canonicalLocales('add_locales', wishes.add_locales ?? [], {
    allowPrivate: wishes.allow_private_locale ?? false,
  })
  const removed = targetLocales(project, wishes.remove_locales ?? [], 'remove_locales')
  const both = removed.find(locale => added.includes(locale))
  if (both !== undefined) {
    throw new AppError('invalid_input', `${both} is in add_locales and in remove_locales.`, {
      fix: 'Leave it out of one of them.',
    })
  }
  const gone = new Set(removed)
  const kept = project.target_locales.filter(locale => !gone.has(locale))
  const hasNewSource = source !== project.source_locale
  return [...new Set([...(hasNewSource ? kept.filter(locale => locale !== source) : kept), ...added])]
}
