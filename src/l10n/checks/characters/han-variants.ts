import { memoize } from '../../memoize.ts'

/** The characters of two bytes of an encoding, from a lead byte to another. */
const readCharacters = (encoding: string, from: number, to: number, trail: number): ReadonlySet<string> => {
  const bytes = Array.from({ length: (to - from + 1) << 8 }, (_, at) => [from + (at >> 8), at & 0xff, 0x20])
  const known = bytes.filter(([, second = 0]) => second >= trail && second < 0xff)
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(known.flat())))
}

/** What an encoding of the other kind has among its frequent characters, and that of the locale lacks at all. */
const ENCODINGS = {
  Hans: () => [readCharacters('big5', 0xa4, 0xc6, 0x40), readCharacters('gbk', 0xb0, 0xf7, 0xa1)],
  Hant: () => [readCharacters('gbk', 0xb0, 0xd7, 0xa1), readCharacters('big5', 0xa4, 0xf9, 0x40)],
  Jpan: () => [readCharacters('gbk', 0xb0, 0xd7, 0xa1), readCharacters('shift_jis', 0x88, 0xfc, 0x40)],
} as const
type Kind = keyof typeof ENCODINGS

const othersOf: (kind: Kind) => ReadonlySet<string> = memoize(3, kind => {
  const [others = new Set(), own = new Set()] = ENCODINGS[kind]()
  return new Set([...others].filter(char => !own.has(char)))
})

/** Pronouns, particles and traditional forms of Chinese, which Japanese encodes but hardly writes in names. */
const CHINESE = /[你嗎呢吧很哪啊它這們檔刪擇啟變讀單轉數據滿點]/u
/** The names of the two kinds of Chinese in their own characters, and a character that Hong Kong shares. */
const NAMES = /[繁正]體(?:中文)?|[简簡][体體](?:中文)?|户/gu
/** Characters of a text in which one tells: a name has others. */
const MAX_SHORT = 12

/** The first character that texts of Japanese, or of one kind of Chinese, do not have. */
export function findOtherHan(text: string, kind: Kind, source: string): RegExpExecArray | undefined {
  const all = [...text.replace(NAMES, name => ' '.repeat(name.length)).matchAll(/\p{sc=Han}/gu)]
  const isOther = (char: string) => othersOf(kind).has(char) || (kind === 'Jpan' && CHINESE.test(char))
  const found = all.filter(([char]) => isOther(char) && !source.includes(char))
  return new Set(found.map(([char]) => char)).size < (all.length > MAX_SHORT ? 2 : 1) ? undefined : found[0]
}
