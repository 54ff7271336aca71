import { jsonByteLength } from '../pipeline/json-byte-length.ts'

/** A field of a nested object: its path and its value. */
interface Field {
  readonly path: readonly string[]
  readonly value: unknown
}

/** The fields that fit, nested as in their objects, and the index of the first that does not. */
interface FieldPage {
  readonly shown: Readonly<Record<string, object>>
  readonly next: number | undefined
}

/** Takes as many fields from index `start` as fit into `room` bytes, at least one; nested objects are split into their fields. */
export function pageFields(objects: Readonly<Record<string, object>>, start: number, room: number): FieldPage {
  const shown: Record<string, object> = {}
  let at = 0
  let bytes = 0
  for (const field of flattenFields(objects, [])) {
    if (at >= start) {
      bytes += jsonByteLength(field.value) + field.path.reduce((sum, name) => sum + jsonByteLength(name) + 3, 0)
      if (bytes > room && at > start) return { shown, next: at }
      setField(shown, field)
    }
    at += 1
  }
  return { shown, next: undefined }
}

function* flattenFields(objects: object, path: readonly string[]): Generator<Field> {
  for (const [name, value] of Object.entries(objects) as [string, unknown][]) {
    const at = [...path, name]
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) yield* flattenFields(value, at)
    else yield { path: at, value }
  }
}

function setField(target: Record<string, unknown>, { path, value }: Field): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    target[name] = value
    return
  }
  const inner = (target[name] ?? {}) as Record<string, unknown>
  target[name] = inner
  setField(inner, { path: rest, value })
}
