const unescape = (html: string): string =>
  html.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** The words of a page. */
export const visible = (html: string): string => unescape(html.replace(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ')
