import type { PageRequest } from '../requests/page-request.ts'
import type { FormFailure } from './form-route.ts'

/** A page with several forms, each of which changes one setting. */
export interface SettingForms<S extends string> {
  readonly request: PageRequest
  readonly failure: { readonly setting: S; readonly why: FormFailure } | undefined
  /** The form that was submitted before the user had to sign in again. */
  readonly left: URLSearchParams | undefined
}

export const fieldId = (setting: string, field: string): string => `${setting}-${field}`

/** Whether this form was rejected, or must be submitted again after a new sign-in. */
export const isSubmitted = <S extends string>({ failure, left }: SettingForms<S>, setting: S): boolean =>
  (failure?.setting ?? left?.get('setting')) === setting

/** The value of a field in a form that is shown again. */
export const typedValue = <S extends string>(forms: SettingForms<S>, setting: S, field: string): string | undefined =>
  isSubmitted(forms, setting) ? ((forms.left ?? forms.request.form).get(field) ?? undefined) : undefined

/** The properties of a field in the form of a setting. `stored` is its value in a form that was not submitted. */
export const settingField = <S extends string>(forms: SettingForms<S>, setting: S, name: string, stored?: string) => ({
  id: fieldId(setting, name),
  name,
  value: typedValue(forms, setting, name) ?? stored,
  fault: forms.failure?.setting === setting && forms.failure.why.field === name ? forms.failure.why.message : undefined,
})
