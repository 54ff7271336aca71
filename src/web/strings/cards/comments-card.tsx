import { Button } from '../../components/button.tsx'
import { Field, Form } from '../../forms/form.tsx'
import { t } from '../../i18n/t.ts'
import { useRequest } from '../../requests/page-request.ts'
import { AuthorLine } from '../author-line.tsx'
import type { StringView } from '../read-string.ts'
import type { ActionFailure } from '../refusals.ts'
import { stringPath } from '../string-frame.tsx'

interface CommentsCardProps {
  readonly string: StringView
  readonly locale: string | undefined
  readonly failure: ActionFailure | undefined
}

/** The comments on a string and its translation, newest first, and a form to add one. */
export function CommentsCard({ string, locale, failure }: CommentsCardProps) {
  const request = useRequest()
  const { comments, hasMoreComments, withheld } = string
  const mayComment = withheld === undefined && string.isListed
  if (comments.length === 0 && !mayComment) return null
  const failed = failure?.action === 'comment' ? failure : undefined
  return (
    <section class="se-comments" aria-labelledby="comments-heading">
      <h2 id="comments-heading">{t('strings.comments.title')}</h2>
      {comments.length > 0 && (
        <ul class="rows">
          {comments.map((comment, at) => (
            <li key={at}>
              <div>
                <div class="badges">
                  <AuthorLine by={comment.by} at={comment.at} />
                  {comment.kind === 'request_changes' && (
                    <span class="badge warning">{t('strings.request.requested')}</span>
                  )}
                  {locale === undefined && comment.locale !== undefined && <code>{comment.locale}</code>}
                </div>
                <p class="text" dir="auto">
                  {comment.text}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {hasMoreComments && <p class="hint">{t('strings.comments.older')}</p>}
      {mayComment && (
        <Form action={stringPath(request, string, locale)} class="stack">
          <Field
            id="words"
            name="words"
            label={t('strings.comments.new')}
            kind="lines"
            hint={t(locale === undefined ? 'strings.comments.about_source' : 'strings.comments.about_translation')}
            required
            maxlength={1000}
            value={failed === undefined ? undefined : (request.form.get('words') ?? '')}
            fault={failed?.field === 'words' ? failed.message : undefined}
          />
          <div class="actions">
            <Button name="action" value="comment">
              {t('strings.comments.add')}
            </Button>
          </div>
        </Form>
      )}
    </section>
  )
}
