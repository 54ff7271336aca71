import { quote } from '../../../text/quote.ts'
import { memoize } from '../../memoize.ts'
import { type CheckContext, defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'

/** "Translation" and "translated" in the languages that projects have, as the stems of their words, in lower case. */
const TRANSLATION =
  'translat|übersetz|traduc|traduct|traduit|traduç|traduz|traduk|tradott|vertaal|vertaling|översätt|oversæt|oversett|omset|þýðing|käänn|suomenn|tõlge|tõlk|tulkoj|vertim|išvers|tłumacz|przekład|překlad|přelož|preklad|prelož|prevod|prijevod|preved|превод|превед|перевод|перевед|переклад|пераклад|μετάφρ|μεταφρ|traducere|tradus|fordít|çevir|tercüme|tərcümə|tarjima|аударма|котормо|тәрҗемә|орчуул|itzul|česky|slovensky|हिंदी में|ترجم|תרגום|תרגמ|अनुवाद|भाषांतर|অনুবাদ|અનુવાદ|ਅਨੁਵਾਦ|மொழிபெயர்|అనువాద|ಅನುವಾದ|പരിഭാഷ|വിവർത്തന|පරිවර්තන|แปล|ແປ|បកប្រែ|ဘာသာပြန်|თარგმან|թարգման|bản dịch|dịch|terjemah|pagsasalin|salin|tafsiri|përkth|aistri|cyfieith|翻译|翻譯|译文|譯文|翻訳|訳文|語訳|번역|ትርጉም'

/** "Here is", at the start of an answer. */
const HERE =
  "here(?:'s| is| are| you go)|hier (?:ist|sind|is|zijn|bitte)|voici|voilà|aquí (?:está|tienes|tiene|va)|aqui (?:está|estão|vai)|segue|ecco|här är|her er|tässä|siin on|lūk|štai|oto|proszę|zde je|tady je|tu je|evo|ето|вот|ось|вось|ево|işte|budur|iată|íme|itt van|ορίστε|εδώ είναι|إليك|فيما يلي|هذا هو|در اینجا|این است|הנה|להלן|यहाँ|यहां|এখানে|இதோ|ఇదిగో|นี่คือ|đây là|dưới đây|berikut|inilah|narito|以下|下面|这是|這是|こちら|다음은|여기"

const SURE =
  'sure|of course|certainly|absolutely|natürlich|gerne|klar|sicher|selbstverständlich|bien sûr|bien entendu|certainement|claro|por supuesto|com certeza|certo|certamente|natuurlijk|zeker|självklart|naturligtvis|selvfølgelig|oczywiście|jasne|jistě|samozřejmě|samozrejme|természetesen|desigur|sigur|tabii|elbette|tentu|baik|naravno|seveda|конечно|разумеется|звичайно|звісно|разбира се|наравно|βεβαίως|φυσικά|بالطبع|بالتأكيد|البته|כמובן|בטח|ज़रूर|แน่นอน|もちろん|かしこまりました|当然|當然|好的|没问题|沒問題|물론|totta kai|tietysti|tietenkin|tất nhiên|dĩ nhiên|chắc chắn|בוודאי|авжеж|volontiers|con gusto|con piacere|z przyjemnością|с удовольствием|із задоволенням|बिल्कुल|com prazer'

/** A note in parentheses at the end, as models explain themselves. */
const NOTE =
  'note|observação|observación|hinweis|anmerkung|nota|remarque|opmerking|uwaga|poznámka|opomba|napomena|примечание|примітка|бележка|σημείωση|megjegyzés|notă|not|huomautus|huom|obs|anm|catatan|lưu ý|ملاحظة|یادداشت|הערה|टिप्पणी|หมายเหตุ|注|註|備考|참고'

/** A first line with the word "translation" before a colon or the end of the line. */
const TRANSLATION_LINE = new RegExp(`^[^\\n:：]{0,80}?(?:${TRANSLATION})[^\\n:：]{0,40}(?:[:：]|\\n\\s*\\n)`, 'iu')
/** A first sentence of Chinese, Japanese or Korean that says "this is the translation". */
const TRANSLATION_SENTENCE = new RegExp(
  `^[^\\n。．.]{0,12}(?:こちら|以下|下面|这是|這是|다음은|여기)[^\\n。．.]{0,20}(?:翻訳|訳文|翻译|翻譯|译文|譯文|번역)[^\\n。．.]{0,20}[。．.]`,
  'u',
)
/** "Sure!" in the languages that projects have, before the translation. */
const INTERJECTION = new RegExp(
  `^¡?(?:${SURE})(?:です|입니다)?(?![\\p{L}])[^\\n!！:：.。]{0,12}[!！]\\s*(?=\\S)|^(?:承知|了解|かしこまり)[^\\n。]{0,8}。\\s*(?=\\S)`,
  'iu',
)
/** What a source has whose translation may begin so. */
const SURE_OF_SOURCE =
  /!|^\W*(?:sure|of course|certainly|absolutely|naturally|definitely|gladly|ok|okay|yes|great|clear)/i
/** A first line that says "here is" before a colon and a space. */
const HERE_LINE = new RegExp(
  `^(?:[^\\n:：.!,]{1,20}[.!,，、。！] ?)?(?:${HERE})(?![\\p{L}])[^\\n:：]{0,60}[:：]\\s`,
  'iu',
)
const NOTE_AT_END = new RegExp(`\\s?[(（[](?:${NOTE})\\s?[:：][^()（）]{5,}[)）\\]]\\s*$`, 'iu')
/** What a source has whose translation may speak of translations, or begin with "here". */
const ABOUT_TRANSLATION = new RegExp(TRANSLATION, 'iu')

/** How language models introduce a translation, as patterns for the start of a text in lower case. */
const OPENINGS: readonly string[] = [
  // English
  '(?:sure|certainly|of course|absolutely)[,!.:]+ (?:here|i)\\b.*',
  "(?:okay|ok|sure|certainly|of course|great)?[,!.]? ?here(?:'s|’s| is| are) (?:the|your|a|my|an) (?:[\\w-]+ ){0,4}(?:translation|translations|translated|version|text|string)\\b.*",
  '(?:the )?(?:[\\w-]+ )?translat(?:ion|ed text|ed string)(?: (?:in|to|into) \\w+)?(?: is)?:.*',
  'as an? (?:ai|large language|language|artificial)\\b.*',
  "i(?:'m| am) (?:sorry|unable|not able)\\b.{0,40}(?:translat|assist|help with)\\w*.*",
  "i (?:can(?:'t|not|’t)|cannot|won't) (?:translate|assist|help with|provide)\\b.*",
  // Other languages; `preambles.ts` has how they introduce a translation
  '(?:als (?:ki|sprachmodell|ai)|como (?:modelo|uma? (?:modelo|ia)|una? (?:ia|inteligencia artificial)|ia)|jako (?:model|sztuczna|ai))\\b.*',
  "en tant qu(?:e |['’])(?:ia|modèle|intelligence artificielle)\\b.*",
  '(?:как (?:языковая модель|искусственный интеллект|ии)(?!\\p{L})|作为(?:一个)?(?:ai|人工智能|语言模型)).*',
]

/** What they add after it. */
const CLOSINGS: readonly string[] = [
  'let me know if (?:you|this|there)\\b',
  "i hope this helps|ich hoffe,? (?:das|dies) hilft|j['’]espère que (?:cela|ça)|espero (?:ter ajudado|que (?:te|le|les|esto|isso|isto)\\b)|spero che|mam nadzieję, że to|надеюсь, это",
  '\\(?(?:translator.?s )?note: (?:i|the|this) (?:have |has )?(?:kept|left|translat|preserved|used|placeholder)',
  'is there anything else',
  'feel free to',
]

const OPENING = new RegExp(`^[\\s*_#>]*(?:${OPENINGS.join('|')})`, 'iu')
const CLOSING = new RegExp(`(?:^|[\\n.!?)]\\s*|\\s(?=\\())[*_(]*(?:${CLOSINGS.join('|')}).*`, 'iu')

export const assistantText = defineCheck({
  id: 'assistant_text',
  level: 'warning',
  finds:
    'Text of a language model around a translation: "Here is the translation:", "As an AI", a code fence, quotation marks or tags around the whole.',
  why: 'Users read an answer that was meant for somebody else.',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: 'Save the file',
      good: 'Datei sichern',
      bad: 'Here is the translation: Datei sichern',
    },
    {
      syntax: 'plain',
      locale: 'fr',
      source: 'Save the file',
      good: 'Enregistrer',
      bad: 'Voici la traduction : Enregistrer',
    },
    { syntax: 'plain', locale: 'de', source: 'Save the file', good: 'Datei sichern', bad: '```\nDatei sichern\n```' },
    { syntax: 'plain', locale: 'de', source: 'Save the file', good: 'Datei sichern', bad: '"Datei sichern"' },
  ],
  find: inEachForm(find),
})

/** Characters at both ends of a text that are read: models are brief. */
const EDGE = 200

function* find({ source, target }: Form, { locale }: CheckContext): Generator<Fault> {
  const text = target.text.trim()
  const fault =
    findOpening(text, source.text) ??
    findPreamble(text, source.text, locale) ??
    findEnding(target.text, source.text, ENDINGS[0]) ??
    findEnding(target.text, source.text, ENDINGS[1]) ??
    findWrapper(text, source.text)
  if (fault !== undefined) yield fault
}

function findOpening(text: string, source: string): Fault | undefined {
  const match = OPENING.exec(text.slice(0, EDGE))
  if (match === null || OPENING.test(source.slice(0, EDGE))) return undefined
  const [phrase] = /^[^\n:：]{0,80}[:：]?/u.exec(match[0]) ?? ['']
  return toFault(`${quote(phrase.trim())} introduces`, 0)
}

/** A first line in the language of the translation, whose source has no colon or speaks of something else. */
function findPreamble(text: string, source: string, locale: string): Fault | undefined {
  const start = text.slice(0, EDGE)
  // An introduction adds a colon, or an empty line.
  const isLonger = countColons(start) > countColons(source.slice(0, EDGE)) || /\n\s*\n/.test(start)
  const match =
    (ABOUT_TRANSLATION.test(source)
      ? null
      : (TRANSLATION_SENTENCE.exec(start) ?? (isLonger ? TRANSLATION_LINE.exec(start) : null))) ??
    (!isLonger || /[:：]|^\s*(?:here|this|these)\b/i.test(source) ? null : HERE_LINE.exec(start)) ??
    (SURE_OF_SOURCE.test(source) ? null : INTERJECTION.exec(start)) ??
    (isLonger ? findLanguageLabel(start, source, locale) : undefined) ??
    findArrow(text, source) ??
    null
  if (match === null || match[0].length >= text.length) return undefined
  return toFault(`${quote(match[0].trim())} introduces`, 0)
}

/** The name of the locale's language before a colon, as in "Auf Deutsch:". */
function findLanguageLabel(text: string, source: string, locale: string): readonly [string] | undefined {
  const own = nameIn(locale, locale)
  const [label = '', rest = ''] = /^[^\n:：]{1,30}[:：]\s*(\S)?/u.exec(text) ?? []
  // Endings differ: "русский" is "на русском".
  const isNamed = own.length >= 2 && label.toLowerCase().includes(own.slice(0, Math.max(3, own.length - 2)))
  if (!isNamed || rest === '' || /[:：]/.test(source) || source.toLowerCase().includes(nameIn('en', locale))) return
  return [label]
}

const nameIn = (language: string, locale: string): string =>
  (getNames(language).of(locale.split('-')[0] ?? locale) ?? '').toLowerCase()
const getNames = memoize(100, name => new Intl.DisplayNames(name, { type: 'language', fallback: 'none' }))

/** The source before an arrow. */
function findArrow(text: string, source: string): readonly [string] | undefined {
  const start = source.trim()
  const arrow = text.startsWith(start) ? /^\s*(?:→|->|=>|⇒|➜)\s*(?=\S)/u.exec(text.slice(start.length)) : null
  return arrow === null || start === '' ? undefined : [start + arrow[0]]
}

const countColons = (text: string): number => text.match(/[:：]/g)?.length ?? 0

/** What a pattern finds at the end of a text, if its source has nothing like it. */
function findEnding(text: string, source: string, [pattern, known]: (typeof ENDINGS)[number]): Fault | undefined {
  const start = Math.max(0, text.length - EDGE)
  const match = pattern.exec(text.slice(start))
  if (match === null || known.test(source.slice(-EDGE))) return undefined
  return toFault(`${quote(match[0].trim())} is not part of`, start + match.index)
}

const ENDINGS = [
  [CLOSING, CLOSING],
  [NOTE_AT_END, /[(（[]/],
] as const

const toFault = (what: string, at: number): Fault => ({
  message: `${what} the translation.`,
  at,
  fix: 'Write the translation alone.',
})

/** Pairs around a whole text that its source does not have. */
const WRAPPERS: readonly (readonly [RegExp, string])[] = [
  [/^```[\s\S]*```$/, 'A code fence'],
  [/^<(translation|translated_text|target|output|text|answer|result)>[\s\S]*<\/\1>$/i, 'A tag'],
  [/^\{\s*"(?:translation|text|target|output|result)"\s*:\s*"[\s\S]*"\s*\}$/i, 'JSON'],
  [/^<think(?:ing)?>/i, 'The reasoning of a model'],
  [/^(?:"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|「[^「」]*」|『[^『』]*』)$/, 'A pair of quotation marks'],
  [/^`[^`]+`$/, 'A pair of backticks'],
]
/** Quotation marks at the start of a source. */
const QUOTED = /^\s*["“”„«»'‘’‹「『`(]|["“”»'’「」』`]\s*$/

function findWrapper(text: string, source: string): Fault | undefined {
  if (!/^["“„«「『`<{]/.test(text)) return undefined
  const found = WRAPPERS.find(([pattern]) => pattern.test(text))
  if (found === undefined || found[0].test(source.trim())) return undefined
  const [, name] = found
  if (name.includes('pair') && QUOTED.test(source)) return undefined
  return toFault(`${name} surrounds`, 0)
}
