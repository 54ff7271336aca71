import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { listen } from '../harness/listen.ts'

export interface TranslateBody {
  readonly q: readonly string[]
  readonly source: string
  readonly target: string
  readonly format: string
  readonly api_key?: string
}

/** Answers a request instead of the service; returns false to leave it to the service. */
type Instead = (request: IncomingMessage, response: ServerResponse) => boolean

export interface FakeLibreTranslate {
  readonly url: string
  readonly asked: TranslateBody[]
  /** Changes how a text is translated. */
  translate: (html: string) => string
  instead: Instead
  /** Number of requests for the languages. */
  languageRequests: number
  readonly close: () => Promise<void>
}

/** Writes the words of HTML in upper case. */
export const upperCase = (html: string): string => html.replaceAll(/>[^<]*|^[^<]*/g, text => text.toUpperCase())

/** A service with LibreTranslate's API, which translates from English to German, Brazilian Portuguese and Chinese. */
export async function startFakeLibreTranslate(): Promise<FakeLibreTranslate> {
  const { url, close } = await listen(createServer((request, response) => void answer(request, response)))
  const fake: FakeLibreTranslate = {
    url,
    asked: [],
    translate: upperCase,
    instead: () => false,
    languageRequests: 0,
    close,
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readText(request)
    if (fake.instead(request, response)) return
    response.setHeader('content-type', 'application/json')
    if (request.url === '/languages') {
      fake.languageRequests += 1
      response.end(JSON.stringify([{ code: 'en', name: 'English', targets: ['de', 'en', 'pb', 'zh-Hans'] }]))
      return
    }
    const asked = JSON.parse(body) as TranslateBody
    fake.asked.push(asked)
    response.end(JSON.stringify({ translatedText: asked.q.map(text => fake.translate(text)) }))
  }
  return fake
}
