import { isLocaleName } from '../../../l10n/locales/spellings.ts'

/** An encoding before Unicode, and the characters that show it. */
interface Encoding {
  /** As iconv and TextDecoder know it. */
  readonly name: string
  readonly languages: readonly string[]
  /** Characters that are common in its languages and rare in texts of other encodings. */
  readonly signs: RegExp
  /** All letters of its languages, if those are more: in a path with one of them, they show the encoding. */
  readonly script?: RegExp
  /** The share of such characters among those beyond ASCII from which the encoding is likely. */
  readonly share: number
  /** Whether its letters stand between those of ASCII. In others, that shows a wrong encoding. */
  readonly isLatin?: boolean
  /** Whether its bytes are common in others, so that only a locale in the path shows it. */
  readonly needsLocale?: boolean
}

const KANA = /[\u3041-\u3096\u30a1-\u30fc]/u
const SIMPLIFIED =
  /[的一是不了在人有这个们中来上大为和到以说时要就出会可也你对能后用所成方多去如同现当没动面起定分还好部其主理本前开只从实无与机使明全关点正业外将高间由最重并文相被新加选择设置保存取消确删除件打闭名称帮助编辑建登录户密码搜索错误语言请输入完成返回首页更数据]/u
const TRADITIONAL =
  /[的一是不了在人有這個們中來上大為和到以說時要就出會可也你對能後用所成方多去如同現當沒動面起定分還好部其主理本前開只從實無與機使明全關點正業外將高間由最重並文相被新加選擇設定儲存取消確刪除檔案打閉名稱說明編輯建登入者密碼搜尋錯誤語言請輸入完成返回首頁更數據]/u
const CYRILLIC = /[а-яёіїєґў]/iu
/** More than two thirds of a Cyrillic text. Read in another Cyrillic encoding, its letters are others. */
const FREQUENT = /[оеаинтсрвлкі]/iu
/** A small letter before a capital one: the encoding that has them at each other's places. */
const WRONG_CASE = /^\p{Ll}\p{Lu}/u
const JAPANESE = /[\p{Script=Han}\u3041-\u3096\u30a1-\u30fc]/u
const HAN = /\p{Script=Han}/u
const CENTRAL_EUROPEAN = /[áčďéěíňóřšťúůýžąćęłńśźżőűöüäôľĺŕđăâîşţ]/iu

const ENCODINGS: readonly Encoding[] = [
  { name: 'SHIFT_JIS', languages: ['ja'], signs: KANA, script: JAPANESE, share: 0.25 },
  { name: 'EUC-JP', languages: ['ja'], signs: KANA, script: JAPANESE, share: 0.25 },
  { name: 'GB18030', languages: ['zh'], signs: SIMPLIFIED, script: HAN, share: 0.2 },
  { name: 'BIG5', languages: ['zh'], signs: TRADITIONAL, script: HAN, share: 0.2 },
  { name: 'EUC-KR', languages: ['ko'], signs: /[\uac00-\ud7a3]/u, share: 0.8 },
  { name: 'WINDOWS-1251', languages: ['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk', 'mn'], signs: CYRILLIC, share: 0.6 },
  { name: 'KOI8-R', languages: ['ru'], signs: CYRILLIC, share: 0.6 },
  { name: 'KOI8-U', languages: ['uk'], signs: CYRILLIC, share: 0.6, needsLocale: true },
  { name: 'ISO-8859-5', languages: ['ru', 'bg', 'sr'], signs: CYRILLIC, share: 0.6, needsLocale: true },
  { name: 'IBM866', languages: ['ru'], signs: CYRILLIC, share: 0.6, needsLocale: true },
  { name: 'WINDOWS-1253', languages: ['el'], signs: /[ά-ώ]/iu, share: 0.5, needsLocale: true },
  { name: 'WINDOWS-1255', languages: ['he', 'iw', 'yi'], signs: /[\u05d0-\u05ea]/u, share: 0.5, needsLocale: true },
  { name: 'WINDOWS-1256', languages: ['ar', 'fa', 'ur'], signs: /[\u0621-\u064a]/u, share: 0.5, needsLocale: true },
  { name: 'WINDOWS-874', languages: ['th'], signs: /[\u0e01-\u0e4e]/u, share: 0.5, needsLocale: true },
  latin('WINDOWS-1250', ['cs', 'sk', 'pl', 'hu', 'sl', 'hr', 'bs', 'ro', 'sq'], CENTRAL_EUROPEAN),
  latin('ISO-8859-2', ['cs', 'sk', 'pl', 'hu', 'sl', 'hr', 'bs', 'ro'], CENTRAL_EUROPEAN),
  latin('WINDOWS-1254', ['tr', 'az'], /[çğıiöşüâîİ]/iu),
  latin('WINDOWS-1257', ['lt', 'lv', 'et'], /[ąčęėįšųūžāēģīķļņõäöü]/iu),
  latin('ISO-8859-1', [], /[ßàáâãäåæçèéêëìíîïðñòóôõöøþùúûüýÿ¡¿«»°·©®]/iu),
  latin('WINDOWS-1252', [], /[ßàáâãäåæçèéêëìíîïðñòóôõöøþùúûüýÿœ¡¿«»„“”‘’–—…€°·©®™•]/iu),
]

function latin(name: string, languages: readonly string[], signs: RegExp): Encoding {
  return { name, languages, signs, share: 0.5, isLatin: true, needsLocale: languages.length > 0 }
}

/** Bytes that are decoded. */
const MAX_BYTES = 65_536

/** The encoding of a file that is not UTF-8, by its characters and the locale in its path. Undefined if none is likely. */
export function guessEncoding(bytes: Buffer, path: string): string | undefined {
  const sample = bytes.subarray(0, MAX_BYTES)
  const language = findLanguage(path)
  const own = ENCODINGS.filter(({ languages }) => languages.some(one => one === language))
  const others = ENCODINGS.filter(({ needsLocale }) => needsLocale !== true)
  const likely = findBest(own, sample)
  if (likely !== undefined) return likely
  const fitting = own.filter(one => isOfScript(one, sample))
  // Two encodings that fit alike are no guess.
  return fitting.length === 0 ? findBest(others, sample) : fitting.length === 1 ? fitting[0]?.name : undefined
}

function findBest(encodings: readonly Encoding[], sample: Buffer): string | undefined {
  let best: { readonly name: string; readonly score: number } | undefined
  for (const encoding of encodings) {
    const score = rate(encoding, sample)
    if (score >= 1 && score > (best?.score ?? 0)) best = { name: encoding.name, score }
  }
  return best?.name
}

const isOfScript = ({ script, ...encoding }: Encoding, sample: Buffer): boolean =>
  script !== undefined && rate({ ...encoding, signs: script, share: 0.8 }, sample) >= 1

/** How often the signs of an encoding occur, where 1 makes it likely. */
function rate({ name, signs, share, isLatin = false }: Encoding, sample: Buffer): number {
  const text = decode(name, sample)
  // Controls and private characters: the bytes have no meaning in this encoding.
  if (text === undefined || /[\u0080-\u009f\ue000-\uf8ff]/.test(text)) return 0
  let all = 0
  let found = 0
  let wrong = 0
  for (const { 0: char, index } of text.matchAll(/[^\0-\x7f]/gu)) {
    all += 1
    const beside = text.charAt(index - 1) + text.charAt(index + char.length)
    const isAlone = !/[^\0-\x7f]/.test(beside)
    const hasLatin = /[a-z]/i.test(beside)
    // A Latin letter beyond ASCII stands beside others of ASCII, and a letter of another script never does.
    const isInPlace = isLatin ? isAlone || hasLatin : !isAlone && !hasLatin
    if (!signs.test(char) || !isInPlace) continue
    if (!CYRILLIC.test(char)) found += 1
    else if (WRONG_CASE.test(text.slice(index, index + 2))) wrong += 1
    else found += FREQUENT.test(char) ? 1.5 : 0.5
  }
  return all === 0 || wrong * 10 > all ? 0 : found / all / share
}

function decode(name: string, sample: Buffer): string | undefined {
  try {
    // As a stream, so that the last character may be cut.
    return new TextDecoder(name, { fatal: true }).decode(sample, { stream: true })
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** The language of the last name in a path that spells a locale: `de` of `locale/de/LC_MESSAGES/app.po`. */
function findLanguage(path: string): string | undefined {
  const names = path.replace(/\.[^./]*$/, '').split(/[/.]|(?<=[a-z]{3})[_-]/i)
  return /^[a-z]{2,3}/.exec(names.findLast(isLocaleName)?.toLowerCase() ?? '')?.[0]
}
