import { currentLanguage } from '../i18n/current.ts'

interface ToolTextProps {
  /** Default: true. */
  readonly isFromTool?: boolean | undefined
  readonly children: string
}

/** A text of a tool, marked as English on pages of other languages. Tools answer agents, too, so their texts are not translated. */
export function ToolText({ isFromTool = true, children }: ToolTextProps) {
  if (!isFromTool || currentLanguage() === 'en') return <>{children}</>
  return (
    <span lang="en" dir="ltr">
      {children}
    </span>
  )
}
