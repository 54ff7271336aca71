import { Notice } from './notice.tsx'

/** Says which limits are nearly used up; nothing where none is. */
export function NearLimits({ lines = [] }: { readonly lines?: readonly string[] | undefined }) {
  if (lines.length === 0) return null
  return (
    <Notice kind="warning" title="Near the limit">
      {lines.map(line => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  )
}
