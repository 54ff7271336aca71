/** A control of a form that has a name. */
interface Field {
  readonly name: string
  readonly value: string
  /** `checkbox`, `radio`, `hidden`, `submit`, `text` … */
  readonly type: string
  readonly checked: boolean
}

/** A form as a browser reads it. */
export interface Form {
  /** Absolute. */
  readonly action: string
  readonly method: 'get' | 'post'
  readonly fields: readonly Field[]
}

/** The forms of a page, in order. */
export function formsOf(html: string, url: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([^]*?)<\/form>/g)].map(([, attributes = '', inside = '']) => ({
    action: new URL(attribute(attributes, 'action') ?? '', url).href,
    method: attribute(attributes, 'method')?.toLowerCase() === 'post' ? 'post' : 'get',
    fields: [...inside.matchAll(/<(input|button)\b([^>]*?)\/?>/g)].flatMap(([, tag, rest = '']) => {
      const name = attribute(rest, 'name')
      const type = attribute(rest, 'type') ?? (tag === 'button' ? 'submit' : 'text')
      const value = attribute(rest, 'value') ?? (type === 'checkbox' ? 'on' : '')
      return name === undefined ? [] : [{ name, value, type, checked: attribute(rest, 'checked') !== undefined }]
    }),
  }))
}

/** The fields that a browser sends when a form is submitted with a button, or with none. */
export function filled(form: Form, button?: { readonly name: string; readonly value: string }): URLSearchParams {
  const sent = form.fields.filter(
    ({ type, name, value, checked }) =>
      (type === 'submit' && name === button?.name && value === button.value) ||
      (type === 'checkbox' || type === 'radio' ? checked : type !== 'submit'),
  )
  return new URLSearchParams(sent.map(({ name, value }) => [name, value]))
}

/** The value of an attribute; undefined when it is not there. */
function attribute(attributes: string, name: string): string | undefined {
  const [found, value = ''] = new RegExp(`(?:^|\\s)${name}(?:="([^"]*)")?(?=\\s|$)`).exec(attributes) ?? []
  return found === undefined ? undefined : unescaped(value)
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

const unescaped = (text: string): string => text.replace(/&([a-z]+|#\w+);/g, (all, name) => ENTITIES[name] ?? all)
