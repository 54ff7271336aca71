import { describe, expect, it } from 'vitest'
import { openJar } from '../jar.ts'
import { useOneTestApp } from '../scene.ts'

const testApp = useOneTestApp()

const htmlOf = (text: string): string | undefined => /<html[^>]*>/.exec(text)?.[0]

describe('the language setting', () => {
  it('is the first language that the browser accepts, until the user sets one', async () => {
    const jar = openJar(testApp.url)
    const headers = { 'accept-language': 'de-DE, en;q=0.5' }
    expect(htmlOf((await jar.get('/', { headers })).text)).toContain('lang="de" dir="ltr"')
    const seen = await jar.post(
      '/language',
      { language: 'ar' },
      { headers: { ...headers, referer: `${testApp.url}/` } },
    )
    expect(htmlOf(seen.text)).toContain('lang="ar" dir="rtl"')
    expect(htmlOf((await jar.get('/login', { headers })).text)).toContain('lang="ar" dir="rtl"')
  })

  it('marks the button of the current language, and names each in itself', async () => {
    const jar = openJar(testApp.url)
    await jar.get('/')
    const { text } = await jar.post('/language', { language: 'ja' }, { headers: { referer: `${testApp.url}/` } })
    expect(text.match(/<button[^>]*name="language"[^>]*>[^<]*/g)).toHaveLength(5)
    expect(text).toMatch(/<button[^>]*value="ja" lang="ja" dir="ltr" aria-pressed="true">日本語</)
    expect(text).toMatch(/<button[^>]*value="ar" lang="ar" dir="rtl" aria-pressed="false">العربية</)
  })

  it('returns to the page on which it was changed', async () => {
    const jar = openJar(testApp.url)
    await jar.get('/login')
    const headers = { referer: `${testApp.url}/login` }
    const seen = await jar.post('/language', { language: 'es' }, { headers, follow: false })
    expect(seen.status).toBe(303)
    expect(seen.location).toBe('/login')
  })

  it.each(['fr', '', '"><script>'])('is removed by a language that the pages lack: %j', async language => {
    const jar = openJar(testApp.url)
    await jar.get('/')
    const headers = { referer: `${testApp.url}/` }
    await jar.post('/language', { language: 'de' }, { headers })
    const { text } = await jar.post('/language', { language }, { headers })
    expect(htmlOf(text)).toContain('lang="en" dir="ltr"')
    expect(text).not.toContain('"><script>')
  })
})
