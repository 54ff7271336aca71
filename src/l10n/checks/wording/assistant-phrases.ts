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

export const OPENING = new RegExp(`^[\\s*_#>]*(?:${OPENINGS.join('|')})`, 'iu')
export const CLOSING = new RegExp(`(?:^|[\\n.!?)]\\s*|\\s(?=\\())[*_(]*(?:${CLOSINGS.join('|')}).*`, 'iu')
