/**
 * Formats a MediaWiki message after the published grammar: `{{name:parameter|form|…}}` nests, `$1` is an argument, `[[page|label]]` and `[url label]` are links.
 * It shares no code with the product, and throws for braces that nothing closes.
 */
export function formatBanana(text: string, args: readonly (string | number)[], locale: string): string {
  let at = 0

  function readUntil(ends: readonly string[]): string {
    let printed = ''
    while (at < text.length) {
      if (ends.some(end => text.startsWith(end, at))) return printed
      if (text.startsWith('{{', at)) {
        at += 2
        printed += readTemplate()
      } else if (text[at] === '$' && /\d/.test(text[at + 1] ?? '')) {
        printed += String(args[Number(text[at + 1]) - 1] ?? `$${text[at + 1]}`)
        at += 2
      } else {
        printed += text[at]
        at += 1
      }
    }
    if (ends.length > 0) throw new Error(`${ends.join(' or ')} is missing`)
    return printed
  }

  function readTemplate(): string {
    const head = readUntil(['|', '}}'])
    const forms: string[] = []
    while (text[at] === '|') {
      at += 1
      forms.push(readUntil(['|', '}}']))
    }
    at += 2
    const [name = '', parameter = ''] = head.split(/:(.*)/s)
    switch (name.trim().toUpperCase()) {
      case 'SITENAME':
        return 'Wiki'
      case 'PLURAL':
        return choosePlural(Number(parameter), forms)
      case 'GENDER':
        return forms[parameter === 'female' ? Math.min(1, forms.length - 1) : 0] ?? ''
      case 'GRAMMAR':
        return forms[0] ?? ''
      default:
        throw new Error(`${name} is unknown`)
    }
  }

  function choosePlural(number: number, forms: readonly string[]): string {
    const exact = forms.find(form => form.startsWith(`${number}=`))
    if (exact !== undefined) return exact.slice(exact.indexOf('=') + 1)
    const ruled = forms.filter(form => !/^\d+=/.test(form))
    const rules = new Intl.PluralRules(locale)
    const order = ['zero', 'one', 'two', 'few', 'many', 'other'].filter(category =>
      rules.resolvedOptions().pluralCategories.some(own => own === category),
    )
    return ruled[Math.min(order.indexOf(rules.select(number)), ruled.length - 1)] ?? ''
  }

  return readUntil([])
}
