interface Variants {
  readonly declarations?: readonly string[]
  readonly selectors?: readonly string[]
  readonly match: Readonly<Record<string, string>>
}

/**
 * Formats a message of the inlang message format after its published description: the first variant whose conditions all hold is shown, `*` always holds. It
 * shares no code with the product, and throws if no variant matches.
 */
export function formatInlang(message: unknown, inputs: Readonly<Record<string, unknown>>, locale: string): string {
  const text = typeof message === 'string' ? message : chooseVariant(message as readonly Variants[], inputs, locale)
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(inputs[name]))
}

function chooseVariant(
  [variants]: readonly Variants[],
  inputs: Readonly<Record<string, unknown>>,
  locale: string,
): string {
  if (variants === undefined) throw new Error('no variants')
  const locals = new Map(Object.entries(inputs).map(([name, value]) => [name, String(value)]))
  for (const declaration of variants.declarations ?? []) {
    const [kind, name = '', , input = '', fn, ...options] = declaration.replace(':', ' ').split(/\s+/)
    if (kind === 'local' && fn === 'plural') {
      const type = options.includes('type=ordinal') ? 'ordinal' : 'cardinal'
      locals.set(name, new Intl.PluralRules(locale, { type }).select(Number(inputs[input])))
    }
  }
  for (const [conditions, text] of Object.entries(variants.match)) {
    const pairs = conditions.split(',').map(condition => condition.trim().split('='))
    if (pairs.every(([name = '', value]) => value === '*' || locals.get(name) === value)) return text
  }
  throw new Error(`no variant matches ${JSON.stringify(inputs)}`)
}
