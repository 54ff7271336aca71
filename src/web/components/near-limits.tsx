import { t } from '../i18n/t.ts'
import { Notice } from './notice.tsx'
import { ToolText } from './tool-text.tsx'

/** Lists the limits that are almost used up. Renders nothing if there are none. */
export function NearLimits({ lines = [] }: { readonly lines?: readonly string[] | undefined }) {
  if (lines.length === 0) return null
  return (
    <Notice kind="warning" title={t('components.near_limits')}>
      {lines.map(line => (
        <p key={line}>
          <ToolText>{line}</ToolText>
        </p>
      ))}
    </Notice>
  )
}
