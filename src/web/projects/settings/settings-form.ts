import { z } from 'zod'
import { Policy } from '../../../tools/projects/policy.ts'
import type { FormFailure } from '../../forms/attempt.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import type { PageRequest } from '../../requests/page-request.ts'
import type { Setting } from './setting.ts'

/** What the page shows of a project. */
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

export interface SettingsProps {
  readonly request: PageRequest
  readonly project: LoadedProject
  readonly settings: ProjectSettings
  readonly failure: { readonly setting: Setting; readonly why: FormFailure } | undefined
  /** The form that was submitted before the user had to sign in again. */
  readonly left: URLSearchParams | undefined
  /** The result of the last action. */
  readonly flash: string | undefined
}

export const settingsPath = ({ name }: Pick<LoadedProject, 'name'>): string => `/p/${name}/settings`

export const fieldId = (setting: Setting, field: string): string => `${setting}-${field}`

/** Whether this form was rejected, or must be submitted again after a new sign-in. */
export const isSubmitted = ({ failure, left }: SettingsProps, setting: Setting): boolean =>
  (failure?.setting ?? left?.get('setting')) === setting

/** The value of a field in a form that is shown again. */
export const typedValue = (props: SettingsProps, setting: Setting, field: string): string | undefined =>
  isSubmitted(props, setting) ? ((props.left ?? props.request.form).get(field) ?? undefined) : undefined

export const fieldFault = ({ failure }: SettingsProps, setting: Setting, field: string): string | undefined =>
  failure?.setting === setting && failure.why.field === field ? failure.why.message : undefined

/** Whether the user can change what `update_project` changes. */
export const mayWrite = ({ project }: SettingsProps): boolean => project.withheld === undefined
