import type { CheckResult, Finding } from '../../l10n/checks/check.ts'
import { pluralNeeds } from '../../l10n/locales/plural-rules.ts'
import type { CheckRequest, Computation } from '../../workers/computation.ts'

/** Checks submitted texts in order. A text of the wrong shape gets that finding only. */
export async function checkSubmissions(
  requests: readonly CheckRequest[],
  computed: Computation,
): Promise<readonly CheckResult[]> {
  const shapes = requests.map(findShapeFault)
  const checked = await computed.checkAll(requests.filter((_, at) => shapes[at] === undefined))
  const results = checked.values()
  return requests.flatMap(({ target }, at) => {
    const misshapen = shapes[at]
    if (misshapen !== undefined) return [{ value: target, findings: [misshapen], repaired: [] }]
    const { value: result } = results.next()
    return result === undefined ? [] : [result]
  })
}

/** Returns a finding unless source and translation both have plural forms, or both have none. */
function findShapeFault({ source, target, categories, locale, ordinal }: CheckRequest): Finding | undefined {
  if (typeof source === typeof target) return undefined
  const type = ordinal === true ? 'ordinal' : 'cardinal'
  const { required: requiredForms } = pluralNeeds(locale, { type, kind: 'forms', categories })
  const base = { id: 'plural_forms', level: 'error' } as const
  return typeof source === 'string'
    ? { ...base, message: 'The source is one text, and forms were sent.', fix: 'Send text.' }
    : {
        ...base,
        message: 'The source has plural forms, and one text was sent.',
        fix: `Send forms, with a text for each of ${requiredForms.join(', ')}.`,
      }
}
