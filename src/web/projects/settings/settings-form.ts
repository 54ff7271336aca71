import { z } from 'zod'
import { CHECK_IDS, FIXED_CHECKS } from '../../../l10n/checks/registry.ts'
import type { Tool } from '../../../tools/pipeline/tool.ts'
import { deleteProject } from '../../../tools/projects/delete-project.ts'
import { Policy } from '../../../tools/projects/policy.ts'
import { updateProject } from '../../../tools/projects/update-project.ts'
import { updateProjectPolicy } from '../../../tools/projects/update-project-policy.ts'
import type { SettingForms } from '../../forms/setting-forms.ts'
import { t } from '../../i18n/t.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import type { SensitiveAction } from '../../sessions/pending-action.ts'

/** The setting that a form changes. */
const SETTINGS = ['name', 'add_locale', 'remove_locale', 'path', 'policy', 'levels', 'delete'] as const
export type Setting = (typeof SETTINGS)[number]

export const isSetting = (name: string | null): name is Setting => SETTINGS.some(setting => setting === name)

interface SettingChange {
  readonly tool: Tool
  /** The fields of the form whose errors stand beside them. */
  readonly fields: readonly [string, ...string[]]
  /** The arguments of the tool, except for the project. */
  readonly input: (form: URLSearchParams) => object
  /** Its button, if it needs a sign-in within the last ten minutes. */
  readonly dangerous?: (project: string) => SensitiveAction
}

const getText = (form: URLSearchParams, field: string): string => form.get(field)?.trim() ?? ''

/** The levels that differ from those of the product are sent as they are, the others as `default`. */
const readLevels = (form: URLSearchParams): Readonly<Record<string, string>> =>
  Object.fromEntries(
    CHECK_IDS.filter(id => !FIXED_CHECKS.includes(id)).flatMap(id => {
      const level = form.get(`level-${id}`)
      return level === null ? [] : [[id, level]]
    }),
  )

export const SETTING_CHANGES: Readonly<Record<Setting, SettingChange>> = {
  name: { tool: updateProject, fields: ['name'], input: form => ({ name: getText(form, 'name') }) },
  add_locale: {
    tool: updateProject,
    fields: ['locale'],
    input: form => ({ add_locales: [getText(form, 'locale')] }),
  },
  remove_locale: {
    tool: updateProject,
    fields: ['locale'],
    // The dialog has asked.
    input: form => ({ remove_locales: [getText(form, 'locale')], confirm: true }),
  },
  path: {
    tool: updateProject,
    fields: ['source', 'target'],
    input: form => ({ files: [{ source: getText(form, 'source'), target: getText(form, 'target') }] }),
  },
  policy: {
    tool: updateProjectPolicy,
    fields: ['review'],
    input: form => ({
      review: form.get('review') ?? undefined,
      approve: form.get('approve') ?? undefined,
      four_eyes: form.get('four_eyes') === 'yes',
      agents_replace: form.get('agents_replace') === 'yes',
      export: form.get('export') ?? undefined,
      changes_requested: form.get('changes_requested') ?? undefined,
    }),
  },
  levels: { tool: updateProjectPolicy, fields: ['levels'], input: form => ({ levels: readLevels(form) }) },
  delete: {
    tool: deleteProject,
    fields: ['confirm'],
    input: form => ({ confirm: getText(form, 'confirm') }),
    dangerous: project => ({ button: t('settings.delete.button', { project }), fields: ['setting'] }),
  },
}

export const ProjectSettings = z.object({
  name: z.string(),
  source_locale: z.string(),
  target_locales: z.array(z.string()),
  settings: Policy,
  rules: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
  files: z.array(z.object({ path: z.string(), target: z.string().optional() })).default([]),
  more_files: z.number().default(0),
})
export type ProjectSettings = z.output<typeof ProjectSettings>

export interface SettingsProps extends SettingForms<Setting> {
  readonly project: LoadedProject
  readonly settings: ProjectSettings
  readonly flash: string | undefined
}

export const settingsPath = ({ name }: Pick<LoadedProject, 'name'>): string => `/p/${name}/settings`

/** Whether the user can change what `update_project` changes. */
export const mayWrite = ({ project }: SettingsProps): boolean => project.withheld === undefined
