import { Notice } from './notice.tsx'

/** Lists the limits that are almost used up. Renders nothing if there are none. */
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
