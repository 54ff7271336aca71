import { ASSETS } from './assets.ts'
import type { Page } from './page.tsx'
import type { Visit } from './visit.ts'

/** The frame of every page. */
export function Layout({ visit, page }: { readonly visit: Visit; readonly page: Page }) {
  return (
    <html lang="en" data-theme={visit.theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {page.refresh !== undefined && <meta http-equiv="refresh" content={`1; url=${page.refresh}`} />}
        <title>{`${page.title} · Dragoman`}</title>
        <link rel="stylesheet" href={ASSETS.style.path} />
      </head>
      <body>
        <main>{page.body}</main>
      </body>
    </html>
  )
}
